import FlagResolver
import FlagServer
import TestSupport
import Testing

/// Events tell when values may have changed, also by the clock alone.
struct EventStreamTests {
    private static let document = """
        { "sale": { "defaultValue": false, "valuesByVersion": [
            { "from": "2027-01-15T08:00:10Z", "until": "2027-01-15T08:00:20Z", "value": true } ] } }
        """

    private func stream(_ service: TestService, lastEventID: String? = nil) throws -> any ResponseStream {
        var fields = [HeaderField("Host", "localhost")]
        if let lastEventID { fields.append(HeaderField("Last-Event-ID", lastEventID)) }
        let head = RequestHead(method: .get, target: "/v1/events", fields: fields)
        let request = try #require(service.service.admit(head, at: service.time).request)
        let response = service.service.respond(to: request, body: [], at: service.time)
        expect(response.status == 200 && response.value(of: "Content-Type") == "text/event-stream")
        return try #require(response.events)
    }

    private func next(_ stream: any ResponseStream, _ service: TestService) -> String? {
        stream.next(at: service.time, atMost: .max).map { String(decoding: $0, as: UTF8.self) }
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
        expectEqual(next(stream, service), "retry: 3000\nid: \(first)\n\n")
        expectEqual(next(stream, service), "")
        service.date = Instant(seconds: 1_800_000_010)
        let second = try state(service)
        expect(second != first)
        expectEqual(next(stream, service), event(second))
        expectEqual(next(stream, service), "")
        service.slot.serve(ServedDocument(try SettingsDocument(parsing: Array("{}".utf8))), at: .seconds(101))
        let third = try state(service)
        expectEqual(next(stream, service), event(third))
        expectEqual(next(stream, service), "")
    }

    @Test func `a client that comes back gets an event if something has changed`() throws {
        var service = try TestService(Self.document)
        let known = try state(service)
        let same = try stream(service, lastEventID: known)
        expectEqual(
            next(same, service), "retry: 3000\nid: \(known)\n\nevent: message\ndata: {\"type\":\"unchanged\"}\n\n")
        service.date = Instant(seconds: 1_800_000_025)
        let now = try state(service)
        let changed = try stream(service, lastEventID: known)
        expectEqual(next(changed, service), "retry: 3000\nid: \(known)\n\n" + event(now))
        // Another server with the same document, or this one after a restart, has the same states.
        let other = try stream(try TestService(Self.document), lastEventID: known)
        expect(next(other, try TestService(Self.document))?.contains("refetchEvaluation") == false)
    }

    @Test(arguments: [1, 7, 64, 1_024])
    func `an event arrives in pieces if there is no room for it`(_ capacity: Int) throws {
        let service = try TestService(Self.document)
        let absurd = String(repeating: "x", count: 5_000)
        let stream = try stream(service, lastEventID: absurd)
        let expected = "retry: 3000\nid: \(absurd)\n\n" + event(try state(service))
        var text = ""
        while true {
            guard let piece = stream.next(at: service.time, atMost: capacity), !piece.isEmpty else { break }
            expect(piece.count <= capacity)
            text += String(decoding: piece, as: UTF8.self)
        }
        expectEqual(text, expected)
    }

    @Test func `the answer to HEAD has the fields of a stream, and no events`() throws {
        let service = try TestService(Self.document)
        let response = service.send(.head, "/v1/events")
        expect(response.hasStream && response.events == nil)
        expectEqual(response.fields, service.send(.get, "/v1/events").fields)
        expect(!service.send(.head, "/v1/document").hasStream)
    }

    @Test func `a silent stream has a heartbeat`() throws {
        var service = try TestService(Self.document)
        let stream = try stream(service)
        _ = next(stream, service)
        service.monotonic += EventStream.heartbeatInterval - .milliseconds(1)
        expectEqual(next(stream, service), "")
        service.monotonic += .milliseconds(1)
        expectEqual(next(stream, service), ":\n\n")
        expectEqual(next(stream, service), "")
    }

    @Test func `before the first document there is nothing to say`() throws {
        let service = try TestService(nil)
        let head = RequestHead(method: .get, target: "/v1/events", fields: [HeaderField("Host", "localhost")])
        let request = try #require(service.service.admit(head, at: service.time).request)
        expectEqual(service.service.respond(to: request, body: [], at: service.time).status, 503)
    }

    @Test func `all values name the address of events, relative to that of the request`() throws {
        let services = [
            (try TestService(#"{"a": 1}"#), #"{"requestUri":"/v1/events"}"#),
            (
                try TestService(#"{"a": 1}"#) { $0.publicOrigin = "https://events.example" },
                #"{"origin":"https://events.example","requestUri":"/v1/events"}"#
            ),
        ]
        for (service, endpoint) in services {
            let text = service.send(.post, "/ofrep/v1/evaluate/flags", "{}").text
            expect(text.hasSuffix(#","eventStreams":[{"type":"sse","endpoint":\#(endpoint)}]}"#), "\(text)")
        }
        let tv = try TestService(documents: ["app": "{}", "tv": "{}"])
        expect(tv.send(.post, "/tv/ofrep/v1/evaluate/flags", "{}").text.contains(#""requestUri":"/tv/v1/events""#))
    }

    /// Browsers cannot send a key with the request for a stream, and would ask again and again.
    @Test func `where requests need a key, no address of events is named`() throws {
        let keys = try AccessKeys(parsing: Array("evaluate \(String(repeating: "0a", count: 32))".utf8)) { _ in
            Array(repeating: 10, count: 32)
        }
        let service = try TestService(#"{"a": 1}"#) { $0.keys = keys }
        let text = service.send(.post, "/ofrep/v1/evaluate/flags", "{}", fields: [HeaderField("X-API-Key", "any")]).text
        expect(text.hasPrefix(#"{"flags":[{"key":"a""#) && !text.contains("eventStreams"))
    }

    @Test func `a stream ends after its lifetime, with a hint to come back`() throws {
        var service = try TestService(Self.document) { $0.streamLifetime = { .seconds(60) } }
        let stream = try stream(service)
        _ = next(stream, service)
        service.monotonic += .seconds(59)
        expectEqual(next(stream, service), ":\n\n")
        service.monotonic += .seconds(1)
        expectEqual(next(stream, service), "retry: 1000\n\n")
        expectNil(next(stream, service))
    }

    @Test func `streams of one client, and of all, are limited, and a stream that ends makes room`() throws {
        let service = try TestService(Self.document) {
            $0.limits.streamCount = 3
            $0.limits.streamsPerClient = 2
            $0.trustedProxies = TrustedProxies([AddressRange("10.0.0.0/8")].compactMap { $0 })
        }
        func open(_ peer: String, _ forwarded: String? = nil) -> ServerResponse {
            let fields = forwarded.map { [HeaderField("X-Forwarded-For", $0)] } ?? []
            return service.send(.get, "/v1/events", fields: fields, peer: peer)
        }
        var streams = [open("192.0.2.1"), open("192.0.2.1")]
        expectEqual(streams.map(\.status), [200, 200])
        let refused = open("10.0.0.1", "192.0.2.1")
        expect(refused.status == 503 && refused.value(of: "Retry-After") == "60" && refused.errorCode == "OVERLOADED")
        streams.append(open("10.0.0.1"))
        expectEqual(streams.last?.status, 200)
        expectEqual(open("192.0.2.2").status, 503)
        // HEAD opens none.
        expectEqual(service.send(.head, "/v1/events").status, 200)
        streams.removeFirst()
        expectEqual(open("192.0.2.1").status, 200)
    }
}
