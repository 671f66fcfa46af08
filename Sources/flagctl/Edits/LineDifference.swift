import FlagAnalysis

/// Which lines of two texts are the same, as a patch needs it: the stretches of lines that differ.
///
/// Where the edits are known they say it. Otherwise lines that are unique in both texts and the same are matched first, as
/// many of them as keep their order; between two of these, small stretches are compared line by line, and large ones are
/// taken as changed altogether. So the work stays near linear however different the texts are.
struct LineDifference {
    /// Lines of the old text in the place of which the new text has others; either may be empty.
    struct Change: Equatable {
        let old: Range<Int>
        let new: Range<Int>
    }

    /// The lines of either text, each with its line end.
    let old: [ArraySlice<UInt8>]
    let new: [ArraySlice<UInt8>]
    private(set) var changes: [Change] = []

    /// So many pairs of lines are compared with each other at most.
    private static let greatestTable = 1 << 14

    /// - Complexity: O(*n* log *n*) in the number of lines, and linear in the text.
    init(from old: [UInt8], to new: [UInt8]) {
        self.old = Self.lines(of: old)
        self.new = Self.lines(of: new)
        let (left, right) = numbers()
        compare(0..<left.count, 0..<right.count, left, right)
    }

    /// The changes that edits make, without a search: every line that no edit touches is the same.
    ///
    /// - Complexity: linear in the text.
    init(making edits: [TextEdit], from old: [UInt8], to new: [UInt8]) {
        self.old = Self.lines(of: old)
        self.new = Self.lines(of: new)
        var oldLine = 0
        var newLine = 0
        var shift = 0
        var edits = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }[...]
        while let first = edits.first {
            // The first line that an edit touches; what is added behind a last line without an end touches that.
            while oldLine < self.old.count, self.old[oldLine].endIndex <= first.range.lowerBound,
                self.old[oldLine].last == UInt8(ascii: "\n")
            {
                oldLine += 1
                newLine += 1
            }
            let start = (old: oldLine, new: newLine)
            var end = oldLine < self.old.count ? self.old[oldLine].endIndex : old.count
            // Further lines, as long as edits begin in them, reach into them, or leave the new line open.
            var reach = 0
            while true {
                while let edit = edits.first, edit.range.lowerBound < end || end == old.count {
                    edits.removeFirst()
                    shift += edit.replacement.count - edit.range.count
                    reach = max(reach, edit.range.upperBound)
                }
                guard end < reach || !Self.endsLine(new, at: end + shift, of: old, at: end) else { break }
                oldLine += 1
                guard oldLine < self.old.count else { break }
                end = self.old[oldLine].endIndex
            }
            oldLine = min(oldLine + 1, self.old.count)
            while newLine < self.new.count, self.new[newLine].endIndex <= end + shift { newLine += 1 }
            addTrimmed(start.old..<oldLine, start.new..<newLine)
        }
    }

    /// Whether a place is the end of a line in both texts.
    private static func endsLine(_ new: [UInt8], at newEnd: Int, of old: [UInt8], at oldEnd: Int) -> Bool {
        guard oldEnd < old.count else { return true }
        return newEnd == 0 || (newEnd <= new.count && newEnd > 0 && new[newEnd - 1] == UInt8(ascii: "\n"))
    }

    private mutating func addTrimmed(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
        var old = oldRange
        var new = newRange
        while let first = old.first, let other = new.first, self.old[first] == self.new[other] {
            old = (first + 1)..<old.upperBound
            new = (other + 1)..<new.upperBound
        }
        while let last = old.last, let other = new.last, self.old[last] == self.new[other] {
            old = old.lowerBound..<last
            new = new.lowerBound..<other
        }
        add(old, new)
    }

    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }

    /// The lines as numbers: equal lines have equal ones.
    private func numbers() -> ([Int], [Int]) {
        var known: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            if let number = known[line] { return number }
            known[line] = known.count
            return known.count - 1
        }
        return (old.map(number), new.map(number))
    }

    private mutating func compare(
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
        if old.count.multipliedReportingOverflow(by: new.count).partialValue <= Self.greatestTable {
            compareAll(old, new, left, right)
        } else {
            add(old, new)
        }
    }

    private mutating func add(_ old: Range<Int>, _ new: Range<Int>) {
        guard !old.isEmpty || !new.isEmpty else { return }
        if let last = changes.last, last.old.upperBound == old.lowerBound, last.new.upperBound == new.lowerBound {
            changes[changes.count - 1] = Change(
                old: last.old.lowerBound..<old.upperBound, new: last.new.lowerBound..<new.upperBound)
        } else {
            changes.append(Change(old: old, new: new))
        }
    }

    /// Lines that stand once in each range, the longest row of them that is in order in both.
    private static func anchors(
        _ old: Range<Int>, _ new: Range<Int>, _ left: [Int], _ right: [Int]
    ) -> [(old: Int, new: Int)] {
        struct Places {
            var old: [Int] = []
            var new: [Int] = []
        }
        var places: [Int: Places] = [:]
        for line in old { places[left[line], default: Places()].old.append(line) }
        for line in new where places[right[line]] != nil { places[right[line]]?.new.append(line) }
        let unique = places.values.compactMap { places -> (old: Int, new: Int)? in
            guard places.old.count == 1, places.new.count == 1, let old = places.old.first, let new = places.new.first
            else { return nil }
            return (old, new)
        }.sorted { $0.old < $1.old }

        // The longest ascending row, by the least last line of the rows of each length.
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

    /// The longest common row of lines, by a table of all pairs.
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
