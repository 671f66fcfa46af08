import FlagStore
import TestSupport
import Testing

struct DocumentLifecycleTests {
    private func machine(hasTransport: Bool = true, seed: UInt64 = 1) -> DocumentLifecycle {
        DocumentLifecycle(
            rules: .init(
                refreshInterval: .seconds(100),
                maximumAge: .seconds(250),
                confirmationDelay: .seconds(10),
                hasTransport: hasTransport
            ),
            random: SeededRandom(seed: seed)
        )
    }

    private func started(
        hasDocument: Bool = true,
        isPending: Bool = false,
        hasTransport: Bool = true
    ) -> DocumentLifecycle {
        var machine = machine(hasTransport: hasTransport)
        _ = machine.handle(.started(.init(hasDocument: hasDocument, isPending: isPending)), at: .zero)
        return machine
    }

    private func wake(of actions: [DocumentLifecycle.Action]) -> Duration? {
        guard case .wake(let deadline) = actions.last else { return nil }
        return deadline
    }

    @Test(arguments: [1, 68, 69, 100, 136, 200] as [Int64])
    func `keeps intervals of up to 136 years, and shortens longer ones`(years: Int64) {
        let interval = Duration.seconds(years * 31_557_600)
        let expected = min(interval, .seconds(Int64(4_294_967_296)))
        let rules = DocumentLifecycle.Rules(
            refreshInterval: interval, maximumAge: interval, confirmationDelay: interval, hasTransport: true)
        expectEqual(rules.refreshInterval, expected)
        expectEqual(rules.maximumAge, expected)
        expectEqual(rules.confirmationDelay, expected)
    }

    @Test func `asks the server at once when it starts`() {
        var machine = machine()
        let actions = machine.handle(.started(.init(hasDocument: true)), at: .seconds(5))
        expectEqual(actions, [.fetch, .changeState(.stale), .wake(at: nil)])
    }

    @Test func `Y3: has one request in flight, however often it is asked`() {
        var machine = started()
        for second in 1..<50 {
            expect(!machine.handle(.refreshRequested, at: .seconds(second)).contains(.fetch))
            expect(!machine.handle(.woke, at: .seconds(second)).contains(.fetch))
        }
        expect(machine.handle(.confirmedByServer, at: .seconds(50)).contains(.finishRefresh(.unchanged)))
        expect(machine.handle(.refreshRequested, at: .seconds(51)).contains(.fetch))
    }

    @Test func `fetches again when a change was announced during a request`() {
        var machine = started()
        expect(!machine.handle(.changeAnnounced, at: .seconds(1)).contains(.fetch))
        expect(machine.handle(.confirmedByServer, at: .seconds(2)).contains(.fetch))
        expect(!machine.handle(.confirmedByServer, at: .seconds(3)).contains(.fetch))
        expect(machine.handle(.changeAnnounced, at: .seconds(4)).contains(.fetch))
    }

    @Test func `Y1: a confirmation by the server touches only the check time`() {
        var machine = started()
        expectNil(machine.checkedAt)
        let actions = machine.handle(.confirmedByServer, at: .seconds(7))
        expectEqual(machine.checkedAt, .seconds(7))
        expectEqual(actions.dropLast(), [.finishRefresh(.unchanged), .changeState(.ready)])
        expect(machine.handle(.refreshRequested, at: .seconds(8)).contains(.fetch))
        expectEqual(machine.handle(.confirmedByServer, at: .seconds(9)).dropLast(), [.finishRefresh(.unchanged)])
    }

    @Test func `Y2: on-demand refreshes wait for the end of a Retry-After`() {
        var machine = started()
        let failure = TransportFailure(.status, status: 429, retryAfter: .seconds(60))
        _ = machine.handle(.failed(failure, wallTime: 0), at: .seconds(1))
        let early = machine.handle(.refreshRequested, at: .seconds(11))
        expect(early.contains(.finishRefresh(.postponed(.seconds(50)))))
        expect(!early.contains(.fetch))
        expect(machine.handle(.refreshRequested, at: .seconds(61)).contains(.fetch))
    }

