import FlagServer
import TestSupport
import Testing

/// Keys, roles, and the file that lists them.
struct KeyTests {
    /// Not SHA-256: a digest of 32 bytes that tests can write down.
    private static func digest(_ bytes: [UInt8]) -> [UInt8]? {
        (bytes + [UInt8](repeating: 0, count: 32)).prefix(32).map { $0 }
    }

    private static func line(_ role: String, _ key: String) -> String {
        let digits = (digest(Array(key.utf8)) ?? []).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        return "\(role) \(digits.joined())\n"
    }

    private func service() throws -> TestService {
        let file = "# keys\n\n" + Self.line("evaluate", "web") + Self.line("inspect", "admin")
        let keys = try AccessKeys(parsing: Array(file.utf8), digest: Self.digest)
        return try TestService(#"{"a": 1}"#) { $0.keys = keys }
    }

    @Test(
        arguments: [
            ("/healthz", nil, 200), ("/readyz", nil, 200), ("/metrics", nil, 401), ("/v1/document", nil, 401),
            ("/unknown", nil, 401), ("/unknown", "X-API-Key: web", 404),
            ("/v1/document", "X-API-Key: web", 200), ("/v1/document", "X-API-Key: admin", 200),
            ("/v1/document", "X-API-Key: we", 401), ("/v1/document", "X-API-Key: ", 401),
            ("/v1/document", "Authorization: Bearer web", 200), ("/v1/document", "Authorization: bearer  web", 200),
            ("/v1/document", "Authorization: Basic web", 401), ("/v1/document", "Authorization: Bearer", 401),
            ("/metrics", "X-API-Key: web", 403), ("/metrics", "X-API-Key: admin", 200),
        ] as [(String, String?, Int)])
    func `a route needs the key of its role`(_ path: String, _ field: String?, _ expected: Int) throws {
        let fields = field.map { line in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            return [HeaderField(parts[0], String(parts[1].drop { $0 == " " }))]
        }
        let response = try service().send(.get, path, fields: fields ?? [])
        expectEqual(response.status, expected)
        expectEqual((response.value(of: "WWW-Authenticate") == "Bearer"), expected == 401)
    }

    @Test func `a key for some documents is unknown everywhere else`() throws {
        let file = Self.line("inspect:app,tv", "some") + Self.line("inspect", "all") + Self.line("evaluate:web", "web")
        let keys = try AccessKeys(parsing: Array(file.utf8), digest: Self.digest)
        let service = try TestService(documents: ["app": "{}", "tv": "{}", "web": "{}"]) { $0.keys = keys }
        let expected: [(String, [String: Int])] = [
            ("/app/v1/document", ["some": 200, "all": 200, "web": 401]),
            ("/tv/v1/inspect/none", ["some": 401, "all": 404, "web": 401]),
            ("/web/v1/document", ["some": 401, "all": 200, "web": 200]),
            ("/metrics", ["some": 401, "all": 200, "web": 401]),
        ]
        for (path, statuses) in expected {
            for (key, status) in statuses {
                let response = service.send(.get, path, fields: [HeaderField("X-API-Key", key)])
                expectEqual(response.status, status, "\(path) with \(key)")
            }
        }
    }

    @Test func `replaced keys apply at once, and streams end so that clients show theirs`() throws {
        let service = try service()
        let events = try #require(
            service.send(.get, "/v1/events", fields: [HeaderField("X-API-Key", "web")]).events)
        expect(events.next(at: service.time, atMost: .max)?.isEmpty == false)
        service.service.replaceKeys(
            by: try AccessKeys(parsing: Array(Self.line("evaluate", "new").utf8), digest: Self.digest))
        expectNil(events.next(at: service.time, atMost: .max))
        for (key, status) in [("web", 401), ("admin", 401), ("new", 200)] {
            let response = service.send(.get, "/v1/document", fields: [HeaderField("X-API-Key", key)])
            expectEqual(response.status, status)
        }
    }

    @Test(arguments: [("web", "false", 200), ("web", "true", 403), ("admin", "true", 200)])
    func `reasons need the role inspect`(_ key: String, _ explain: String, _ expected: Int) throws {
        let response = try service().send(
            .post, "/v1/resolve", #"{"context": {"appVersion": "1.2.0"}, "explain": \#(explain)}"#,
            fields: [HeaderField("X-API-Key", key)])
        expectEqual(response.status, expected)
        if expected == 200 { expectEqual(response.text, "app.json 1.2.0 \(explain)") }
    }

    @Test(arguments: [
        ("", 1), ("# only a comment\n", 1), ("admin 00\n", 1), ("\nevaluate\n", 2), ("evaluate 00\n", 1),
        ("evaluate " + String(repeating: "g", count: 64), 1),
        ("evaluate: " + String(repeating: "0", count: 64), 1),
        ("evaluate:a,,b " + String(repeating: "0", count: 64), 1),
        ("evaluate:a " + String(repeating: "0", count: 63), 1), (":a " + String(repeating: "0", count: 64), 1),
        ("evaluate " + String(repeating: "0", count: 63), 1),
    ])
    func `a file that is not a list of keys is refused with its line`(_ text: String, _ line: Int) {
        let error = #expect(throws: AccessKeys.FormatError.self) {
            _ = try AccessKeys(parsing: Array(text.utf8), digest: Self.digest)
        }
        expectEqual(error?.line, line)
    }

    @Test func `a page that is listed may read responses, another one may not`() throws {
        let service = try TestService(#"{"a": 1}"#) { $0.origins = AllowedOrigins(["https://app.example"]) }
        let listed = [HeaderField("Origin", "https://app.example")]
        let other = [HeaderField("Origin", "https://evil.example")]
        let response = service.send(.get, "/v1/document", fields: listed)
        expectEqual(response.value(of: "Access-Control-Allow-Origin"), "https://app.example")
        expectEqual(response.value(of: "Access-Control-Expose-Headers"), "ETag, Retry-After")
        expectEqual(response.value(of: "Vary"), "Origin")
        expectNil(service.send(.get, "/v1/document", fields: other).value(of: "Access-Control-Allow-Origin"))
        expect(service.send(.get, "/unknown", fields: listed).value(of: "Access-Control-Allow-Origin") != nil)
        let method = [HeaderField("Access-Control-Request-Method", "POST")]
        let preflight = service.send(.options, "/ofrep/v1/evaluate/flags", fields: listed + method)
        expectEqual(preflight.status, 204)
        expect(preflight.value(of: "Access-Control-Allow-Headers")?.contains("If-None-Match") == true)
        expectEqual(service.send(.options, "/ofrep/v1/evaluate/flags", fields: other + method).status, 405)
    }
}
