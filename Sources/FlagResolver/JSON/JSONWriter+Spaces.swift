extension JSONWriter {
    /// JSON in which every space after another one is escaped, because HTML and Markdown show several spaces like one.
    ///
    /// - Parameter json: JSON on one line, so that only strings contain several spaces.
    /// - Complexity: O(*n*).
    package static func escapingRepeatedSpaces(in json: String) -> String {
        guard json.utf8.hasAdjacentSpaces else { return json }
        var result: [UInt8] = []
        for byte in json.utf8 {
            if byte == UInt8(ascii: " "), isAfterSpace(result) {
                result.append(contentsOf: #"\u0020"#.utf8)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether the text ends with a space, as it is or escaped.
    private static func isAfterSpace(_ text: [UInt8]) -> Bool {
        text.last == UInt8(ascii: " ") || text.suffix(6).elementsEqual(#"\u0020"#.utf8)
    }
}

extension Sequence<UInt8> {
    /// Whether a space follows another one.
    package var hasAdjacentSpaces: Bool {
        var isAfterSpace = false
        for byte in self {
            if byte == UInt8(ascii: " "), isAfterSpace { return true }
            isAfterSpace = byte == UInt8(ascii: " ")
        }
        return false
    }
}