    @Test func `Y2: an announced change waits for the end of a Retry-After, and is then fetched`() {
        let failure = TransportFailure(.status, status: 429, retryAfter: .seconds(60))
        for isDuringRequest in [true, false] {
            var machine = started()
            if isDuringRequest { _ = machine.handle(.changeAnnounced, at: .zero) }
            expect(!machine.handle(.failed(failure, wallTime: 0), at: .seconds(1)).contains(.fetch))
            if !isDuringRequest { expect(!machine.handle(.changeAnnounced, at: .seconds(10)).contains(.fetch)) }
            let actions = machine.handle(.woke, at: .seconds(60))
            expect(!actions.contains(.fetch))
            let next = wake(of: actions) ?? .zero
            expect(next >= .seconds(61))
            expect(machine.handle(.woke, at: next).contains(.fetch))
            expect(!machine.handle(.confirmedByServer, at: next + .seconds(1)).contains(.fetch))
        }
    }

    @Test func `fetches again when the response is about a document that was replaced during the request`() {
        var machine = started()
        let actions = machine.handle(.overtaken, at: .seconds(1))
        // Those who wait for the request get the result of the next one.
        expectEqual(actions, [.fetch, .wake(at: nil)])
        expectNil(machine.checkedAt)
        expect(machine.handle(.confirmedByServer, at: .seconds(2)).contains(.finishRefresh(.unchanged)))
    }

    @Test(arguments: [-315_576_000, 315_576_000] as [Int64])
    func `Y5: the wall clock may jump ten years either way without effect`(jump: Int64) throws {
        var steady = started()
        var jumping = started()
        var now = Duration.zero
        for round in 1...200 {
            let failure = TransportFailure(.unreachable)
            let expected = steady.handle(.failed(failure, wallTime: 1_800_000_000), at: now)
            let wallTime = round % 2 == 0 ? 1_800_000_000 : 1_800_000_000 + jump
            expectEqual(jumping.handle(.failed(failure, wallTime: wallTime), at: now), expected)
            now = try #require(wake(of: expected), "round \(round)")
            expectEqual(jumping.handle(.woke, at: now), steady.handle(.woke, at: now))
        }
    }

    @Test func `Y7: is not ready, ready, stale and ready again`() {
        var machine = machine()
        expectEqual(machine.state, .notReady)
        _ = machine.handle(.started(.init(hasDocument: false)), at: .zero)
        expectEqual(machine.state, .notReady)
        _ = machine.handle(.accepted(isActive: true), at: .seconds(1))
        expectEqual(machine.state, .ready)
        _ = machine.handle(.refreshRequested, at: .seconds(2))
        _ = machine.handle(.failed(TransportFailure(.timedOut), wallTime: 0), at: .seconds(3))
        expectEqual(machine.state, .ready)
        _ = machine.handle(.woke, at: .seconds(250))
        expectEqual(machine.state, .ready)
        expect(machine.handle(.woke, at: .seconds(251)).contains(.changeState(.stale)))
        expect(machine.handle(.confirmedByServer, at: .seconds(252)).contains(.changeState(.ready)))
    }

    @Test func `Y7: is stale in time, also without an event`() {
        var machine = started()
        _ = machine.handle(.confirmedByServer, at: .seconds(1))
        expectEqual(machine.state(at: .seconds(250)), .ready)
        expectEqual(machine.state(at: .seconds(251)), .stale)
        expectEqual(
            machine.handle(.confirmedByServer, at: .seconds(300)).filter { $0 != .wake(at: .seconds(400)) }.dropLast(),
            [.changeState(.stale), .finishRefresh(.unchanged), .changeState(.ready)])
    }

    @Test func `Y7: asks to be woken when its document becomes stale`() {
        var machine = started()
        _ = machine.handle(.confirmedByServer, at: .zero)
        _ = machine.handle(.refreshRequested, at: .seconds(1))
        // While a request is under way, this is the only deadline.
        expectEqual(wake(of: machine.handle(.woke, at: .seconds(2))), .seconds(250))
    }

