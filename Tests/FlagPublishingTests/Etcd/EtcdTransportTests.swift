import FlagResolver
import FlagStore
import FlagStoreCurl
import TestSupport
import Testing

@testable import FlagPublishing

/// The watch, on a server that speaks as etcd does.
@Suite(.enabled(if: (try? CurlTransport.checkAvailability()) != nil, "libcurl is missing"))
struct EtcdTransportTests {
    /// A client of a server that answers each path with the same body.
    private func client(_ bodies: [String: String]) throws -> (TestServer, EtcdClient) {
        let server = try TestServer { request in Answer.steps("200 OK", [], bodies[request.path] ?? "{}") }
        return (server, EtcdClient(try EtcdAddress("etcd://127.0.0.1:\(server.port)/app"), ConnectionOptions()))
    }

    private func base64(_ text: String) -> String { String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self) }

    @Test func `the greatest revision is a number like any other`() async throws {
        let header = #""header": {"revision": "9223372036854775807"}"#
        let entry = #"{"key": "\#(base64("app"))", "value": "\#(base64("1"))", "mod_revision": "9223372036854775807"}"#
        let (server, client) = try client([
            "/v3/kv/range": #"{\#(header), "kvs": [\#(entry)]}"#,
            "/v3/watch": #"{"result": {\#(header), "events": [{}]}}"# + "\n",
        ])
        defer { withExtendedLifetime(server) {} }
        let transport = EtcdTransport(client)
        // The watch begins after a read of its own, and gets an event.
        var announcements = 0
        for await _ in transport.changes() {
            announcements += 1
            if announcements == 2 { break }
        }
        guard case .received(let received) = await transport.fetch(DocumentRequest()) else {
            Issue.record("there is no document")
            return
        }
        expectEqual(received.bytes, Array("1".utf8))
    }

    @Test func `a publication that allows a large change allows it to those that have missed it, too`() throws {
        let records = [1: true, 2: false, 3: false]
        let server = try TestServer { request in
            let number = records.keys.first {
                String(decoding: request.body, as: UTF8.self).contains(base64("app/records/\($0)"))
            }
            let record = number.map { number in
                PublicationRecord(
                    date: Instant(seconds: 0), author: "test", allowsLargeChange: records[number] ?? false)
            }
            let value = record.map { String(decoding: Base64.encode($0.bytes), as: UTF8.self) } ?? ""
            return Answer.steps(
                "200 OK", [], record == nil ? "{}" : #"{"kvs": [{"key": "\#(base64("k"))", "value": "\#(value)"}]}"#)
        }
        defer { withExtendedLifetime(server) {} }
        let publications = EtcdPublications(
            client: EtcdClient(try EtcdAddress("etcd://127.0.0.1:\(server.port)/app"), ConnectionOptions()))
        try expect(publications.allowsLargeChange(after: nil, through: 3))
        try expect(publications.allowsLargeChange(after: 0, through: 3))
        try expect(!publications.allowsLargeChange(after: 1, through: 3))
        try expect(!publications.allowsLargeChange(after: 3, through: 3))
        // Records that are not kept any more allow nothing.
        try expect(!publications.allowsLargeChange(after: nil, through: 9))
    }

    @Test func `keys that are no numbers of publications are ignored`() throws {
        let keys = ["-9223372036854775808", "0", "x", "9223372036854775808", "\u{301}3", "2"]
        let entries = keys.map { #"{"key": "\#(base64("app/documents/\($0)"))"}"# }.joined(separator: ", ")
        let (server, client) = try client([
            "/v3/kv/range": #"{"kvs": [\#(entries)]}"#, "/v3/kv/txn": #"{"succeeded": true}"#,
        ])
        defer { withExtendedLifetime(server) {} }
        try expectEqual(EtcdPublications(client: client).numbers(), [2])
        let record = PublicationRecord(date: Instant(seconds: 0), author: "test")
        let outcome = try EtcdDestination(client).publish(Array("{}".utf8), record, replacing: nil, keeping: 1)
        guard case .published(let number) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        expectEqual(number, 3)
    }

    @Test func `a watch that is always cancelled is repeated with pauses`() async throws {
        let watches = Locked<[ContinuousClock.Instant]>([])
        let server = try TestServer { request in
            guard request.path == "/v3/watch" else {
                return Answer.steps("200 OK", [], #"{"header": {"revision": "5"}}"#)
            }
            watches.withLock { $0.append(.now) }
            return Answer.steps("200 OK", [], #"{"result": {"canceled": true, "cancel_reason": "compacted"}}"# + "\n")
        }
        let address = try EtcdAddress("etcd://127.0.0.1:\(server.port)/app")
        let transport = EtcdTransport(EtcdClient(address, ConnectionOptions()))
        // Each cancelled watch announces a change, because it may have missed one.
        for await _ in transport.changes() where watches.withLock({ $0.count >= 5 }) { break }
        let times = watches.withLock { $0 }
        try #require(times.count >= 5)
        // The first one that is cancelled may be repeated at once. Each further pause has at least 100 ms.
        expect(times[1].duration(to: times[4]) >= .milliseconds(300))
    }
}
