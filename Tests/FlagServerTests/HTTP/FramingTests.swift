import FlagServer
import TestSupport
import Testing

/// Heads that two implementations could read differently are refused before a body is read.
struct FramingTests {
    private func status(
        _ fields: [HeaderField], target: String = "/v1/document", isHTTP11: Bool = true, byteCount: Int? = nil
    ) throws -> Int {
        let head = RequestHead(
            method: .get, target: target, isHTTP11: isHTTP11, fields: fields, byteCount: byteCount)
        let service = try TestService("{}")
        switch service.service.admit(head, at: service.time) {
        case .refused(let response):
            expect(response.status == 421 || response.errorCode != nil)
            return response.status
        case .admitted: return 200
        }
    }

    private static let host = HeaderField("Host", "localhost")

    @Test(
        arguments: [
            ([], 400),
            ([host], 200),
            ([host, host], 400),
            ([host, HeaderField("hOST", "localhost")], 400),
            ([HeaderField("Host", "")], 400),
            ([HeaderField("Host", "localhost:x")], 400),
            ([HeaderField("Host", "[::1")], 400),
            ([HeaderField("Host", "127.0.0.1:99")], 200),
            ([HeaderField("Host", "[::1]:8321")], 200),
            ([HeaderField("Host", "LOCALHOST")], 200),
            ([HeaderField("Host", "evil.example")], 421),
            ([HeaderField("Host", "localhost.evil.example")], 421),
            ([host, HeaderField("Content-Length", "5")], 200),
            ([host, HeaderField("Content-Length", "5"), HeaderField("content-length", "5")], 400),
            ([host, HeaderField("Content-Length", "5"), HeaderField("Transfer-Encoding", "chunked")], 400),
            ([host, HeaderField("Transfer-Encoding", "chunked")], 200),
            ([host, HeaderField("Transfer-Encoding", "gzip, chunked")], 400),
            ([host, HeaderField("Transfer-Encoding", "chunked"), HeaderField("Transfer-Encoding", "chunked")], 400),
            ([host, HeaderField("Content-Length", "+5")], 400),
            ([host, HeaderField("Content-Length", "0x5")], 400),
            ([host, HeaderField("Content-Length", "5, 5")], 400),
            ([host, HeaderField("Content-Length", "")], 400),
            ([host, HeaderField("Content-Length", "99999999999999999999")], 400),
            ([host, HeaderField("Content-Length", "65536")], 200),
            ([host, HeaderField("Content-Length", "65537")], 413),
            ([host, HeaderField("X", "a\r\n b")], 400),
            ([host, HeaderField("X", "a\tb")], 200),
            ([host, HeaderField("X", "a\u{0}b")], 400),
            ([host, HeaderField("X y", "a")], 400),
            ([host, HeaderField("", "a")], 400),
        ] as [([HeaderField], Int)])
    func `a head is either unambiguous or refused`(_ fields: [HeaderField], _ expected: Int) throws {
        try expectEqual(status(fields), expected)
    }

    @Test(arguments: [
        ("/v1/document", 200), ("/v1/document?x=%00", 400), ("/v1/document?x=%7F", 400), ("/v1/document?x=1%", 400),
        ("/v1/document?x=%20/a", 200), ("/%68ealthz", 200), ("/v1/document%00", 400), ("/v1/document%0A", 400),
        ("/health\u{1}z", 400), ("/health z", 400), ("/%", 400), ("/%4", 400), ("/%zz", 400), ("/%FF", 400),
        ("healthz", 400), ("*", 400), ("", 400),
        ("/v1/document/", 404), ("//v1/document", 404), ("/../v1/document", 404), ("/./v1/document", 404), ("/", 200),
        ("/v1/document?x=caf\u{E9}", 400), ("/caf\u{E9}", 400), ("/caf%C3%A9", 404),
        ("/ofrep/v1/evaluate/flags/", 404), ("/ofrep/v1/evaluate/flags/a/b", 404),
    ])
    func `a target is decoded once and never resolved`(_ target: String, _ expected: Int) throws {
        try expectEqual(status([Self.host], target: target), expected)
    }

