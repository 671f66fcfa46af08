import FlagStore
import FlagStoreCurl
import TestSupport
import Testing

struct HTTPTransportTests {
    private static let document = Array(ServedStore.document("served").utf8)

    private func fetch(
        _ library: HTTPLibrary, _ steps: [TestServer.Step], _ request: DocumentRequest = DocumentRequest()
    ) async throws -> DocumentOutcome {
        let server = try TestServer(answering: steps)
        return await library.transport(try server.address()).fetch(request)
    }

    @Test(arguments: HTTPLibrary.here)
    func `brings body, entity tag and media type`(library: HTTPLibrary) async throws {
        let headers = ["etag:  W/\"a b\" ", "Content-TYPE: application/json; charset=utf-8", "Retry-After: 7"]
        let outcome = try await fetch(library, Answer.steps("200 OK", headers, Self.document))
        let expected = ReceivedDocument(
            bytes: Self.document, entityTag: "W/\"a b\"", mediaType: "application/json; charset=utf-8")
        expectEqual(outcome, .received(expected))
    }

    @Test(arguments: HTTPLibrary.here)
    func `brings all header fields, found regardless of case`(library: HTTPLibrary) async throws {
        let outcome = try await fetch(
            library, Answer.steps("200 OK", ["X-Signature:  ed25519=abc ", "x-key-id: 7"], Self.document))
        guard case .received(let received) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        expectEqual(received.headers["x-signature"], "ed25519=abc")
        expectEqual(received.headers["X-Key-ID"], "7")
        expectNil(received.headers["X-Other"])
        expect(received.headers.fields.contains { $0.name == "content-length" })
    }

    @Test(arguments: HTTPLibrary.here)
    func `sends nothing that tells one user from another`(library: HTTPLibrary) async throws {
        let server = try TestServer(answering: Answer.steps("200 OK", ["Set-Cookie: a=b"], "{}"))
        for _ in 0..<2 { _ = await library.transport(try server.address()).fetch(DocumentRequest(entityTag: "\"1\"")) }
        let fields = server.requests.flatMap { $0.lines.dropFirst() }
        let names = Set(fields.compactMap { $0.split(separator: ":").first?.lowercased() })
        let known: Set = [
            "host", "accept", "accept-encoding", "accept-language", "connection", "if-none-match", "user-agent",
        ]
        expectEqual(names.subtracting(known), [])
        for request in server.requests {
            expectEqual(request.value(of: "user-agent"), "FlagStore")
            expect(["*", nil].contains(request.value(of: "accept-language")))
        }
    }

    @Test(arguments: HTTPLibrary.here)
    func `brings a body in chunks`(library: HTTPLibrary) async throws {
        let head = Answer.head("200 OK", ["Transfer-Encoding: chunked"])
        let chunks = Self.document.map { "1\r\n\(Character(UnicodeScalar($0)))\r\n" }.joined() + "0\r\n\r\n"
        let outcome = try await fetch(library, [.readRequest, .send(head + Array(chunks.utf8))])
        expectEqual(outcome, .document(Self.document))
    }

    @Test(arguments: HTTPLibrary.here)
    func `brings a body whose end is that of the connection`(library: HTTPLibrary) async throws {
        try await expectEqual(
            fetch(library, [.readRequest, .send(Answer.head() + Self.document)]), .document(Self.document))
    }

    @Test(arguments: HTTPLibrary.here)
    func `brings an empty body as such, for the store to refuse`(library: HTTPLibrary) async throws {
        try await expectEqual(fetch(library, Answer.steps("200 OK", [], "")), .document([]))
    }

