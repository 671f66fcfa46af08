/// Reads JSON one byte at a time by recursive descent, straight from the grammar of RFC 8259.
public struct PlainJSONReader {
    /// How deeply values may be nested.
    private static let maximumDepth = 64

    private let bytes: [UInt8]
    private var offset = 0

    /// The value that a text is.
    public static func read(_ bytes: [UInt8]) throws(PlainJSON.Refusal) -> PlainJSON {
        var reader = PlainJSONReader(bytes: bytes)
        let value = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.offset == bytes.count else { throw .syntax }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipBlanks() {
        while next?.isPlainBlank == true { offset += 1 }
    }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[offset...].starts(with: text.utf8) else { return false }
        offset += text.utf8.count
        return true
    }

    private mutating func expect(_ text: String) throws(PlainJSON.Refusal) {
        guard take(text) else { throw .syntax }
    }

    private mutating func value(depth: Int) throws(PlainJSON.Refusal) -> PlainJSON {
        skipBlanks()
        let start = offset
        let content: PlainJSON.Content
        switch next {
        case UInt8(ascii: "{"): content = .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): content = .array(try array(depth: depth + 1))
        case UInt8(ascii: "\""): content = .string(try string())
        case UInt8(ascii: "t"):
            try expect("true")
            content = .bool(true)
        case UInt8(ascii: "f"):
            try expect("false")
            content = .bool(false)
        case UInt8(ascii: "n"):
            try expect("null")
            content = .null
        default: content = .number(try number())
        }
        return PlainJSON(content, text: bytes[start..<offset])
    }

    private mutating func array(depth: Int) throws(PlainJSON.Refusal) -> [PlainJSON] {
        guard depth <= Self.maximumDepth else { throw .depth }
        try expect("[")
        skipBlanks()
        if take("]") { return [] }
        var elements: [PlainJSON] = []
        repeat {
            elements.append(try value(depth: depth))
            skipBlanks()
        } while take(",")
        try expect("]")
        return elements
    }

    private mutating func object(depth: Int) throws(PlainJSON.Refusal) -> [PlainJSON.Member] {
        guard depth <= Self.maximumDepth else { throw .depth }
        try expect("{")
        skipBlanks()
        if take("}") { return [] }
        var members: [PlainJSON.Member] = []
        repeat {
            skipBlanks()
            let start = offset
            let name = try string()
            let nameText = bytes[start..<offset]
            skipBlanks()
            try expect(":")
            members.append(PlainJSON.Member(name: name, nameText: nameText, value: try value(depth: depth)))
            skipBlanks()
        } while take(",")
        try expect("}")
        guard Set(members.map(\.name)).count == members.count else { throw .duplicateKey }
        return members
    }

    private mutating func number() throws(PlainJSON.Refusal) -> PlainNumber {
        let start = offset
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        let number = PlainNumber(bytes[start..<offset])
        guard number.double.isFinite else { throw .syntax }
        return number
    }

    private mutating func digits() throws(PlainJSON.Refusal) {
        guard next?.isPlainDigit == true else { throw .syntax }
        while next?.isPlainDigit == true { offset += 1 }
    }

    private mutating func string() throws(PlainJSON.Refusal) -> [UInt8] {
        try expect("\"")
        var content: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw .syntax }
            if byte == UInt8(ascii: "\\") {
                content += String(try escape()).utf8
            } else {
                content.append(byte)
                offset += 1
            }
        }
        try expect("\"")
        guard String(validating: content, as: UTF8.self) != nil else { throw .syntax }
        return content
    }

    private mutating func escape() throws(PlainJSON.Refusal) -> Unicode.Scalar {
        let simple: [(String, Unicode.Scalar)] = [
            ("\\\"", "\""), ("\\\\", "\\"), ("\\/", "/"), ("\\b", "\u{8}"), ("\\f", "\u{c}"), ("\\n", "\n"),
            ("\\r", "\r"), ("\\t", "\t"),
        ]
        for (text, scalar) in simple where take(text) { return scalar }
        let first = try unicodeEscape()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let second = try unicodeEscape()
        guard (0xD800...0xDBFF).contains(first), (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw .syntax }
        return scalar
    }

    private mutating func unicodeEscape() throws(PlainJSON.Refusal) -> UInt32 {
        try expect("\\u")
        let digits = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let value = UInt32(digits, radix: 16)
        else { throw .syntax }
        offset += 4
        return value
    }
}
