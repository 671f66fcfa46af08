import FlagStore

/// Entity tags of responses, and the condition `If-None-Match`.
///
/// Standard: RFC 9110, sections 8.8.3 and 13.1.2.
enum EntityTags {
    /// The strong entity tag of some bytes.
    static func tag(of bytes: [UInt8]) -> String {
        let identity = DocumentIdentity(of: bytes)
        return "\"\(identity.byteCount)-\(String(identity.checksum, radix: 16))\""
    }

    /// Whether a client has what an entity tag stands for. Tags are compared weakly: proxies that compress weaken them.
    static func head(_ head: RequestHead, names tag: String) -> Bool {
        head.fields.contains { field in
            guard field.isNamed("if-none-match") else { return false }
            // Nearly all clients send the one tag that they got.
            return field.value == tag
                || field.value.split(separator: ",").contains { item in
                    var item = item.drop { $0 == " " || $0 == "\t" }
                    while let last = item.last, last == " " || last == "\t" { item.removeLast() }
                    return item == "*" || (item.hasPrefix("W/") ? item.dropFirst(2) : item) == tag
                }
        }
    }
}
