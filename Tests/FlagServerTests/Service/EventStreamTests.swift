import FlagResolver
import FlagServer
import Testing

/// Events tell when values may have changed, also by the clock alone.
struct EventStreamTests {
    private static let document = """
        { "sale": { "defaultValue": false, "valuesByVersion": [
            { "from": "2027-01-15T08:00:10Z", "until": "2027-01-15T08:00:20Z", "value": true } ] } }
        """

    private func stream(_ service: TestService, lastEventID: String? = nil) throws -> EventStream {
        var fields = [HeaderField("Host", "localhost")]
        if let lastEventID { fields.append(HeaderField("Last-Event-ID", lastEventID)) }
        let head = RequestHead(method: .get, target: "/v1/events", fields: fields)
        let request = try #require(service.service.admit(head, at: service.time).request)
        let response = service.service.respond(to: request, body: [], at: service.time)
        #expect(response.status == 200 && response.value(of: "Content-Type") == "text/event-stream")
        return try #require(service.service.stream(for: request, at: service.time))
    }

    private func next(_ stream: EventStream, _ service: TestService) -> String {
        String(decoding: stream.next(at: service.time), as: UTF8.self)
    }

    private func state(_ service: TestService) throws -> String {
        try #require(service.slot.document).state(at: service.date)
    }

    private func event(_ id: String) -> String {
        "id: \(id)\nevent: message\ndata: {\"type\":\"refetchEvaluation\"}\n\n"
    }

    @Test func `a stream begins with the state, and has an event for each change`() throws {
        var service = try TestService(Self.document)
        let stream = try stream(service)
        let first = try state(service)
        #expect(next(stream, service) == "retry: 3000\nid: \(first)\n\n")
        #expect(next(stream, service) == "")
        service.date = Instant(seconds: 1_800_000_010)
        let second = try state(service)
        #expect(second != first)
        #expect(next(stream, service) == event(second))
        #expect(next(stream, service) == "")
        service.slot.serve(ServedDocument(try SettingsDocument(parsing: Array("{}".utf8))), at: .seconds(101))
        let third = try state(service)
        #expect(next(stream, service) == event(third))
        #expect(next(stream, service) == "")
    }

    @Test func `a client that comes back gets an event if something has changed`() throws {
        var service = try TestService(Self.document)
        let known = try state(service)
        let same = try stream(service, lastEventID: known)
        #expect(next(same, service) == "retry: 3000\nid: \(known)\n\n")
        service.date = Instant(seconds: 1_800_000_025)
        let now = try state(service)
        let changed = try stream(service, lastEventID: known)
        #expect(next(changed, service) == "retry: 3000\nid: \(known)\n\n" + event(now))
        // Another server with the same document, or this one after a restart, has the same states.
        let other = try stream(try TestService(Self.document), lastEventID: known)
        #expect(!next(other, try TestService(Self.document)).contains("refetchEvaluation"))
    }

    @Test(arguments: [1, 7, 64, 1_024])
    func `an event arrives in pieces if there is no room for it`(_ capacity: Int) throws {
        let service = try TestService(Self.document)
        let absurd = String(repeating: "x", count: 5_000)
        let stream = try stream(service, lastEventID: absurd)
        let expected = "retry: 3000\nid: \(absurd)\n\n" + event(try state(service))
        var text = ""
        while true {
            let piece = stream.next(at: service.time, atMost: capacity)
            guard !piece.isEmpty else { break }
            #expect(piece.count <= capacity)
            text += String(decoding: piece, as: UTF8.self)
        }
        #expect(text == expected)
    }

    @Test func `the answer to HEAD has the fields of a stream, and no events`() throws {
        let service = try TestService(Self.document)
        let response = service.send(.head, "/v1/events")
        #expect(response.hasStream)
        #expect(response.fields == service.send(.get, "/v1/events").fields)
        #expect(!service.send(.head, "/v1/document").hasStream)
    }

    @Test func `a silent stream has a heartbeat`() throws {
        var service = try TestService(Self.document)
        let stream = try stream(service)
        _ = next(stream, service)
        service.monotonic += EventStream.heartbeatInterval - .milliseconds(1)
        #expect(next(stream, service) == "")
        service.monotonic += .milliseconds(1)
        #expect(next(stream, service) == ":\n\n")
        #expect(next(stream, service) == "")
    }

    @Test func `before the first document there is nothing to say`() throws {
        let service = try TestService(nil)
        let head = RequestHead(method: .get, target: "/v1/events", fields: [HeaderField("Host", "localhost")])
        let request = try #require(service.service.admit(head, at: service.time).request)
        #expect(service.service.respond(to: request, body: [], at: service.time).status == 503)
    }

    @Test func `all values name the address of events, if it is known`() throws {
        let service = try TestService(#"{"a": 1}"#) { $0.publicAddress = "https://flags.example" }
        let text = service.send(.post, "/ofrep/v1/evaluate/flags", "{}").text
        #expect(text.hasSuffix(#","eventStreams":[{"type":"sse","url":"https://flags.example/v1/events"}]}"#))
    }
}
