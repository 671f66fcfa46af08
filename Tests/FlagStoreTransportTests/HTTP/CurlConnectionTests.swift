import FlagStore
import FlagStoreCurl
import TestSupport
import Testing

/// How the requests of a ``CurlTransport`` share connections.
@Suite(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"))
struct CurlConnectionTests {
    private static let tag = "\"1\""
    private static let document = DocumentOutcome.document(Array("{}".utf8), entityTag: tag)

    /// Reads the request, and responds without closing the connection.
    private static func steps(_ status: String, _ fields: [String] = [], _ body: String = "") -> [TestServer.Step] {
        let lines = ["HTTP/1.1 \(status)", "ETag: \(tag)"] + fields + ["", body]
        return [.readRequest, .send(Array(lines.joined(separator: "\r\n").utf8)), .keepOpen]
    }

    private static let good = steps("200 OK", ["Content-Length: 2"], "{}")

    /// Answers conditional requests with 304.
    private static func answer(_ request: TestServer.Request) -> [TestServer.Step] {
        request.value(of: "if-none-match") == tag ? steps("304 Not Modified") : good
    }

    @Test func `requests one after another use one connection, whether the document has changed or not`() async throws {
        let server = try TestServer(Self.answer)
        let transport = CurlTransport(try server.address(), options: HTTPLibrary.patientOptions)
        for round in 0..<6 {
            let isConditional = round % 3 != 0
            let outcome = await transport.fetch(DocumentRequest(entityTag: isConditional ? Self.tag : nil))
            expectEqual(outcome, isConditional ? .notModified : Self.document, "round \(round)")
        }
        expectEqual(server.requests.count, 6)
        expectEqual(server.connectionCount, 1)
    }

    @Test func `no option of a request is left for the next one`() async throws {
        let server = try TestServer(Self.answer)
        let transport = CurlTransport(try server.address(), options: HTTPLibrary.patientOptions)
        await expectEqual(transport.fetch(DocumentRequest(entityTag: Self.tag)), .notModified)
        await expectEqual(transport.fetch(DocumentRequest(byteLimit: 1)).failureKind, .tooLarge)
        await expectEqual(transport.fetch(DocumentRequest()), Self.document)
        expectEqual(server.requests.map { $0.value(of: "if-none-match") }, [Self.tag, nil, nil])
    }

    @Test func `a redirect uses the connection of its request`() async throws {
        let server = try TestServer { request in
            request.path == "/new.json"
                ? Self.good : Self.steps("302 Found", ["Location: /new.json", "Content-Length: 0"])
        }
        let transport = CurlTransport(try server.address(), options: HTTPLibrary.patientOptions)
        for _ in 0..<2 { await expectEqual(transport.fetch(DocumentRequest()), Self.document) }
        expectEqual(server.requests.count, 4)
        expectEqual(server.connectionCount, 1)
    }

    @Test(arguments: ["a closed connection", "a reset connection", "an error"])
    func `the next request after the connection ended has another one`(ending: String) async throws {
        let server = try TestServer(answering: Self.good)
        let transport = CurlTransport(try server.address(), options: HTTPLibrary.patientOptions)
        await expectEqual(transport.fetch(DocumentRequest()), Self.document)
        switch ending {
        case "an error":
            server.answer(Self.steps("503 Service Unavailable", ["Content-Length: 4"], "busy"))
            await expectEqual(transport.fetch(DocumentRequest()).failureStatus, 503)
        case "a reset connection":
            server.answer([.readRequest, .reset])
            await expect(transport.fetch(DocumentRequest()).failureKind != nil)
        default:
            server.answer(Answer.steps("200 OK", ["ETag: \(Self.tag)"], "{}"))
            await expectEqual(transport.fetch(DocumentRequest()), Self.document)
        }
        server.answer(Self.good)
        for _ in 0..<2 { await expectEqual(transport.fetch(DocumentRequest()), Self.document) }
        // libcurl repeats a request on a new connection if the old one is reset before the response.
        expectEqual(server.connectionCount, (ending == "a reset connection" ? 3 : 2))
    }

    @Test func `a cancelled request leaves nothing to the next one`() async throws {
        let server = try TestServer(answering: [.readRequest, .hold])
        let transport = CurlTransport(try server.address(), options: HTTPLibrary.patientOptions)
        let task = Task { await transport.fetch(DocumentRequest(timeLimit: .seconds(600))) }
        await eventually { server.requests.count == 1 }
        task.cancel()
        _ = await task.value
        server.answer(Self.good)
        for _ in 0..<3 { await expectEqual(transport.fetch(DocumentRequest()), Self.document) }
        expect(server.connectionCount <= 3)
    }

    @Test func `a connection is closed with its transport`() async throws {
        let server = try TestServer(answering: Self.good)
        var transport: CurlTransport? = CurlTransport(try server.address(), options: HTTPLibrary.patientOptions)
        await expectEqual(transport?.fetch(DocumentRequest()), Self.document)
        expectEqual(server.goneClients, 0)
        transport = nil
        await eventually { server.goneClients == 1 }
        expectEqual(server.goneClients, 1)
    }
}
