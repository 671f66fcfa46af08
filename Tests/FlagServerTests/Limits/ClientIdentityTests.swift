import FlagStore
import TestSupport
import Testing

@testable import FlagServer

/// Who a client is behind proxies.
struct ClientIdentityTests {
    private static let proxies = TrustedProxies(["10.0.0.0/8", "fd00::/8"].compactMap { AddressRange($0) })

    private func client(_ fields: [(String, String)], from peer: String = "10.0.0.1") -> ClientIdentity? {
        Self.proxies.client(
            of: RequestHead(
                method: .get, target: "/", fields: fields.map { HeaderField($0.0, $0.1) }, peer: peer))
    }

    @Test(
        arguments: [
            ([("Forwarded", "for=192.0.2.1")], "192.0.2.1"), ([("X-Forwarded-For", "192.0.2.1")], "192.0.2.1"),
            ([("X-Forwarded-For", "192.0.2.1:4711")], "192.0.2.1"),
            ([("X-Forwarded-For", "[2001:db8::1]:4711")], "2001:db8::1"),
            ([("X-Forwarded-For", "2001:db8::1")], "2001:db8::1"),
            // What clients write comes first, and trusted proxies follow.
            ([("X-Forwarded-For", "203.0.113.9, 192.0.2.1, 10.1.1.1")], "192.0.2.1"),
            ([("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-For", "192.0.2.1, fd00::7")], "192.0.2.1"),
            ([("Forwarded", "for=203.0.113.9, for=192.0.2.1;proto=https, for=\"[fd00::7]\"")], "192.0.2.1"),
            ([("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "192.0.2.1")], "192.0.2.1"),
            ([("Forwarded", "for=_hidden")], "_hidden"),
            // A client within the range of the proxies.
            ([("X-Forwarded-For", "10.0.0.2, 10.0.0.3")], "10.0.0.2"),
        ] as [([(String, String)], String)])
    func `a trusted proxy names the client`(_ fields: [(String, String)], _ expected: String) {
        expectEqual(client(fields), ClientIdentity(expected))
    }

    @Test func `nobody else names a client`() {
        expectEqual(client([("X-Forwarded-For", "192.0.2.1")], from: "203.0.113.9"), ClientIdentity("203.0.113.9"))
    }

    @Test func `clients about which two fields disagree share one limit`() {
        let first = client([("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "192.0.2.7")])
        let second = client([("Forwarded", "for=192.0.2.2"), ("X-Forwarded-For", "192.0.2.7")])
        expect(first == .ambiguous && second == .ambiguous)
    }

    @Test(
        arguments: [
            [], [("X-Forwarded-For", "")], [("Forwarded", "proto=https")],
            [("Forwarded", "for=203.0.113.9, proto=https")], [("X-Forwarded-For", String(repeating: "x", count: 65))],
        ] as [[(String, String)]])
    func `a proxy that names no client is exempt`(_ fields: [(String, String)]) { expectNil(client(fields)) }
}
