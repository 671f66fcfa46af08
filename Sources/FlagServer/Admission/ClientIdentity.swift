import FlagResolver
import FlagStore

/// A client, as limits count it.
enum ClientIdentity: Sendable, Hashable {
    /// The address, and the first 64 bits of an IPv6 address: providers give customers at least as many addresses.
    case address(IPAddress)
    /// An identifier that a proxy gives instead of an address.
    case identifier(String)
    /// All clients about which two fields of a proxy disagree. A proxy passes on the field that it does not know, which the
    /// client can choose.
    case ambiguous

    init(_ text: String) {
        guard let address = IPAddress(text) else {
            self = .identifier(text)
            return
        }
        self = .address(address.isIPv4 ? address : IPAddress(high: address.high, low: 0))
    }
}

/// The proxies whose fields give the address of the client.
package struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    package init(_ ranges: [AddressRange] = []) {
        self.ranges = ranges
    }

    package var isEmpty: Bool { ranges.isEmpty }

    /// Whether an address is that of a trusted proxy.
    package func contains(_ text: String) -> Bool {
        guard !ranges.isEmpty, let address = IPAddress(text) else { return false }
        return ranges.contains { $0.contains(address) }
    }

    /// The client of a request; `nil` for a proxy that names none: the limits for a client do not apply to it.
    ///
    /// 1. The last address that is not that of a trusted proxy counts, or the first one if all are. Everything before it comes
    ///    from the client.
    /// 2. `Forwarded` and `X-Forwarded-For` are equivalent. If both are there and name different clients, that is no client's
    ///    own limit, but one that all such requests share.
    ///
    /// Standard: RFC 7239.
    func client(of head: RequestHead) -> ClientIdentity? {
        guard contains(head.peer) else { return ClientIdentity(head.peer) }
        let forwarded = head.values(of: "forwarded").flatMap { Self.elements($0) }.map { Self.node(of: $0) }
        let listed = head.values(of: "x-forwarded-for").flatMap { Self.elements($0) }.map {
            Self.withoutPort($0.withoutOuterBlanks)
        }
        switch (client(among: forwarded), client(among: listed)) {
        case (let first?, let second?): return first == second ? first : .ambiguous
        case (let first?, nil): return first
        case (nil, let second): return second
        }
    }

    private func client(among nodes: [String?]) -> ClientIdentity? {
        var client: ClientIdentity?
        for node in nodes.reversed() {
            // An element that names nobody ends what proxies wrote.
            guard let node, !node.isEmpty, node.utf8.count <= 64 else { break }
            client = ClientIdentity(node)
            if !contains(node) { break }
        }
        return client
    }

    private static func elements(_ field: String) -> [Substring] { field.parts(separatedBy: ",", omittingEmpty: true) }

    /// The address of an element of `Forwarded`; `nil` if it has none.
    private static func node(of element: Substring) -> String? {
        for pair in element.parts(separatedBy: ";", omittingEmpty: true) {
            let parts = pair.parts(separatedBy: "=", maxSplits: 1, omittingEmpty: true)
            guard parts.count == 2, parts[0].withoutOuterBlanks.lowercased() == "for" else { continue }
            var value = parts[1].withoutOuterBlanks
            if let inner = value.after(prefix: "\"")?.before(suffix: "\"") { value = inner }
            return withoutPort(value)
        }
        return nil
    }

    /// Every connection of a client has another port, and all of them share one limit.
    private static func withoutPort(_ node: Substring) -> String {
        if let (address, _) = node.after(prefix: "[")?.divided(at: "]") { return String(address) }
        // An IPv6 address without brackets has no port.
        guard node.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1, let (address, _) = node.divided(at: ":") else {
            return String(node)
        }
        return String(address)
    }
}
