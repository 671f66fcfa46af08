import TestSupport
import Testing

@testable import FlagServer

/// Token buckets of clients.
struct RateLimitTests {
    @Test func `a client that sends too many requests waits`() throws {
        var service = try TestService(#"{"a": 1}"#) { $0.limits.requestsPerSecond = 2 }
        for _ in 0..<4 { expectEqual(service.send(.get, "/v1/document").status, 200) }
        let response = service.send(.get, "/v1/document")
        expectEqual(response.status, 429)
        expectEqual(response.value(of: "Retry-After"), "1")
        expectEqual(response.errorCode, "TOO_MANY_REQUESTS")
        // Another client, and a question about health, are not affected.
        expectEqual(service.send(.get, "/v1/document", peer: "10.0.0.1").status, 200)
        expectEqual(service.send(.get, "/healthz").status, 200)
        service.monotonic += .milliseconds(500)
        expectEqual(service.send(.get, "/v1/document").status, 200)
        expectEqual(service.send(.get, "/v1/document").status, 429)
    }

    @Test(arguments: [
        ("for=192.0.2.1", "for=192.0.2.2", 200),
        ("for=192.0.2.1", "for=192.0.2.1", 429),
        ("for=192.0.2.1:4711", "for=192.0.2.1:4712;proto=https", 429),
        ("for=\"[2001:db8::1]:4711\"", "For=\"[2001:db8::1]\"", 429),
        ("for=\"[2001:db8::1]\"", "for=\"[2001:db8:0:0:1::2]\"", 429),
        ("for=\"[2001:db8::1]\"", "for=\"[2001:db8:0:1::1]\"", 200),
        // Only the proxy itself is believed, and it writes the last element.
        ("for=192.0.2.1", "for=203.0.113.9, for=192.0.2.1", 429),
    ])
    func `behind a trusted proxy the limit is that of the forwarded client`(
        _ first: String, _ second: String, _ expected: Int
    ) throws {
        let service = try TestService(#"{"a": 1}"#) {
            $0.limits.requestsPerSecond = 1
            $0.trustedProxies = TrustedProxies([AddressRange("10.0.0.1")].compactMap { $0 })
        }
        func status(_ forwarded: String, from peer: String) -> Int {
            service.send(.get, "/v1/document", fields: [HeaderField("Forwarded", forwarded)], peer: peer).status
        }
        for _ in 0..<2 { expectEqual(status(first, from: "10.0.0.1"), 200) }
        expectEqual(status(second, from: "10.0.0.1"), expected)
        // Anybody else cannot choose an address.
        for _ in 0..<2 { expectEqual(status(first, from: "10.0.0.2"), 200) }
        expectEqual(status(second, from: "10.0.0.2"), 429)
    }

    @Test func `beyond the greatest number of clients, new ones share a bucket until others are full`() {
        var limiter = RateLimiter(requestsPerSecond: 1)
        let refused = (0..<RateLimiter.maximumClientCount).filter {
            limiter.take(for: .identifier("\($0)"), at: .zero) != nil
        }
        expect(refused.isEmpty)
        expectEqual(["a", "b", "c"].map { limiter.take(for: .identifier($0), at: .zero) }, [nil, nil, 1])
        expectNil(limiter.take(for: .identifier("0"), at: .zero))
        // The buckets of the first clients are full again, and are forgotten.
        expectEqual(["c", "c", "c"].map { limiter.take(for: .identifier($0), at: .seconds(1)) }, [nil, nil, 1])
    }
}
