import FlagResolver

/// The strings and prefixes that conditions on an attribute name, in the order of their bytes.
///
/// Each name begins a segment of its own, so the names are in the order of their segments, too. A prefix comes before the
/// longer names that begin with it.
struct AxisNames: Sendable {
    struct Name: Sendable {
        let text: [UInt8]
        /// Whether conditions name the string; otherwise only the prefix.
        let isString: Bool
        /// The segment of the string.
        let segment: Int32
        /// The segments of the strings with the prefix; `nil` if conditions name only the string.
        let prefixSegments: Range<Int32>?
        /// The index after the longer names that begin with the prefix.
        let endOfLonger: Int
        /// The index of the longest named prefix of this name, other than the name itself; `nil` if there is none.
        let outer: Int?

        /// The segments of the strings that the name stands for, whether as a string or as a prefix.
        var segments: Range<Int32> { prefixSegments ?? segment..<(segment + 1) }
    }

    let list: [Name]
    /// The first segment of strings that no name stands for; `nil` if there is none.
    let otherStrings: Int32?
    /// For each prefix, the first of its segments that no longer name stands for; `nil` if there is none, and for strings.
    let others: [Int32?]
    /// Whether each prefix has strings that no longer name stands for. Only millions of names can cover a prefix.
    let haveOthers: Bool

    /// - Parameter strings: The segments of all strings.
    init(_ list: [Name], strings: Range<Int32>) {
        self.list = list
        let named = Set(list.compactMap { $0.isString ? $0.segment : nil })
        otherStrings = Self.firstSegment(of: strings, except: list.indices, in: list, named)
        others = list.enumerated().map { index, name in
            name.prefixSegments.flatMap {
                Self.firstSegment(of: $0, except: (index + 1)..<name.endOfLonger, in: list, named)
            }
        }
        haveOthers = zip(list, others).allSatisfy { $0.prefixSegments == nil || $1 != nil }
    }

    /// The first segment of a range that no excluded name stands for.
    ///
    /// - Complexity: O(*n*) in the number of excluded names that have no shorter excluded prefix.
    private static func firstSegment(
        of range: Range<Int32>, except excluded: Range<Int>, in list: [Name], _ named: Set<Int32>
    ) -> Int32? {
        var segment = range.lowerBound
        var index = excluded.lowerBound
        while segment < range.upperBound {
            if named.contains(segment) {
                segment += 1
                continue
            }
            while index < excluded.upperBound, (list[index].prefixSegments?.upperBound ?? 0) <= segment { index += 1 }
            guard index < excluded.upperBound, let longer = list[index].prefixSegments, longer.contains(segment)
            else { return segment }
            segment = longer.upperBound
            index = list[index].endOfLonger
        }
        return nil
    }

    /// The names whose own segments are in a set, in ascending order.
    ///
    /// - Complexity: O(*m* log *n*) for *m* ranges of the set and *n* names, and linear in the result.
    func names(in set: SegmentSet) -> [Name] {
        (0..<set.rangeCount).flatMap { index in
            let range = set.range(at: index)
            return list[firstIndex(from: range.lowerBound)..<firstIndex(from: range.upperBound)]
        }
    }

    /// The next name at or after an index that does not lie, as a whole, before the end of its run: of the segments around
    /// it that a set treats alike.
    ///
    /// - Complexity: O(log *n*) in the number of names and of ranges, and linear in the number of prefixes of one name.
    func firstIndex(after index: Int, leavingRunOf set: SegmentSet) -> Int {
        let end = set.endOfRun(at: list[index].segment)
        let next = firstIndex(from: end)
        // A prefix before the end of the run that extends beyond it is one of the last name, or that name.
        var result = next
        var name: Int? = next - 1
        while let prefix = name, prefix >= index {
            if list[prefix].segments.upperBound > end { result = prefix }
            name = list[prefix].outer
        }
        return result
    }

    /// The index of the first name whose segment is at or above a segment.
    private func firstIndex(from segment: Int32) -> Int { list.partitionPoint { $0.segment >= segment } }
}

extension AxisLine {
    /// The strings and prefixes that conditions name.
    ///
    /// - Complexity: O(*n* log *n*) for *n* names the first time, then O(1).
    var names: AxisNames {
        nameTable.withLock { table in
            let names = table ?? makeNames()
            table = names
            return names
        }
    }

    private func makeNames() -> AxisNames {
        let texts = named.union(prefixes).sorted { $0.lexicographicallyPrecedes($1) }
        var list: [AxisNames.Name] = []
        list.reserveCapacity(texts.count)
        // The prefixes of the current name, the longest one last.
        var outer: [Int] = []
        for (index, text) in texts.enumerated() {
            while let last = outer.last, list[last].endOfLonger <= index { outer.removeLast() }
            let isPrefix = prefixes.contains(text)
            list.append(
                AxisNames.Name(
                    text: text, isString: named.contains(text), segment: segment(ofString: text),
                    prefixSegments: isPrefix ? segments(withPrefix: text) : nil,
                    endOfLonger: isPrefix ? texts[(index + 1)...].partitionPoint { !$0.starts(with: text) } : index + 1,
                    outer: outer.last))
            if isPrefix { outer.append(index) }
        }
        return AxisNames(list, strings: stringSegments)
    }
}
