import FlagResolver
import FlagStore
import FlagStoreCurl
import TestSupport
import Testing

@testable import FlagPublishing

/// The watch, on a server that speaks as etcd does.
@Suite(.enabled(if: (try? CurlTransport.checkAvailability()) != nil, "libcurl is missing"))
struct EtcdTransportTests {
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
        #expect(times[1].duration(to: times[4]) >= .milliseconds(300))
    }
}
