import FlagStore

/// The address of the client that a trusted proxy forwards a request for.
///
/// Standard: RFC 7239. The last element is that of the nearest proxy, the only one that is trusted.
enum ForwardedAddress {
    /// The address; `nil` if the field has none. An obfuscated identifier counts as one.
    static func client(in fields: [String]) -> String? {
        guard let element = fields.last?.split(separator: ",").last else { return nil }
        for pair in element.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].withoutOuterBlanks.lowercased() == "for" else { continue }
            var value = parts[1].withoutOuterBlanks
            if value.hasPrefix("\""), value.hasSuffix("\""), value.utf8.count >= 2 {
                value = value.dropFirst().dropLast()
            }
            guard !value.isEmpty, value.utf8.count <= 64 else { return nil }
            return withoutPort(value)
        }
        return nil
    }

    /// Every connection of a client has another port, and all of them share one limit.
    private static func withoutPort(_ node: Substring) -> String {
        if node.hasPrefix("["), let end = node.firstIndex(of: "]") {
            return String(node[node.index(after: node.startIndex)..<end])
        }
        return String(node.prefix { $0 != ":" })
    }
}
