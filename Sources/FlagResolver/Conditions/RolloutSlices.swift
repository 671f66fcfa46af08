/// The slices of buckets that the `percent` of a rollout includes: a percentage, a slice `[from, to]`, or a list of slices.
extension Span<JSONNode> {
    /// Whether a `percent` is a list of slices, by its first element.
    func isListOfSlices(_ percent: Int) -> Bool {
        self[percent].kind == .array && Int(self[percent].next) > percent + 1 && self[percent + 1].kind == .array
    }

    /// Whether a slice of a `percent`, which must be well-formed, satisfies a predicate.
    func containsSlice(ofPercent percent: Int, in bytes: RawSpan, where predicate: (Range<Int>) -> Bool) -> Bool {
        if isListOfSlices(percent) {
            return containsElement(of: percent) { containsSlice(ofPercent: $0, in: bytes, where: predicate) }
        }
        guard self[percent].kind == .array else { return predicate(0..<(self[percent].bucketCount(in: bytes) ?? 0)) }
        let end = Int(self[percent].next)
        guard percent + 1 < end, Int(self[percent + 1].next) < end,
            let from = self[percent + 1].bucketCount(in: bytes),
            let to = self[Int(self[percent + 1].next)].bucketCount(in: bytes), from <= to
        else { return false }
        return predicate(from..<to)
    }
}

extension JSONNode {
    /// The buckets below a percentage; `nil` if it is not a number from 0 to 100 with at most three decimals.
    func bucketCount(in bytes: RawSpan) -> Int? {
        guard kind == .number, let count = JSONDecimal(span, in: bytes).int64(timesTenTo: 3, in: bytes),
            (0...Int64(RolloutBucket.count)).contains(count)
        else { return nil }
        return Int(truncatingIfNeeded: count)
    }
}

extension JSONTree {
    /// The buckets below a percentage; `nil` if it is not a number from 0 to 100 with at most three decimals.
    package func bucketCount(ofPercentage node: Int) -> Int? {
        bytes.withRawSpan { nodes[node].bucketCount(in: $0) }
    }

    /// The buckets of a `percent`, which must be well-formed: one range for each slice.
    package func bucketSlices(ofPercent node: Int) -> [Range<Int>] {
        var slices: [Range<Int>] = []
        _ = nodes.withSpan { nodes in
            bytes.withRawSpan { bytes in
                nodes.containsSlice(ofPercent: node, in: bytes) {
                    slices.append($0)
                    return false
                }
            }
        }
        return slices
    }
}
