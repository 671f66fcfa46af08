import FlagStore
import TestSupport
import Testing

struct RequestHeadersTransportTests {
    private let headers: RequestHeaders

    init() throws {
        headers = try RequestHeaders(["X-API-Key": "a key; with=blanks", "Authorization": "Bearer x.y~z"])
    }

    @Test(arguments: HTTPLibrary.here)
    func `come with every request, beside those of the transport`(library: HTTPLibrary) async throws {
        let server = try TestServer(answering: Answer.steps("200 OK", [], "{}"))
        let transport = library.transport(try server.address(), headers: headers)
        for _ in 0..<2 { _ = await transport.fetch(DocumentRequest(entityTag: "\"1\"")) }
        expectEqual(server.requests.count, 2)
        for request in server.requests {
            expectEqual(request.value(of: "x-api-key"), "a key; with=blanks")
            expectEqual(request.value(of: "authorization"), "Bearer x.y~z")
            expectEqual(request.value(of: "if-none-match"), "\"1\"")
            expectEqual(request.value(of: "user-agent"), "FlagStore")
            expectEqual(request.lines.filter { $0.lowercased().hasPrefix("x-api-key:") }.count, 1)
        }
    }

    @Test(arguments: HTTPLibrary.here)
    func `follow a redirect within the origin`(library: HTTPLibrary) async throws {
        let server = try TestServer { request in
            request.path == "/there"
                ? Answer.steps("200 OK", [], "{}") : Answer.steps("302 Found", ["Location: /there"], "")
        }
        let outcome = await library.transport(try server.address(), headers: headers).fetch(DocumentRequest())
        expectEqual(outcome, .document(Array("{}".utf8)))
        expectEqual(server.requests.map(\.path), ["/app.json", "/there"])
        expect(server.requests.allSatisfy { $0.value(of: "x-api-key") == "a key; with=blanks" })
        expect(server.requests.allSatisfy { $0.value(of: "authorization") == "Bearer x.y~z" })
    }

    @Test(arguments: HTTPLibrary.here)
    func `Y3: never reach another origin, which is not even asked`(library: HTTPLibrary) async throws {
        let other = try TestServer(answering: Answer.steps("200 OK", [], "{}"))
        let elsewhere = try other.address().text
        let server = try TestServer(answering: Answer.steps("307 Elsewhere", ["Location: \(elsewhere)"], ""))
        let outcome = await library.transport(try server.address(), headers: headers).fetch(DocumentRequest())
        expectEqual(outcome.failureKind, .refusedRedirect)
        expectEqual(server.requests.count, 1)
        expect(other.requests.isEmpty)
    }
}
