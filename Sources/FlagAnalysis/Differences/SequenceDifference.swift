/// The differing ranges of two sequences of numbers, where equal numbers stand for equal lines or elements.
///
/// The longest list of numbers that are unique in both sequences, and in the same order, is matched first. Between two
/// matches, the same is done again, up to a depth. Then small ranges are compared pair by pair, and large ones count as
/// changed. The time is therefore nearly linear even for very different sequences.
package struct SequenceDifference {
    /// A range of the old sequence that is replaced by one of the new sequence. Either may be empty.
    package struct Change: Equatable {
        package let old: Range<Int>
        package let new: Range<Int>

        package init(old: Range<Int>, new: Range<Int>) {
            self.old = old
            self.new = new
        }
    }

    /// The changes in ascending order. Something unchanged lies between any two of them.
    package private(set) var changes: [Change] = []

    /// The maximum number of pairs of one range that are compared.
    private let maximumPairCount: Int
    /// How often ranges between matches are searched for further ones. Each search reads all numbers that are left, and
    /// some sequences have one more match each time.
    private static let maximumDepth = 4

    /// - Complexity: O(*n* log *n*) in the length of the sequences.
    package init(from left: [Int], to right: [Int], maximumPairCount: Int) {
        self.maximumPairCount = maximumPairCount
        compare(0..<left.count, 0..<right.count, left, right, depth: 0)
    }

    private mutating func add(_ old: Range<Int>, _ new: Range<Int>) { changes.append(old, new) }

    private mutating func compare(
        _ oldRange: Range<Int>, _ newRange: Range<Int>, _ left: [Int], _ right: [Int], depth: Int
    ) {
        var old = oldRange
        var new = newRange
        while let first = old.first, let other = new.first, left[first] == right[other] {
            old = (first + 1)..<old.upperBound
            new = (other + 1)..<new.upperBound
        }
        while let last = old.last, let other = new.last, left[last] == right[other] {
            old = old.lowerBound..<last
            new = new.lowerBound..<other
        }
        guard !old.isEmpty, !new.isEmpty else {
            add(old, new)
            return
        }
        let anchors = depth < Self.maximumDepth ? Self.anchors(old, new, left, right) : []
        guard anchors.isEmpty else {
            var (oldStart, newStart) = (old.lowerBound, new.lowerBound)
            for anchor in anchors {
                compare(oldStart..<anchor.old, newStart..<anchor.new, left, right, depth: depth + 1)
                (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
            }
            compare(oldStart..<old.upperBound, newStart..<new.upperBound, left, right, depth: depth + 1)
            return
        }
        let (pairCount, isTooLarge) = old.count.multipliedReportingOverflow(by: new.count)
        if !isTooLarge, pairCount <= maximumPairCount {
            compareAll(old, new, left, right)
        } else {
            add(old, new)
        }
    }

    /// The longest list of numbers that are unique in both ranges and have the same order in both.
    private static func anchors(
        _ old: Range<Int>, _ new: Range<Int>, _ left: [Int], _ right: [Int]
    ) -> [(old: Int, new: Int)] {
        var indices: [Int: (old: Int, new: Int?)] = [:]
        indices.reserveCapacity(old.count)
        var repeated: Set<Int> = []
        for index in old {
            let number = left[index]
            if indices.updateValue((index, nil), forKey: number) != nil { repeated.insert(number) }
        }
        for index in new {
            let number = right[index]
            guard let found = indices[number] else { continue }
            if found.new != nil { repeated.insert(number) } else { indices[number] = (found.old, index) }
        }
        let unique = indices.compactMap { number, found -> (old: Int, new: Int)? in
            found.new.flatMap { repeated.contains(number) ? nil : (found.old, $0) }
        }.sorted { $0.old < $1.old }

        // The longest ascending subsequence; `ends` has the smallest last element for each length.
        var ends: [Int] = []
        var before = [Int?](repeating: nil, count: unique.count)
        for (index, pair) in unique.enumerated() {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if unique[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var row: [(old: Int, new: Int)] = []
        var next = ends.last
        while let index = next {
            row.append(unique[index])
            next = before[index]
        }
        return row.reversed()
    }

    /// The longest common subsequence, from a table of all pairs.
    private mutating func compareAll(_ old: Range<Int>, _ new: Range<Int>, _ left: [Int], _ right: [Int]) {
        let width = new.count + 1
        var lengths = [Int](repeating: 0, count: (old.count + 1) * width)
        for row in (0..<old.count).reversed() {
            for column in (0..<new.count).reversed() {
                let isSame = left[old.lowerBound + row] == right[new.lowerBound + column]
                lengths[row * width + column] =
                    isSame
                    ? lengths[(row + 1) * width + column + 1] + 1
                    : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
            }
        }
        var (row, column) = (0, 0)
        var (oldStart, newStart) = (old.lowerBound, new.lowerBound)
        while row < old.count, column < new.count {
            let (oldIndex, newIndex) = (old.lowerBound + row, new.lowerBound + column)
            if left[oldIndex] == right[newIndex] {
                add(oldStart..<oldIndex, newStart..<newIndex)
                (oldStart, newStart) = (oldIndex + 1, newIndex + 1)
                row += 1
                column += 1
            } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        add(oldStart..<old.upperBound, newStart..<new.upperBound)
    }
}

extension [SequenceDifference.Change] {
    /// Appends a change, joined with the last one if nothing unchanged lies between the two.
    package mutating func append(_ old: Range<Int>, _ new: Range<Int>) {
        guard !old.isEmpty || !new.isEmpty else { return }
        if let last, last.old.upperBound == old.lowerBound, last.new.upperBound == new.lowerBound {
            self[count - 1] = Element(
                old: last.old.lowerBound..<old.upperBound, new: last.new.lowerBound..<new.upperBound)
        } else {
            append(Element(old: old, new: new))
        }
    }
}
