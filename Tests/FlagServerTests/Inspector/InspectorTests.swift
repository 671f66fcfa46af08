import FlagResolver
import FlagServer
import TestSupport
import Testing

/// The page of the inspector, and the questions that it asks.
struct InspectorTests {
    /// An inspector that says what it was asked.
    private struct Echo: Inspector {
        func page(nonce: String) -> [UInt8] { Array("page \(nonce)".utf8) }

        func answer(_ question: InspectorQuestion, about document: InspectedDocument) throws(Refusal) -> [UInt8] {
            switch question {
            case .document:
                return Array("document \(document.name) \(document.source) \(document.entityTag)".utf8)
            case .setting("missing", _): throw .unknownFlag("missing")
            case .setting(let name, let context):
                let version = context.map { $0.appVersion?.description ?? "no version" } ?? "everybody"
                return Array("setting \(name) \(version)".utf8)
            case .users(let expression): return Array("users \(expression)".utf8)
            case .matrix(let settings):
                return Array(
                    "matrix \(settings.filter) \(settings.first) \(settings.count) \(settings.changesOnly)".utf8)
            case .change:
                let seconds = document.secondsSinceChange.map { "\($0)" } ?? "-"
                return Array("change \(document.former.map { "\($0.count)" } ?? "none") \(seconds)".utf8)
            }
        }
    }

    private func service(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) throws -> TestService {
        try TestService(#"{"a": 1}"#) { configuration in
            configuration.inspector = Echo()
            configure(&configuration)
        }
    }

    private static let weak = """
        evaluate 5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8
        """

    private func keys() throws -> AccessKeys {
        try AccessKeys(parsing: Array(Self.weak.utf8)) { bytes in
            // The digest of "password" is in the file; that of other keys does not matter.
            bytes == Array("password".utf8)
                ? [
                    0x5E, 0x88, 0x48, 0x98, 0xDA, 0x28, 0x04, 0x71, 0x51, 0xD0, 0xE5, 0x6F, 0x8D, 0xC6, 0x29, 0x27,
                    0x73,
                    0x60, 0x3D, 0x0D, 0x6A, 0xAB, 0xBD, 0xD6, 0x2A, 0x11, 0xEF, 0x72, 0x1D, 0x15, 0x42, 0xD8,
                ] : [UInt8](repeating: 0, count: 32)
        }
    }

    @Test func `the page may run and load nothing but itself`() throws {
        let service = try service()
        let page = service.send(.get, "/")
        let nonce = page.text.dropFirst("page ".count)
        expect(page.status == 200 && nonce.count > 16)
        expectEqual(page.value(of: "Content-Type"), "text/html; charset=utf-8")
        expectEqual(page.value(of: "Cache-Control"), "no-store")
        expectEqual(page.value(of: "X-Frame-Options"), "DENY")
        expectEqual(page.value(of: "Referrer-Policy"), "no-referrer")
        expectEqual(page.value(of: "X-Content-Type-Options"), "nosniff")
        let policy = try #require(page.value(of: "Content-Security-Policy"))
        for part in [
            "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "connect-src 'self'",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ] {
            expect(policy.contains(part), "\(policy)")
        }
        expect(!policy.contains("unsafe"))
        expect(service.send(.get, "/").text != page.text)
        expectEqual(service.send(.head, "/").status, 200)
    }

