import FlagResolver
import TestSupport
import Testing

@testable import FlagServer

/// The lines of the access log, and the counts of single settings.
struct AccessLogTests {
    private static let document = #"{"payments": true, "checkout": "legacy"}"#

    /// A service that logs, and its lines.
    private func service(
        percentage: Int = 100, _ configure: (inout ServiceConfiguration) -> Void = { _ in }
    ) throws -> (TestService, Locked<[String]>) {
        let lines = Locked<[String]>([])
        let service = try TestService(Self.document) { configuration in
            configuration.accessLog = AccessLog(percentage: percentage) { line in
                lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
            }
            configure(&configuration)
        }
        return (service, lines)
    }

    /// Sends a request, and logs the answer as the HTTP server does.
    private func send(
        _ target: String, _ fields: [HeaderField] = [], method: HTTPMethod = .post, peer: String = "192.0.2.7",
        to test: TestService
    ) {
        let head = RequestHead(
            method: method, target: target, fields: [HeaderField("Host", "localhost:8321")] + fields, peer: peer)
        switch test.service.admit(head, at: test.time) {
        case .refused(let response): test.service.log(response, to: head, at: test.date)
        case .admitted(let request):
            let response = test.service.respond(to: request, body: Array("{}".utf8), at: test.time)
            test.service.log(response, to: request, after: .microseconds(38), at: test.date)
        }
    }

    @Test func `a line says who asked what, and how long the answer took`() throws {
        let (test, lines) = try service()
        let trace = HeaderField("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
        send("/ofrep/v1/evaluate/flags/payments", [trace], to: test)
        let line = try #require(lines.withLock { $0.first })
        expect(line.hasSuffix("}\n"))
        let tree = try JSONTree(parsing: Array(line.utf8))
        let members = tree.members(of: 0).map { "\(tree[$0.key]): \(tree[$0.value])" }
        expectEqual(
            members,
            [
                #""time": "2027-01-15T08:00:00.000Z""#, #""client": "192.0.2.7""#, #""method": "POST""#,
                #""path": "/ofrep/v1/evaluate/flags/payments""#, #""route": "flag""#, #""status": 200"#,
                #""bytes": 83"#, #""microseconds": 38"#, #""traceId": "0af7651916cd43dd8448eb211c80319c""#,
                #""parentId": "b7ad6b7169203331""#,
            ])
    }

    @Test func `no key, token, query or context reaches a line`() throws {
        let keys = try AccessKeys(parsing: Array("evaluate \(String(repeating: "0", count: 64))".utf8)) { _ in nil }
        let (test, lines) = try service { $0.keys = keys }
        let secret = "s3cret"
        send("/v1/events?token=\(secret)", method: .get, to: test)
        send("/ofrep/v1/evaluate/flags", [HeaderField("Authorization", "Bearer \(secret)")], to: test)
        send("/ofrep/v1/evaluate/flags", [HeaderField("X-API-Key", secret), HeaderField("Cookie", secret)], to: test)
        send("/v1/document#\(secret)", method: .get, to: test)
        expectEqual(lines.withLock { $0.count }, 4)
        expect(lines.withLock { $0.allSatisfy { !$0.contains(secret) } })
    }

    @Test(
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::1", "::1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6"),
        ])
    func `the client of a connection is its address`(peer: String, client: String) throws {
        let (test, lines) = try service()
        send("/healthz", method: .get, peer: peer, to: test)
        expect(lines.withLock { $0.first?.contains("\"client\":\"\(client)\"") } == true)
    }

    @Test func `the client of a proxy is the one that it names`() throws {
        let (test, lines) = try service {
            $0.trustedProxies = TrustedProxies([AddressRange("192.0.2.0/24")].compactMap { $0 })
        }
        send("/healthz", [HeaderField("X-Forwarded-For", "10.1.2.3, 198.51.100.9")], method: .get, to: test)
        send("/healthz", [HeaderField("Forwarded", "for=\"[2001:db8:1:2:3::4]\"")], method: .get, to: test)
        expectEqual(lines.withLock { $0.map { $0.contains("\"client\":\"198.51.100.9\"") } }, [true, false])
        expect(lines.withLock { $0.last?.contains("\"client\":\"2001:db8:1:2::/64\"") } == true)
    }

    @Test(
        arguments: [
            "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
        ])
    func `a malformed traceparent is left out`(_ text: String) throws {
        expectNil(TraceParent(text))
        let (test, lines) = try service()
        send("/healthz", [HeaderField("traceparent", text)], method: .get, to: test)
        expect(lines.withLock { $0.first?.contains("traceId") } == false)
    }

    @Test func `a later version of traceparent may have more parts`() {
        let text = "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"
        expectEqual(TraceParent(text)?.traceID, "0af7651916cd43dd8448eb211c80319c")
    }

    @Test func `a share is logged, and every failure of the server`() throws {
        let (test, lines) = try service(percentage: 10)
        for _ in 0..<2_000 { send("/healthz", method: .get, to: test) }
        expect((100..<320).contains(lines.withLock { $0.count }))
        let failing = Locked<[String]>([])
        let empty = try TestService(nil) { configuration in
            configuration.accessLog = AccessLog(percentage: 1) { line in
                failing.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
            }
        }
        for _ in 0..<20 { send("/v1/document", method: .get, to: empty) }
        expectEqual(failing.withLock { $0.count }, 20)
    }

    @Test(arguments: ["?", "#"])
    func `a query that begins with a combining mark is not logged`(_ separator: String) throws {
        let (test, lines) = try service()
        send("/v1/document\(separator)\u{301}key=secret", method: .get, to: test)
        let line = try #require(lines.withLock { $0.first })
        expect(line.contains(#""path":"/v1/document""#) && !line.contains("secret"), "\(line)")
    }

    @Test func `single settings are counted, and no other names`() throws {
        let test = try TestService(Self.document)
        for _ in 0..<3 { _ = test.evaluate("payments") }
        _ = test.evaluate("checkout")
        _ = test.evaluate("no-setting")
        let text = test.send(.get, "/metrics").text
        expect(text.contains("flagctl_flag_evaluations_total{document=\"\",setting=\"payments\"} 3\n"))
        expect(text.contains("flagctl_flag_evaluations_total{document=\"\",setting=\"checkout\"} 1\n"))
        expect(!text.contains("no-setting"))
    }

    @Test func `a thousand settings have a label, and the others share one`() {
        var counts = EvaluationCounts()
        for round in 0..<2 {
            for number in 0..<1_500 { counts.add("s\(number)", of: "app") }
            expectEqual(counts.sorted.count, 1_000)
            expectEqual(counts.others, 500 * (round + 1))
        }
        expect(counts.sorted.allSatisfy { $0.count == 2 })
    }
}