    @Test func `an admitted head says nothing about one whose letters Swift takes for the same`() throws {
        let service = try TestService(#"{"K": 1}"#) { $0.hosts = [HostName("k")].compactMap(\.self) }
        // U+212A, the sign of the kelvin, is canonically equivalent to the letter.
        for (host, key, status) in [("K", "K", 200), ("\u{212A}", "K", 400), ("K", "\u{212A}", 400)] {
            let response = service.send(.post, "/ofrep/v1/evaluate/flags/\(key)", #"{"context": {}}"#, host: host)
            expectEqual(response.status, status, "\(host) \(key)")
        }
    }

    @Test(arguments: [
        ("http://localhost/v1/document", "localhost", 200),
        ("HTTPS://LOCALHOST:99/v1/document?a=b", "localhost", 200),
        ("http://[::1]:8321/v1/document", "localhost", 200),
        ("http://localhost", "localhost", 200),
        ("http://localhost?a=/b", "localhost", 200),
        ("http://localhost/none", "localhost", 404),
        ("http://localhost/%zz", "localhost", 400),
        ("http://localhost/v1/document", "evil.example", 200),
        ("http://localhost/v1/document", "local host", 400),
        ("http://evil.example/v1/document", "localhost", 421),
        ("http://user@localhost/v1/document", "localhost", 400),
        ("http://localhost:x/v1/document", "localhost", 400),
        ("http:///v1/document", "localhost", 400),
        ("http://", "localhost", 400),
        ("http:/v1/document", "localhost", 400),
        ("ftp://localhost/v1/document", "localhost", 400),
        ("//localhost/v1/document", "localhost", 404),
        ("/http://localhost/v1/document", "localhost", 404),
    ])
    func `the host of an address as the target counts instead of the field`(
        _ target: String, _ host: String, _ expected: Int
    ) throws {
        try expectEqual(status([HeaderField("Host", host)], target: target), expected)
    }

    @Test func `an address as the target asks for the same as its path`() throws {
        let service = try TestService(#"{"a": 1}"#)
        let answer = service.send(.post, "http://localhost:1/ofrep/v1/evaluate/flags/a", "{}")
        expect(answer.text.contains(#""value":1"#))
        let refusal = service.send(.post, "http://localhost:1/ofrep/v1/evaluate/flags/b", "{}")
        expect(refusal.text.contains(#""key":"b""#))
    }

    @Test func `HTTP 1_0 needs no host, but may only name one that is served`() throws {
        try expectEqual(status([], isHTTP11: false), 200)
        try expectEqual(status([Self.host], isHTTP11: false), 200)
        try expectEqual(status([Self.host, Self.host], isHTTP11: false), 400)
        try expectEqual(status([HeaderField("Host", "")], isHTTP11: false), 400)
        try expectEqual(status([HeaderField("Host", "evil.example")], isHTTP11: false), 421)
        try expectEqual(status([], target: "http://evil.example/v1/document", isHTTP11: false), 421)
    }

    @Test func `what HTTP 1_0 may ask without a host opens nothing for HTTP 1_1`() throws {
        let service = try TestService("{}")
        func isAdmitted(_ fields: [HeaderField], isHTTP11: Bool) -> Bool {
            let head = RequestHead(method: .get, target: "/v1/document", isHTTP11: isHTTP11, fields: fields)
            if case .admitted = service.service.admit(head, at: service.time) { return true }
            return false
        }
        expect(isAdmitted([], isHTTP11: false))
        expect(!isAdmitted([HeaderField("Host", "")], isHTTP11: true))
        expect(!isAdmitted([], isHTTP11: true))
    }

    @Test(arguments: [
        ("GET", HTTPMethod.get), ("get", .other), ("M-SEARCH", .other), ("G\u{0}T", .malformed), ("G@T", .malformed),
        ("", .malformed),
    ])
    func `a method is a word`(_ name: String, _ expected: HTTPMethod) throws {
        expectEqual(HTTPMethod(name), expected)
        let response = try TestService("{}").send(expected, "/v1/document")
        expectEqual(response.status, [.get: 200, .other: 405][expected] ?? 400)
    }

    @Test(arguments: [
        (HTTPMethod.get, "/none", false), (.post, "/v1/document", false), (.get, "/%zz", true),
        (.malformed, "/v1/document", true),
    ])
    func `only a refusal of a malformed head ends the connection`(
        _ method: HTTPMethod, _ target: String, _ expected: Bool
    ) throws {
        try expectEqual(TestService("{}").send(method, target).closesConnection, expected)
    }

    @Test(
        arguments: [
            ([], false), ([HeaderField("Content-Length", "0")], false), ([HeaderField("content-length", "00")], true),
            ([HeaderField("Content-Length", "1")], true), ([HeaderField("Content-Length", "x")], true),
            ([HeaderField("Transfer-Encoding", "chunked")], true),
        ] as [([HeaderField], Bool)])
    func `a head tells whether a body may follow`(_ fields: [HeaderField], _ expected: Bool) {
        expectEqual(RequestHead(method: .get, target: "/", fields: fields).mayHaveBody, expected)
    }

    @Test func `a chunked body needs HTTP 1_1`() throws {
        try expectEqual(status([Self.host, HeaderField("Transfer-Encoding", "chunked")], isHTTP11: false), 400)
    }

    @Test func `a head may have as many bytes as the limit, and no more`() throws {
        try expectEqual(status([Self.host], byteCount: 16_384), 200)
        try expectEqual(status([Self.host], byteCount: 16_385), 431)
    }

    @Test(arguments: [
        (HTTPMethod.get, "/v1/document", 200), (.head, "/v1/document", 200), (.post, "/v1/document", 405),
        (.get, "/v1/resolve", 405), (.other, "/v1/document", 405), (.options, "/v1/document", 405),
        (.get, "/ofrep/v1/evaluate/flags", 405), (.get, "/readyz", 200), (.get, "/metrics", 200),
    ])
    func `a path has its methods`(_ method: HTTPMethod, _ path: String, _ expected: Int) throws {
        let response = try TestService("{}").send(method, path)
        expectEqual(response.status, expected)
        expectEqual((response.value(of: "Allow") != nil), expected == 405)
    }
}
