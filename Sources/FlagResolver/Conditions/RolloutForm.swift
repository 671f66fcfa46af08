/// A well-formed rollout: the buckets that it includes, for the keys of one attribute and one salt.
package struct RolloutForm: Sendable {
    /// The salt, as UTF-8.
    package let salt: [UInt8]

    /// The name of the attribute whose value is the key, or `targetingKey`.
    package let by: String

    /// The buckets that are included. Ranges may be empty, overlap, and come in any order.
    package let slices: [Range<Int>]
}

extension JSONTree {
    /// The rollouts at a node, which must be well-formed: one, or the elements of a list.
    package func rollouts(at node: Int) -> [RolloutForm] {
        guard kind(of: node) == .array else { return [rollout(at: node)].compactMap { $0 } }
        return elements(of: node).compactMap { rollout(at: $0) }
    }

    private func rollout(at node: Int) -> RolloutForm? {
        guard let salt = member(named: "salt" as StaticString, of: node).flatMap({ stringBytes(at: $0) }),
            let percent = member(named: "percent" as StaticString, of: node)
        else { return nil }
        let by = member(named: "by" as StaticString, of: node).flatMap { string(at: $0) }
        return RolloutForm(salt: salt, by: by ?? "targetingKey", slices: bucketSlices(ofPercent: percent))
    }
}

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
        guard kind == .number, let count = JSONDecimal(span, in: bytes).integer(Int64.self, timesTenTo: 3, in: bytes),
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

/// A percentage of the buckets of a rollout: a multiple of 0.001 from 0 to 100.
package struct RolloutPercentage: Hashable, Sendable {
    /// The number of buckets that it includes, from 0 to 100,000.
    package let bucketCount: Int

    /// The percentage that includes a number of buckets, clamped to the valid range.
    package init(bucketCount: Int) {
        self.bucketCount = min(max(bucketCount, 0), RolloutBucket.count)
    }

    /// Reads a JSON number; `nil` if it is not a number from 0 to 100 with at most three decimals.
    package init?(parsing text: String) {
        guard let tree = try? JSONTree(parsing: [UInt8](text.utf8)), tree.root.kind == .number,
            let count = tree.bucketCount(ofPercentage: 0)
        else { return nil }
        bucketCount = count
    }

    /// The smallest percentage that includes a bucket.
    package static func including(bucket: Int) -> RolloutPercentage {
        RolloutPercentage(bucketCount: min(bucket, RolloutBucket.count) + 1)
    }
}

extension RolloutPercentage: Comparable {
    package static func < (left: RolloutPercentage, right: RolloutPercentage) -> Bool {
        left.bucketCount < right.bucketCount
    }
}

extension RolloutPercentage: CustomStringConvertible {
    /// The number as JSON, with as many decimals as it needs, such as `12.5`.
    package var description: String {
        let (whole, thousandths) = bucketCount.quotientAndRemainder(dividingBy: 1_000)
        guard thousandths > 0 else { return "\(whole)" }
        return "\(whole)." + String(thousandths.padded(to: 3).reversed().drop { $0 == "0" }.reversed())
    }
}
