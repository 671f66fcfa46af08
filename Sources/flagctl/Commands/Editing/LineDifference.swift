import FlagAnalysis

/// The ranges of lines that differ between two texts, for a patch.
///
/// Without known edits, `SequenceDifference` finds the lines that stay.
struct LineDifference {
    /// Lines of the old text that are replaced by lines of the new text. Either range may be empty.
    typealias Change = SequenceDifference.Change

    /// The maximum number of pairs of lines of one range that are compared.
    private static let maximumPairCount = 1 << 14

    /// The lines of both texts, with their line ends.
    let old: [ArraySlice<UInt8>]
    let new: [ArraySlice<UInt8>]
    private(set) var changes: [Change] = []

    /// - Complexity: O(*n* log *n*) in the number of lines, and linear in the text.
    init(from old: [UInt8], to new: [UInt8]) {
        self.old = Self.lines(of: old)
        self.new = Self.lines(of: new)
        let (left, right) = numbers()
        changes = SequenceDifference(from: left, to: right, maximumPairCount: Self.maximumPairCount).changes
    }

    /// The lines as numbers. Equal lines have equal numbers.
    private func numbers() -> ([Int], [Int]) {
        var known: [ArraySlice<UInt8>: Int] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int {
            if let number = known[line] { return number }
            known[line] = known.count
            return known.count - 1
        }
        return (old.map(number), new.map(number))
    }

    /// The lines of both texts, without any changes yet.
    init(lines old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
        self.old = old
        self.new = new
    }

    static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            lines.append(bytes[start..<end])
            start = end
        }
        return lines
    }
}

extension LineDifference {
    /// The changes of known edits. Every line that no edit touches is unchanged.
    ///
    /// - Complexity: Linear in the text.
    init(making edits: [TextEdit], from old: [UInt8], to new: [UInt8]) {
        self.init(lines: Self.lines(of: old), Self.lines(of: new))
        var oldLine = 0
        var newLine = 0
        var shift = 0
        var edits = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }[...]
        while let first = edits.first {
            // The first line that an edit touches. Text appended to a last line without a line end touches that line.
            while oldLine < self.old.count, self.old[oldLine].endIndex <= first.range.lowerBound,
                self.old[oldLine].last == UInt8(ascii: "\n")
            {
                oldLine += 1
                newLine += 1
            }
            let start = (old: oldLine, new: newLine)
            var end = oldLine < self.old.count ? self.old[oldLine].endIndex : old.count
            // More lines, while edits begin in them, extend into them, or remove the end of a line.
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

    /// Whether two offsets are ends of lines in their texts.
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
        changes.append(old, new)
    }
}
