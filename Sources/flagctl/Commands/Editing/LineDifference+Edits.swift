import FlagAnalysis

extension LineDifference {
    /// The changes that edits make, without a search: every line that no edit touches is the same.
    ///
    /// - Complexity: linear in the text.
    init(making edits: [TextEdit], from old: [UInt8], to new: [UInt8]) {
        self.init(lines: Self.lines(of: old), Self.lines(of: new))
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
}
