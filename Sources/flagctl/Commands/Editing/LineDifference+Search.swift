extension LineDifference {
    /// The maximum number of pairs of lines that are compared.
    private static let maximumTableSize = 1 << 14

    /// The lines as numbers. Equal lines have equal numbers.
    func numbers() -> ([Int], [Int]) {
        var known: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            if let number = known[line] { return number }
            known[line] = known.count
            return known.count - 1
        }
        return (old.map(number), new.map(number))
    }

    mutating func compare(
        _ oldRange: Range<Int>, _ newRange: Range<Int>, _ left: [Int], _ right: [Int]
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
        let anchors = Self.anchors(old, new, left, right)
        guard anchors.isEmpty else {
            var (oldStart, newStart) = (old.lowerBound, new.lowerBound)
            for anchor in anchors {
                compare(oldStart..<anchor.old, newStart..<anchor.new, left, right)
                (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
            }
            compare(oldStart..<old.upperBound, newStart..<new.upperBound, left, right)
            return
        }
        if old.count.multipliedReportingOverflow(by: new.count).partialValue <= Self.maximumTableSize {
            compareAll(old, new, left, right)
        } else {
            add(old, new)
        }
    }

    /// The lines that are unique in both ranges: the longest sequence of them that has the same order in both.
    private static func anchors(
        _ old: Range<Int>, _ new: Range<Int>, _ left: [Int], _ right: [Int]
    ) -> [(old: Int, new: Int)] {
        struct Occurrences {
            var old: [Int] = []
            var new: [Int] = []
        }
        var occurrences: [Int: Occurrences] = [:]
        for line in old { occurrences[left[line], default: Occurrences()].old.append(line) }
        for line in new where occurrences[right[line]] != nil { occurrences[right[line]]?.new.append(line) }
        let unique = occurrences.values.compactMap { lines -> (old: Int, new: Int)? in
            guard lines.old.count == 1, lines.new.count == 1, let old = lines.old.first, let new = lines.new.first
            else { return nil }
            return (old, new)
        }.sorted { $0.old < $1.old }

        // The longest ascending sequence, by the smallest last line of the sequences of each length.
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

    /// The longest common subsequence of lines, from a table of all pairs.
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
            let (oldLine, newLine) = (old.lowerBound + row, new.lowerBound + column)
            if left[oldLine] == right[newLine] {
                add(oldStart..<oldLine, newStart..<newLine)
                (oldStart, newStart) = (oldLine + 1, newLine + 1)
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
