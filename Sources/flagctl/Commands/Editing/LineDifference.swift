/// Which lines of two texts are the same, as a patch needs it: the intervals of lines that differ.
///
/// Where the edits are known they say it. Otherwise lines that are unique in both texts and the same are matched first, as
/// many of them as keep their order; between two of these, small intervals are compared line by line, and large ones are
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

    /// - Complexity: O(*n* log *n*) in the number of lines, and linear in the text.
    init(from old: [UInt8], to new: [UInt8]) {
        self.old = Self.lines(of: old)
        self.new = Self.lines(of: new)
        let (left, right) = numbers()
        compare(0..<left.count, 0..<right.count, left, right)
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

    mutating func add(_ old: Range<Int>, _ new: Range<Int>) {
        guard !old.isEmpty || !new.isEmpty else { return }
        if let last = changes.last, last.old.upperBound == old.lowerBound, last.new.upperBound == new.lowerBound {
            changes[changes.count - 1] = Change(
                old: last.old.lowerBound..<old.upperBound, new: last.new.lowerBound..<new.upperBound)
        } else {
            changes.append(Change(old: old, new: new))
        }
    }
}