    @Test func `Y7: is in error when nothing ever came, and a late success still counts`() {
        var machine = started(hasDocument: false)
        let actions = machine.handle(.failed(TransportFailure(.unreachable), wallTime: 0), at: .seconds(1))
        expect(actions.contains(.changeState(.error)))
        _ = machine.handle(.woke, at: .seconds(5))
        expect(machine.handle(.accepted(isActive: true), at: .seconds(6)).contains(.changeState(.ready)))
    }

    @Test func `Y7: is ready when its first document is kept for the next start`() {
        var machine = started(hasDocument: false)
        expect(machine.handle(.accepted(isActive: false), at: .seconds(1)).contains(.changeState(.ready)))
    }

    @Test func `is ready without a transport, with what it starts with`() {
        var machine = machine(hasTransport: false)
        let actions = machine.handle(.started(.init(hasDocument: false, hasBundledDocument: true)), at: .zero)
        expectEqual(actions, [.changeState(.ready), .wake(at: nil)])
        expect(machine.handle(.refreshRequested, at: .seconds(1)).contains(.finishRefresh(.noTransport)))
    }

    @Test func `S6: confirms a document after ten seconds of running and an answer, not before`() {
        var machine = started(isPending: true)
        _ = machine.handle(.confirmedByServer, at: .seconds(1))
        expect(!machine.handle(.woke, at: .milliseconds(9_999)).contains(.confirmDocument))
        expect(machine.handle(.woke, at: .seconds(10)).contains(.confirmDocument))
        expect(!machine.handle(.woke, at: .seconds(11)).contains(.confirmDocument))
        // The answer that brings a document is not one to a later request.
        _ = machine.handle(.accepted(isActive: true), at: .seconds(20))
        expect(!machine.handle(.woke, at: .seconds(31)).contains(.confirmDocument))
        _ = machine.handle(.refreshRequested, at: .seconds(32))
        expect(machine.handle(.confirmedByServer, at: .seconds(33)).contains(.confirmDocument))
    }

    @Test(
        arguments: [
            (.confirmedByServer, true), (.accepted(isActive: false), true), (.refused(.empty), false),
            (.overtaken, false),
            (.failed(TransportFailure(.unreachable), wallTime: 0), false),
            (.failed(TransportFailure(.status, status: 503), wallTime: 0), false), (.changeAnnounced, false),
        ] as [(DocumentLifecycle.Event, Bool)])
    func `S6: only an answer with or about a document confirms`(_ event: DocumentLifecycle.Event, _ confirms: Bool) {
        var machine = started(isPending: true)
        expectEqual(machine.handle(event, at: .seconds(20)).contains(.confirmDocument), confirms)
    }

    @Test func `S6: without a transport, running confirms a document`() {
        var machine = started(isPending: true, hasTransport: false)
        expectEqual(wake(of: machine.handle(.woke, at: .seconds(1))), .seconds(10))
        expect(machine.handle(.woke, at: .seconds(10)).contains(.confirmDocument))
    }

    @Test func `S6: only the time in the foreground counts, and it adds up`() {
        var machine = machine(hasTransport: false)
        let start = DocumentLifecycle.Start(
            hasDocument: true, isPending: true, isCounted: true, isInForeground: false)
        expectNil(wake(of: machine.handle(.started(start), at: .zero)))
        expect(!machine.handle(.woke, at: .seconds(100)).contains(.confirmDocument))
        expectEqual(wake(of: machine.handle(.enteredForeground, at: .seconds(100))), .seconds(110))
        // The phase has not changed.
        expectEqual(wake(of: machine.handle(.enteredForeground, at: .seconds(102))), .seconds(110))
        expectNil(wake(of: machine.handle(.leftForeground, at: .seconds(104))))
        _ = machine.handle(.leftForeground, at: .seconds(150))
        expect(!machine.handle(.woke, at: .seconds(200)).contains(.endTrial))
        expectEqual(wake(of: machine.handle(.enteredForeground, at: .seconds(300))), .seconds(306))
        let actions = machine.handle(.woke, at: .seconds(306))
        expect(actions.contains(.confirmDocument) && actions.contains(.endTrial))
    }