    @Test(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"))
    func `passes over interim responses`() async throws {
        let early = Array("HTTP/1.1 103 Early Hints\r\nETag: \"early\"\r\n\r\n".utf8)
        let steps =
            [.readRequest, .send(early + Answer.head("200 OK", ["ETag: \"late\""]) + Self.document)]
            as [TestServer.Step]
        try await expectEqual(fetch(.curl, steps), .document(Self.document, entityTag: "\"late\""))
    }

    @Test(
        arguments: HTTPLibrary.here,
        ["\"1\"", "W/\"ü, \\x\""])
    func `Y1: sends the entity tag byte for byte, and reports 304`(library: HTTPLibrary, entityTag: String) async throws
    {
        let server = try TestServer { request in
            request.value(of: "if-none-match") == entityTag
                ? Answer.raw("HTTP/1.1 304 Not Modified\r\n\r\n")
                : Answer.steps("200 OK", ["ETag: \(entityTag)"], Self.document)
        }
        let transport = library.transport(try server.address())
        let first = await transport.fetch(DocumentRequest())
        expectEqual(first, .document(Self.document, entityTag: entityTag))
        expectNil(server.requests.first?.value(of: "if-none-match"))
        await expectEqual(transport.fetch(DocumentRequest(entityTag: entityTag)), .notModified)
    }

    @Test(arguments: HTTPLibrary.here)
    func `Y1: without an entity tag sends the date of the last modification, and reports 304`(
        library: HTTPLibrary
    ) async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let fields = ["Last-Modified: \(date)", "Date: Sun, 06 Nov 1994 08:49:39 GMT"]
        let server = try TestServer { request in
            request.value(of: "if-modified-since") == date && request.value(of: "if-none-match") == nil
                ? Answer.steps("304 Not Modified", [], "")
                : Answer.steps("200 OK", fields, Self.document)
        }
        let transport = library.transport(try server.address())
        let first = await transport.fetch(DocumentRequest())
        expectEqual(first, .document(Self.document, entityTag: date))
        await expectEqual(transport.fetch(DocumentRequest(entityTag: date)), .notModified)
    }

    @Test(
        arguments: HTTPLibrary.here,
        ["", "bare", "*", "\"\u{7}\"", "\"" + String(repeating: "x", count: 1_100) + "\""])
    func `Y1: drops an entity tag that could not be sent back`(library: HTTPLibrary, entityTag: String) async throws {
        let outcome = try await fetch(library, Answer.steps("200 OK", ["ETag: \(entityTag)"], Self.document))
        expectEqual(outcome, .document(Self.document))
    }

    @Test(
        arguments: HTTPLibrary.here,
        [
            ("404 Not Found", nil, nil), ("500 Oops", "12", .seconds(12)), ("503 Later", "0", .seconds(0)),
            ("503 Later", "Sun, 06 Nov 1994 08:49:37 GMT", .date(secondsSince1970: 784_111_777)),
            ("429 Slow Down", "soon", nil), ("429 Slow Down", "-5", nil), ("403 Forbidden", nil, nil),
            ("401 Unauthorized", nil, nil),
        ] as [(String, String?, RetryAfter?)])
    func `Y2: reports the status, and when the server wants to be asked again`(
        library: HTTPLibrary, answer: (line: String, header: String?, expected: RetryAfter?)
    ) async throws {
        let headers = answer.header.map { ["Retry-After: \($0)"] } ?? []
        guard case .failed(let failure) = try await fetch(library, Answer.steps(answer.line, headers, "{}")) else {
            Issue.record("it did not fail")
            return
        }
        expectEqual(failure.kind, .status)
        expectEqual(failure.status, Int(answer.line.prefix(3)))
        expectEqual(failure.retryAfter, answer.expected)
    }

    @Test(arguments: HTTPLibrary.here)
    func `P3: takes as many bytes as allowed and not one more`(library: HTTPLibrary) async throws {
        for (count, isAllowed) in [(999, true), (1_000, true), (1_001, false)] {
            let body = [UInt8](repeating: 0x20, count: count)
            let outcome = try await fetch(library, Answer.steps("200 OK", [], body), DocumentRequest(byteLimit: 1_000))
            expect(outcome == .document(body) || (!isAllowed && outcome.failureKind == .tooLarge), "\(count) bytes")
            expectEqual((outcome == .document(body)), isAllowed)
        }
    }

    @Test(arguments: HTTPLibrary.here)
    func `Y3: counts the bytes of a compressed body when it is decompressed`(library: HTTPLibrary) async throws {
        let small = Answer.steps("200 OK", ["Content-Encoding: gzip"], Gzip.stored(Self.document))
        try await expectEqual(fetch(library, small), .document(Self.document))
        let bomb = Answer.steps("200 OK", ["Content-Encoding: gzip"], Gzip.bomb(1 << 20))
        try await expectEqual(fetch(library, bomb, DocumentRequest(byteLimit: 1 << 19)).failureKind, .tooLarge)
        // The checksum is wrong, which only complete decompression detects.
        try await expectEqual(fetch(library, bomb, DocumentRequest(byteLimit: 1 << 21)).failureKind, .brokenResponse)
    }