    @Test(arguments: [
        (HTTPMethod.get, "", "", "document  app.json "),
        (.post, "/setting", #"{"setting": "a"}"#, "setting a everybody"),
        (.post, "/setting", #"{"setting": "a", "context": {"appVersion": "2.1.0"}}"#, "setting a 2.1.0"),
        (.post, "/setting", #"{"setting": "a", "context": {}}"#, "setting a no version"),
        (.post, "/users", #"{"expression": "a == 1"}"#, "users a == 1"), (.post, "/matrix", "{}", "matrix  0 50 false"),
        (
            .post, "/matrix", #"{"filter": "x", "first": 100, "count": 9999, "changesOnly": true}"#,
            "matrix x 100 200 true"
        ),
        (.post, "/matrix", #"{"first": -1, "count": 0}"#, "matrix  0 1 false"), (.get, "/change", "", "change none -"),
    ])
    func `a question goes to the inspector`(
        _ method: HTTPMethod, _ path: String, _ body: String, _ answer: String
    ) throws {
        let response = try service().send(method, "/v1/inspect\(path)", body)
        expect(response.status == 200 && response.text.hasPrefix(answer), "\(response.text)")
        expectEqual(response.value(of: "Cache-Control"), "no-store")
    }

    @Test(arguments: [
        ("/setting", "{}", 400, "PARSE_ERROR"), ("/setting", #"{"setting": 1}"#, 400, "PARSE_ERROR"),
        ("/setting", #"{"setting": "missing"}"#, 404, "FLAG_NOT_FOUND"), ("/users", "[]", 400, "PARSE_ERROR"),
        ("/users", "", 400, "PARSE_ERROR"), ("/matrix", "{", 400, "PARSE_ERROR"), ("/none", "{}", 404, "NOT_FOUND"),
        ("/", "{}", 404, "NOT_FOUND"), ("/setting/a", "{}", 404, "NOT_FOUND"),
        ("/change", "{}", 405, "METHOD_NOT_ALLOWED"), ("", "{}", 405, "METHOD_NOT_ALLOWED"),
    ])
    func `a bad question is refused`(_ path: String, _ body: String, _ status: Int, _ code: String) throws {
        let response = try service().send(.post, "/v1/inspect\(path)", body)
        expect(response.status == status && response.errorCode == code, "\(response.text)")
    }

    @Test func `the page needs no key, and its questions need the role of the inspector`() throws {
        let keys = try keys()
        let service = try service { $0.keys = keys }
        expectEqual(service.send(.get, "/").status, 200)
        for path in ["/v1/inspect", "/v1/inspect/change"] {
            expectEqual(service.send(.get, path).status, 401)
            expectEqual(service.send(.get, path, fields: [HeaderField("X-API-Key", "password")]).status, 403)
        }
    }

    @Test func `the page counts for the limit of a client`() throws {
        let service = try service { $0.limits.requestsPerSecond = 1 }
        let statuses = (0..<3).map { _ in service.send(.get, "/").status }
        expectEqual(statuses, [200, 200, 429])
    }

    @Test func `what the last document changed can be asked`() throws {
        var service = try service()
        service.slot.serve(
            ServedDocument(try SettingsDocument(parsing: Array(#"{"a": 2, "b": 3}"#.utf8))), at: .seconds(100))
        service.monotonic = .seconds(107)
        expectEqual(service.send(.get, "/v1/inspect/change").text, "change 1 7")
    }

    @Test func `without an inspector there is no page`() throws {
        let service = try TestService("{}")
        expectEqual(service.send(.get, "/").errorCode, "NOT_FOUND")
        expectEqual(service.send(.get, "/v1/inspect").errorCode, "NOT_FOUND")
        let waiting = try TestService(nil) { $0.inspector = Echo() }
        expectEqual(waiting.send(.get, "/").status, 200)
        expectEqual(waiting.send(.get, "/v1/inspect").errorCode, "PROVIDER_NOT_READY")
    }

    @Test func `several documents each have a page, and the root has one that lists them`() throws {
        let service = try TestService(documents: ["app": "{}", "tv": "{}"]) { $0.inspector = Echo() }
        for path in ["/", "/app/", "/tv/"] { expect(service.send(.get, path).text.hasPrefix("page")) }
        expect(service.send(.get, "/tv/v1/inspect").text.hasPrefix("document tv tv.json"))
        for path in ["/v1/inspect", "/none/", "/app/healthz"] { expectEqual(service.send(.get, path).status, 404) }
    }

    @Test(arguments: [
        ("/tv", "./tv/"), ("/tv?a=/b", "./tv/"), ("http://localhost:8321/tv", "./tv/"), ("/t%76", "./t%76/"),
        ("/a:b", "./a:b/"),
    ])
    func `the name of a document leads to its page`(_ target: String, _ address: String) throws {
        let service = try TestService(documents: ["tv": "{}", "a:b": "{}"]) { $0.inspector = Echo() }
        let response = service.send(.get, target)
        expect(response.status == 308 && response.value(of: "Location") == address && response.body.isEmpty)
        expectEqual(service.send(.head, target).status, 308)
        expectEqual(service.send(.post, target).errorCode, "METHOD_NOT_ALLOWED")
    }

    @Test(arguments: ["/none", "//", "/tv/v1", "/v1"]) func `other paths lead to no page`(_ target: String) throws {
        let service = try TestService(documents: ["tv": "{}"]) { $0.inspector = Echo() }
        expectEqual(service.send(.get, target).errorCode, "NOT_FOUND")
        let single = try TestService("{}") { $0.inspector = Echo() }
        expectEqual(single.send(.get, target).errorCode, "NOT_FOUND")
        let withoutPage = try TestService(documents: ["tv": "{}"])
        expectEqual(withoutPage.send(.get, "/tv").errorCode, "NOT_FOUND")
    }

    @Test func `few questions are answered at a time`() throws {
        /// Asks another question while it answers one.
        final class Nested: Inspector {
            let ask = Locked<(@Sendable () -> Int)?>(nil)
            let statuses = Locked<[Int]>([])
            func page(nonce: String) -> [UInt8] { [] }
            func answer(_ question: InspectorQuestion, about document: InspectedDocument) throws(Refusal) -> [UInt8] {
                guard let ask = ask.withLock({ $0 }) else { return [] }
                let status = ask()
                statuses.withLock { $0.append(status) }
                return []
            }
        }
        let inspector = Nested()
        let service = try TestService("{}") { $0.inspector = inspector }
        inspector.ask.withLock { ask in ask = { service.send(.get, "/v1/inspect").status } }
        expectEqual(service.send(.get, "/v1/inspect").status, 200)
        expectEqual(inspector.statuses.withLock { $0 }, [503, 200])
        inspector.ask.withLock { $0 = nil }
        expectEqual(service.send(.get, "/v1/inspect").status, 200)
    }

    @Test(
        arguments: [
            ([("Origin", "http://localhost:8321")], 200), ([("Origin", "https://evil.example")], 403),
            ([("Origin", "null")], 403), ([("Sec-Fetch-Site", "same-origin")], 200),
            ([("Sec-Fetch-Site", "none")], 200),
            ([("Sec-Fetch-Site", "cross-site")], 403), ([("Sec-Fetch-Site", "same-site")], 403),
            // Behind a proxy, the Host field may lack the port.
            ([("Origin", "http://localhost"), ("Sec-Fetch-Site", "same-origin")], 200),
            ([("Origin", "https://allowed.example"), ("Sec-Fetch-Site", "cross-site")], 200), ([], 200),
        ] as [([(String, String)], Int)])
    func `other web pages get no answers to questions`(_ fields: [(String, String)], _ status: Int) throws {
        let service = try service { $0.origins = AllowedOrigins(["https://allowed.example"]) }
        let fields = fields.map { HeaderField($0.0, $0.1) }
        expectEqual(service.send(.get, "/v1/inspect", fields: fields).status, status)
        expectEqual(service.send(.post, "/v1/inspect/matrix", "{}", fields: fields).status, status)
        // Values are for other pages, too, as far as --allow-origin lets them read.
        expectEqual(service.send(.post, "/ofrep/v1/evaluate/flags", "{}", fields: fields).status, 200)
    }

    @Test func `the refusal of a question that takes too long states the limit`() throws {
        let service = try service()
        let head = RequestHead(method: .get, target: "/v1/inspect", fields: [HeaderField("Host", "localhost")])
        let request = try #require(service.service.admit(head, at: service.time).request)
        expect(request.isQuestion)
        let response = service.service.respondLate(to: request)
        expect(response.status == 503 && response.errorCode == "TOO_COMPLEX")
        expect(response.text.contains("more than 10 s"))
    }
}
