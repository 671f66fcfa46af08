import FlagResolver
import FlagStore

/// Entity tags of responses, and the condition `If-None-Match`.
///
/// Standard: RFC 9110, sections 8.8.3 and 13.1.2.
enum EntityTags {
    /// The strong entity tag of some bytes.
    static func tag(of bytes: [UInt8]) -> String { DocumentIdentity(of: bytes).entityTag }

    /// The strong entity tag of the answer to a request, from everything that the answer depends on. The answer itself has many
    /// times as many bytes.
    ///
    /// - Parameters:
    ///   - request: The body of the request.
    ///   - state: What the values depend on besides: ``ServedDocument/state(at:)``.
    ///   - rest: What the answer contains besides values.
    static func tag(of request: [UInt8], _ state: String, _ rest: [UInt8]) -> String {
        // Separators keep texts of different lengths apart; the first byte is the version of the form of answers.
        tag(of: [1] + Array(state.utf8) + [0] + rest + [0] + request)
    }

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
