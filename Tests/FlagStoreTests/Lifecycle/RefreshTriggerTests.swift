import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

/// When a store fetches besides its start.
struct RefreshTriggerTests {
    /// A machine that has just got its first document.
    private func machine(_ triggers: Set<RefreshTrigger> = Set(RefreshTrigger.allCases)) -> DocumentLifecycle {
        var machine = DocumentLifecycle(
            rules: .init(
                refreshInterval: .seconds(100), maximumAge: .seconds(250), confirmationDelay: .seconds(10),
                hasTransport: true, triggers: triggers),
            random: SeededRandom(seed: 1))
        _ = machine.handle(.started(.init(hasDocument: true)), at: .zero)
        _ = machine.handle(.confirmedByServer, at: .seconds(1))
        return machine
    }

    private func fetches(
        _ machine: inout DocumentLifecycle, _ event: DocumentLifecycle.Event, _ seconds: Int64
    ) -> Bool {
        machine.handle(event, at: .seconds(seconds)).contains(.fetch)
    }

    private func wake(_ machine: inout DocumentLifecycle, _ event: DocumentLifecycle.Event, _ seconds: Int64)
        -> Duration?
    {
        guard case .wake(let deadline) = machine.handle(event, at: .seconds(seconds)).last else { return nil }
        return deadline
    }

    private static let lost = DocumentLifecycle.Event.failed(TransportFailure(.unreachable), wallTime: 0)

    @Test func `in the background no regular request is sent, and nothing wakes the process for one`() {
        var machine = machine()
        expect(!fetches(&machine, .leftForeground, 2))
        // Only the document that becomes stale is still an event.
        expectEqual(wake(&machine, .woke, 3), .seconds(251))
        for second in stride(from: 10, to: 5_000, by: 10) { expect(!fetches(&machine, .woke, Int64(second))) }
        expectNil(wake(&machine, .woke, 6_000))
        expect(fetches(&machine, .enteredForeground, 6_001))
        expect(!fetches(&machine, .enteredForeground, 6_002))
    }

    @Test func `in the background retries wait, requests of the app and announced changes do not`() {
        var machine = machine()
        expect(fetches(&machine, .refreshRequested, 2))
        expect(!fetches(&machine, .leftForeground, 3))
        expect(!fetches(&machine, Self.lost, 4))
        for second in stride(from: 10, to: 5_000, by: 10) { expect(!fetches(&machine, .woke, Int64(second))) }
        expect(fetches(&machine, .refreshRequested, 6_000))
        expect(!fetches(&machine, .confirmedByServer, 6_001))
        expect(fetches(&machine, .changeAnnounced, 6_002))
    }

    @Test func `a launch in the background fetches once`() {
        var machine = DocumentLifecycle(
            rules: .init(
                refreshInterval: .seconds(100), maximumAge: .seconds(250), confirmationDelay: .seconds(10),
                hasTransport: true),
            random: SeededRandom(seed: 1))
        expect(fetches(&machine, .started(.init(hasDocument: true, isInForeground: false)), 0))
        expect(!fetches(&machine, .confirmedByServer, 1))
        // Nobody has said that the app is in the background, so the interval goes on.
        expect(fetches(&machine, .woke, 120))
    }

    @Test(arguments: [(50, false), (99, false), (100, true), (5_000, true)] as [(Int64, Bool)])
    func `coming to the foreground fetches at most once per interval`(_ seconds: Int64, _ expected: Bool) {
        var machine = machine([.foreground])
        _ = machine.handle(.leftForeground, at: .seconds(10))
        expectEqual(fetches(&machine, .enteredForeground, seconds), expected)
    }

    @Test func `without the interval no time causes a request, and retries after failures go on`() {
        var machine = machine([.foreground, .network])
        expectEqual(wake(&machine, .woke, 2), .seconds(251))
        expect(!fetches(&machine, .woke, 10_000))
        expect(fetches(&machine, .refreshRequested, 10_001))
        expect(!fetches(&machine, Self.lost, 10_002))
        expect(fetches(&machine, .woke, 10_010))
    }

    @Test func `without the foreground its return causes a request only when the interval is over`() {
        var machine = machine([.interval])
        _ = machine.handle(.leftForeground, at: .seconds(10))
        expect(!fetches(&machine, .enteredForeground, 85))
        expect(fetches(&machine, .woke, 111))
    }

    @Test func `the network's return ends the wait after a failure, once per interval`() {
        var machine = machine()
        for failure in 0..<9 {
            let start = Int64(200 + 1_000 * failure)
            expect(fetches(&machine, .refreshRequested, start))
            expect(!fetches(&machine, Self.lost, start + 1))
        }
        expect(fetches(&machine, .networkReturned, 8_202))
        expect(!fetches(&machine, Self.lost, 8_203))
        // It comes and goes; the schedule has started from scratch.
        expect(!fetches(&machine, .networkReturned, 8_203))
        expect(fetches(&machine, .woke, 8_206))
        expect(!fetches(&machine, Self.lost, 8_207))
        expect(fetches(&machine, .networkReturned, 8_303))
    }

    @Test func `the network's return is no reason to ask a server that answered, until the interval is over`() {
        var machine = machine([.network])
        expect(!fetches(&machine, .networkReturned, 50))
        expect(fetches(&machine, .networkReturned, 101))
        let refused = DocumentLifecycle.Event.failed(TransportFailure(.status, status: 500), wallTime: 0)
        expect(!fetches(&machine, refused, 102))
        expect(!fetches(&machine, .networkReturned, 102))
        var other = self.machine([.interval, .foreground])
        expect(!fetches(&other, .networkReturned, 90))
    }

    @Test(arguments: [DocumentLifecycle.Event.enteredForeground, .networkReturned])
    func `Y2: a pause that the server asked for holds`(_ event: DocumentLifecycle.Event) {
        var machine = machine()
        expect(fetches(&machine, .refreshRequested, 2))
        let busy = TransportFailure(.status, status: 503, retryAfter: .seconds(1_000))
        expect(!fetches(&machine, .failed(busy, wallTime: 0), 3))
        expect(!fetches(&machine, event, 500))
        expect(fetches(&machine, .woke, 1_200))
    }

    @Test func `a store follows what the app says about foreground and network`() async {
        let test = TestStore { $0.refreshTriggers = [.foreground, .network] }
        let first = await test.transport.nextRequest()
        expect(first != nil)
        _ = await test.receive(#"{"a": 1}"#)
        test.store.enterBackground()
        test.clock.advance(by: .seconds(600))
        expectEqual(test.transport.requests.count, 1)
        test.store.enterForeground()
        _ = await test.transport.nextRequest()
        expectEqual(test.transport.requests.count, 2)
        _ = await test.receive(.failed(TransportFailure(.unreachable)))
        test.store.networkDidReturn()
        _ = await test.transport.nextRequest()
        expectEqual(test.transport.requests.count, 3)
        await test.end()
    }
}