    @Test func `S6: closing the store confirms nothing, and the app does`() {
        var closed = started(isPending: true)
        expect(!closed.handle(.closed, at: .seconds(1)).contains(.confirmDocument))
        var confirmed = started(isPending: true)
        let actions = confirmed.handle(.confirmedByApp, at: .seconds(1))
        expect(actions.contains(.confirmDocument) && actions.contains(.forgetCrashes))
    }

    @Test func `S6: a quarantined document that comes again is not asked for sooner than any other`() {
        var machine = started()
        let actions = machine.handle(.refused(.quarantined), at: .zero)
        expect(actions.contains(.finishRefresh(.refused(.quarantined))))
        expect((wake(of: actions) ?? .zero) >= .seconds(90))
    }

    @Test func `does nothing any more once it is closed`() {
        var machine = started()
        expect(machine.handle(.closed, at: .zero).contains(.stop))
        expect(machine.handle(.woke, at: .seconds(1_000)).isEmpty)
        expect(machine.handle(.accepted(isActive: true), at: .seconds(1_000)).isEmpty)
        expect(machine.handle(.closed, at: .seconds(1_000)).isEmpty)
        expectEqual(machine.handle(.refreshRequested, at: .seconds(1_000)), [.finishRefresh(.closed)])
    }

    @Test func `keeps its promises under random events`() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            var machine = machine(seed: seed)
            var now = Duration.zero
            var isFetching = false
            var quietUntil = Duration.zero
            var isInBackground = false
            var isAnnounced = false
            _ = machine.handle(.started(.init(hasDocument: Bool.random(using: &random))), at: now)
            isFetching = true
            for step in 0..<300 {
                now += .seconds(Int.random(in: 0...120, using: &random))
                let answers: [DocumentLifecycle.Event] = [
                    .confirmedByServer, .overtaken, .accepted(isActive: true), .accepted(isActive: false),
                    .refused(.empty),
                    .failed(TransportFailure(.timedOut), wallTime: .random(in: .min ... .max, using: &random)),
                    .failed(
                        TransportFailure(
                            .status, status: 503, retryAfter: .seconds(.random(in: 0...9_999, using: &random))),
                        wallTime: 0
                    ),
                ]
                let others: [DocumentLifecycle.Event] = [
                    .woke, .refreshRequested, .changeAnnounced, .patched, .enteredForeground, .leftForeground,
                    .networkReturned,
                ]
                let isAnswer = isFetching && Bool.random(using: &random)
                let event = (isAnswer ? answers : others).randomElement(using: &random) ?? .woke
                let actions = machine.handle(event, at: now)
                if isAnswer { isFetching = false }
                if event == .leftForeground { isInBackground = true }
                if event == .enteredForeground { isInBackground = false }
                if case .failed(let failure, _) = event, case .seconds(let pause)? = failure.retryAfter {
                    quietUntil = now + .seconds(min(pause, 3_600))
                }
                if actions.contains(.fetch) {
                    expect(!isFetching, "seed \(seed), step \(step): two requests at once")
                    expect(now >= quietUntil, "seed \(seed), step \(step): a request during a Retry-After")
                    isFetching = true
                }
                // Polling never stops in the foreground: a request is under way, or the next one is scheduled.
                let deadline = wake(of: actions)
                expect(isInBackground || isFetching || deadline != nil, "seed \(seed), step \(step)")
                if let deadline { expect(deadline > now, "seed \(seed), step \(step)") }
                if event == .changeAnnounced || event == .overtaken { isAnnounced = true }
                if isInBackground, actions.contains(.fetch) {
                    let isWanted = event == .refreshRequested || isAnnounced
                    expect(isWanted, "seed \(seed), step \(step): a regular request in the background")
                }
                if actions.contains(.fetch) { isAnnounced = false }
                if !isFetching, let deadline {
                    expect(deadline <= now + .seconds(3_960), "seed \(seed), step \(step)")
                }
            }
        }
    }
}
