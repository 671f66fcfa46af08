import FlagResolver
import FlagStore

/// Entity tags of responses, and the condition `If-None-Match`.
///
/// Standard: RFC 9110, sections 8.8.3 and 13.1.2.
enum EntityTags {
    /// The strong entity tag of some bytes.
    static func tag(of bytes: [UInt8]) -> String { DocumentIdentity(of: bytes).entityTag }

    /// Whether a client already has the content of an entity tag. Tags are compared weakly: proxies that compress
    /// weaken them.
    static func head(_ head: RequestHead, names tag: String) -> Bool {
        head.fields.contains { field in
            guard field.isNamed("if-none-match") else { return false }
            // Nearly all clients send the one tag that they got.
            return field.value == tag
                || field.value.parts(separatedBy: ",", omittingEmpty: true).contains { item in
                    let item = item.withoutOuterBlanks
                    return item == "*" || (item.after(prefix: "W/") ?? item) == tag
                }
        }
    }
}