    @Test(arguments: HTTPLibrary.here, 1...6)
    func `Y3: follows redirects within the origin, five at most`(library: HTTPLibrary, count: Int) async throws {
        let server = try TestServer { request in
            let number = Int(request.path.dropFirst()) ?? 0
            return number == count
                ? Answer.steps("200 OK", [], Self.document)
                : Answer.steps(
                    ["301 A", "302 B", "303 C", "307 D", "308 E"][number % 5], ["Location: /\(number + 1)"], "moved")
        }
        let outcome = await library.transport(try server.address("/0")).fetch(DocumentRequest(entityTag: "\"x\""))
        expect(count <= 5 ? outcome == .document(Self.document) : outcome.failureKind == .refusedRedirect)
        expect(server.requests.allSatisfy { $0.value(of: "if-none-match") == "\"x\"" })
    }

    @Test(arguments: HTTPLibrary.here)
    func `Y3: keeps to the time limit over all redirects`(library: HTTPLibrary) async throws {
        let server = try TestServer { request in
            let next = Answer.head("302 Found", ["Location: \(request.path)x", "Content-Length: 1"])
            return [.readRequest, .send(next.dropLast(4)), .drip(Array("\r\n\r\nx".utf8), milliseconds: 60)]
        }
        let outcome = await library.transport(try server.address("/")).fetch(
            DocumentRequest(timeLimit: .milliseconds(500)))
        // Each redirect stays within the time limit; together they exceed it.
        expectEqual(outcome.failureKind, .timedOut)
    }

    @Test(arguments: HTTPLibrary.here)
    func `ends soon after its task is cancelled, and so does the connection`(library: HTTPLibrary) async throws {
        let server = try TestServer(answering: [.readRequest, .send(Answer.head() + [0x7B]), .hold])
        let transport = library.patientTransport(try server.address())
        let task = Task { await transport.fetch(DocumentRequest(timeLimit: .seconds(600))) }
        await eventually { !server.requests.isEmpty }
        task.cancel()
        await expectEqual(task.value.failureKind, .cancelled)
        await eventually { server.goneClients == 1 }
        expectEqual(server.goneClients, 1)
    }

    @Test(arguments: HTTPLibrary.here)
    func `ends when its store is closed`(library: HTTPLibrary) async throws {
        try await ServedStore.use(library, answering: [.readRequest, .hold]) { served in
            await eventually { !served.server.requests.isEmpty }
            served.store.close()
            await eventually { served.server.goneClients == 1 }
            expectEqual(served.server.goneClients, 1)
            expectEqual(served.store[ServedStore.payments], "code default")
        }
    }

    @Test(arguments: HTTPLibrary.here)
    func `does not hold up other tasks while many requests wait`(library: HTTPLibrary) async throws {
        let server = try TestServer(answering: [.readRequest, .hold])
        // A session has few connections to one server.
        let transports = try (0..<20).map { _ in library.patientTransport(try server.address()) }
        let request = DocumentRequest(timeLimit: .seconds(600))
        let waiting = transports.map { transport in Task { await transport.fetch(request) } }
        await eventually { server.requests.count == 20 }
        // If the requests blocked the shared threads, this task would never run.
        await expectEqual(Task { server.requests.count }.value, 20)
        for task in waiting { task.cancel() }
        for task in waiting { await expectEqual(task.value.failureKind, .cancelled) }
        // The connections end with the server.
        withExtendedLifetime(server) {}
    }

    @Test(arguments: HTTPLibrary.here)
    func `reports an address on which nobody listens`(library: HTTPLibrary) async throws {
        let address = try DocumentAddress("http://127.0.0.1:\(TestServer.freePort())/")
        let outcome = await library.transport(address).fetch(DocumentRequest())
        expectEqual(outcome.failureKind, .unreachable)
    }
}
