import FlagResolver

/// The content of a JSON string, with the place of each byte in the file.
struct LocatedText: Sendable {
    let bytes: [UInt8]
    /// Where each byte is, followed by the end of the content.
    private let offsets: [Int]

    /// - Parameter node: A string.
    init(_ tree: JSONTree, at node: Int) {
        bytes = tree.stringBytes(at: node) ?? []
        let span = tree.nodes[node].span
        var offset = span.lowerBound + 1
        var offsets: [Int] = []
        offsets.reserveCapacity(bytes.count + 1)
        var index = 0
        while index < bytes.count {
            let isEscape = tree.bytes[offset] == UInt8(ascii: "\\")
            let length = isEscape ? Self.length(ofEscapeAt: offset, in: tree.bytes) : 1
            // An escape stands for one character, which may have several bytes.
            let width = isEscape ? Self.width(of: bytes[index]) : 1
            for _ in 0..<width { offsets.append(offset) }
            index += width
            offset += length
        }
        offsets.append(span.upperBound - 1)
        self.offsets = offsets
    }

    /// The bytes of the file for a range of the content.
    func span(_ range: Range<Int>) -> Range<Int> {
        let start = offset(at: range.lowerBound)
        return start..<max(start, offset(at: range.upperBound))
    }

    private func offset(at index: Int) -> Int { index < offsets.count ? offsets[index] : offsets.last ?? 0 }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func length(ofEscapeAt offset: Int, in bytes: [UInt8]) -> Int {
        guard bytes[offset + 1] == UInt8(ascii: "u") else { return 2 }
        // A character beyond U+FFFF is a pair of surrogates, whose first half is D800 to DBFF.
        let second = bytes[offset + 3].hexadecimalValue ?? 0
        let isPair = bytes[offset + 2].hexadecimalValue == 0xD && (8...11).contains(second)
        return isPair ? 12 : 6
    }

    /// The number of bytes of a character in UTF-8, by the first one.
    private static func width(of byte: UInt8) -> Int {
        byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    }
}
