import FlagResolver
import FlagStore
import FlagStoreCurl
import TestSupport
import Testing

@testable import FlagPublishing

/// What a server over HTTP answers to a publication, or does not.
@Suite(.blocking, .enabled(if: (try? CurlTransport.checkAvailability()) != nil, "libcurl is missing"))
struct HTTPDestinationTests {
    private static let old = "{\"a\": 1}"
    private static let new = "{\"a\": 2}"

    /// Publishes a document to a server that has an older one.
    ///
    /// - Parameters:
    ///   - put: What the server does with the request.
    ///   - later: What it answers when it is asked for the document afterwards.
    private func publish(
        _ put: [TestServer.Step], then later: [TestServer.Step] = document("\"1\"")
    ) throws(PublishingFailure) -> PublicationOutcome {
        let hasPublished = Locked(false)
        guard
            let server = try? TestServer({ request in
                guard request.method == "PUT" else {
                    return hasPublished.withLock { $0 } ? later : Self.document("\"1\"")
                }
                hasPublished.withLock { $0 = true }
                return put
            }), let address = try? server.address()
        else { throw .noHistory }
        let destination = HTTPDestination(address: address, options: ConnectionOptions())
        let record = PublicationRecord(date: Instant(seconds: 1_800_000_000), author: "alice")
        return try destination.publish(
            Array(Self.new.utf8), record, replacing: try destination.current(), keeping: 1)
    }

    private static func document(_ tag: String, _ text: String = old) -> [TestServer.Step] {
        Answer.steps("200 OK", ["ETag: \(tag)"], text)
    }

    @Test(
        arguments: [
            ("nothing", [.readRequest], document("\"1\"")),
            ("a reset", [.readRequest, .reset], document("\"1\"")),
            ("half a head", Answer.raw("HTTP/1.1 20"), document("\"1\"")),
            ("acceptance, for later", Answer.steps("202 Accepted"), document("\"1\"")),
            ("a proxy without its server", Answer.steps("502 Bad Gateway"), document("\"1\"")),
            ("nothing, and then an error", [.readRequest], Answer.steps("500 Internal Server Error")),
            ("nothing, ever again", [.readRequest], [.readRequest]),
        ] as [(String, [TestServer.Step], [TestServer.Step])])
    func `a request without an answer may still arrive, so that nothing is known`(
        _ answer: String, _ put: [TestServer.Step], _ later: [TestServer.Step]
    ) throws {
        let failure = #expect(throws: PublishingFailure.self) { _ = try publish(put, then: later) }
        guard case .uncertain? = failure else {
            Issue.record("\(answer): \(String(describing: failure))")
            return
        }
        expect(failure?.message.contains("it is not known whether it was published") == true)
        expect(failure?.help?.contains("run it again") == true)
    }

    @Test(arguments: [[.readRequest], Answer.steps("202 Accepted")])
    func `what the server has afterwards tells what has become of the request`(_ put: [TestServer.Step]) throws {
        guard case .published = try publish(put, then: Self.document("\"2\"", Self.new)) else {
            Issue.record("the document is there, and was not published")
            return
        }
        guard case .lost(let winner) = try publish(put, then: Self.document("\"2\"", "{}")) else {
            Issue.record("another document is there, and was not noticed")
            return
        }
        expectEqual(winner?.bytes, Array("{}".utf8))
    }

    @Test func `a refusal leaves no doubt`() throws {
        let failure = #expect(throws: PublishingFailure.self) { _ = try publish(Answer.steps("403 Forbidden")) }
        guard case .refused? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }
}
