import FlagResolver
import FlagStore
import TestSupport
import Testing

@testable import flagctl

struct ServedSourceTests {
    /// A transport whose answers the test gives.
    private final class HeldTransport: DocumentTransport {
        let requestCount = Locked(0)
        private let (answers, answer) = AsyncStream.makeStream(of: DocumentOutcome.self)

        func respond(with outcome: DocumentOutcome) {
            answer.yield(outcome)
        }

        func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
            requestCount.withLock { $0 += 1 }
            for await outcome in answers { return outcome }
            return .failed(TransportFailure(.cancelled))
        }
    }

    @Test func `a source that is reloaded during a request is read again after it`() async {
        let transport = HeldTransport()
        var configuration = DocumentKeeper.Configuration()
        configuration.transport = transport
        let source = ServedSource(name: "", source: "app.json", configuration, clock: SystemClock())
        source.start()
        await eventually { transport.requestCount.withLock { $0 } == 1 }
        source.reload()
        transport.respond(with: .document(Array("{}".utf8)))
        await eventually { transport.requestCount.withLock { $0 } == 2 }
        expectEqual(transport.requestCount.withLock { $0 }, 2)
        source.close()
    }
}
