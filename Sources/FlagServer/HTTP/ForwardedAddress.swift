import FlagResolver
import FlagStore

/// The address of the client that a trusted proxy forwards a request for.
///
/// Standard: RFC 7239. The last element is that of the nearest proxy, the only one that is trusted.
enum ForwardedAddress {
    /// The address; `nil` if the field has none. An obfuscated identifier counts as one.
    static func client(in fields: [String]) -> String? {
        guard let element = fields.last?.parts(separatedBy: ",", omittingEmpty: true).last else { return nil }
        for pair in element.parts(separatedBy: ";", omittingEmpty: true) {
            let parts = pair.parts(separatedBy: "=", maxSplits: 1, omittingEmpty: true)
            guard parts.count == 2, parts[0].withoutOuterBlanks.lowercased() == "for" else { continue }
            var value = parts[1].withoutOuterBlanks
            if let inner = value.after(prefix: "\"")?.before(suffix: "\"") { value = inner }
            guard !value.isEmpty, value.utf8.count <= 64 else { return nil }
            return withoutPort(value)
        }
        return nil
    }

    /// Every connection of a client has another port, and all of them share one limit.
    private static func withoutPort(_ node: Substring) -> String {
        if let (address, _) = node.after(prefix: "[")?.divided(at: "]") { return String(address) }
        return String(node.divided(at: ":")?.before ?? node)
    }
}
