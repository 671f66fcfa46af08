/// Finds spaces and line ends around an offset in a text. A line ends with LF, CRLF, or a CR alone.
struct LineScanning {
    let bytes: [UInt8]

    /// The start of the line that contains an offset; `nil` if there is anything but spaces before it on the line.
    func lineStart(before offset: Int) -> Int? {
        let start = blankStart(before: offset)
        return start == 0 || isLineEnd(start - 1) ? start : nil
    }

    /// The start of the next line; `nil` if there is anything but spaces between an offset and the end of its line.
    func nextLine(after offset: Int) -> Int? {
        var end = offset
        while end < bytes.count, isBlank(end) { end += 1 }
        guard end < bytes.count, isLineEnd(end) else { return nil }
        let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
        return end + (isPair ? 2 : 1)
    }

    /// Whether the line before the one that begins at an offset is blank.
    func isBlankLine(endingAt lineStart: Int) -> Bool {
        guard let end = lineEnd(before: lineStart) else { return false }
        let start = blankStart(before: end)
        return start == 0 || isLineEnd(start - 1)
    }

    /// The line end just before the start of a line; empty at the beginning of the text.
    func lineBreak(before lineStart: Int) -> ArraySlice<UInt8> {
        bytes[(lineEnd(before: lineStart) ?? lineStart)..<lineStart]
    }

    /// Whether there is a blank line in the spaces and line ends before an offset.
    func hasBlankLine(before offset: Int) -> Bool {
        var start = offset
        var count = 0
        while start > 0, isBlank(start - 1) || isLineEnd(start - 1) {
            start -= 1
            let isSecondOfPair = bytes[start] == 0x0A && start > 0 && bytes[start - 1] == 0x0D
            if isLineEnd(start), !isSecondOfPair { count += 1 }
        }
        return count > 1
    }

    func hasLineEnd(in range: Range<Int>) -> Bool { range.contains(where: isLineEnd) }

    /// The comma between two children.
    func comma(in range: Range<Int>) -> Int? { range.first { bytes[$0] == UInt8(ascii: ",") } }

    private func lineEnd(before lineStart: Int) -> Int? {
        guard lineStart > 0, isLineEnd(lineStart - 1) else { return nil }
        let isPair = bytes[lineStart - 1] == 0x0A && lineStart > 1 && bytes[lineStart - 2] == 0x0D
        return lineStart - (isPair ? 2 : 1)
    }

    private func blankStart(before offset: Int) -> Int {
        var start = offset
        while start > 0, isBlank(start - 1) { start -= 1 }
        return start
    }

    private func isBlank(_ offset: Int) -> Bool {
        bytes[offset] == UInt8(ascii: " ") || bytes[offset] == UInt8(ascii: "\t")
    }

    private func isLineEnd(_ offset: Int) -> Bool { bytes[offset] == 0x0A || bytes[offset] == 0x0D }
}
