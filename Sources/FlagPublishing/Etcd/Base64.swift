/// Base64, in which etcd's JSON encodes keys and values.
///
/// Standard: RFC 4648, section 4.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// - Complexity: O(*n*) for *n* bytes.
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var rest = bytes[...]
        while !rest.isEmpty {
            let group = Array(rest.prefix(3))
            rest = rest.dropFirst(3)
            var bits = UInt32(0)
            for index in 0..<3 { bits = bits << 8 | UInt32(index < group.count ? group[index] : 0) }
            for index in 0..<4 {
                let digit = alphabet[Int(bits >> (18 - 6 * UInt32(index)) & 63)]
                text.append(index <= group.count ? digit : padding)
            }
        }
        return text
    }

    /// The bytes of a text; `nil` if it is not in this form.
    ///
    /// - Complexity: O(*n*) for *n* characters.
    static func decode(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let digits = text.prefix { $0 != padding }
        guard text.count - digits.count <= 2, text[digits.count...].allSatisfy({ $0 == padding }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, count) = (UInt32(0), 0)
        for character in digits {
            guard let digit = digit(character) else { return nil }
            bits = bits << 6 | UInt32(digit)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case 0x41...0x5A: character - 0x41
        case 0x61...0x7A: character - 0x61 + 26
        case 0x30...0x39: character - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
