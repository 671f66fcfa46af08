import Testing

@testable import FlagServer

/// Token buckets of clients.
struct RateLimitTests {
    @Test func `a client that sends too many requests waits`() throws {
        var service = try TestService(#"{"a": 1}"#) { $0.limits.requestsPerSecond = 2 }
        for _ in 0..<4 { #expect(service.send(.get, "/v1/document").status == 200) }
        let response = service.send(.get, "/v1/document")
        #expect(response.status == 429)
        #expect(response.value(of: "Retry-After") == "1")
        #expect(response.errorCode == "TOO_MANY_REQUESTS")
        // Another client, and a question about health, are not affected.
        #expect(service.send(.get, "/v1/document", peer: "10.0.0.1").status == 200)
        #expect(service.send(.get, "/healthz").status == 200)
        service.monotonic += .milliseconds(500)
        #expect(service.send(.get, "/v1/document").status == 200)
        #expect(service.send(.get, "/v1/document").status == 429)
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
        for _ in 0..<2 { #expect(status(first, from: "10.0.0.1") == 200) }
        #expect(status(second, from: "10.0.0.1") == expected)
        // Anybody else cannot choose an address.
        for _ in 0..<2 { #expect(status(first, from: "10.0.0.2") == 200) }
        #expect(status(second, from: "10.0.0.2") == 429)
    }

    @Test func `beyond the greatest number of clients, new ones share a bucket until others are full`() {
        var limiter = RateLimiter(requestsPerSecond: 1)
        let refused = (0..<RateLimiter.maximumClientCount).filter {
            limiter.take(for: .identifier("\($0)"), at: .zero) != nil
        }
        #expect(refused.isEmpty)
        #expect(["a", "b", "c"].map { limiter.take(for: .identifier($0), at: .zero) } == [nil, nil, 1])
        #expect(limiter.take(for: .identifier("0"), at: .zero) == nil)
        // The buckets of the first clients are full again, and are forgotten.
        #expect(["c", "c", "c"].map { limiter.take(for: .identifier($0), at: .seconds(1)) } == [nil, nil, 1])
    }
}
