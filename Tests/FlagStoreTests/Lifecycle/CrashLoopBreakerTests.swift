import FlagStore
import Testing

struct CrashLoopBreakerTests {
    private typealias Start = CrashLoopBreaker.Start

    private let old = DocumentIdentity(byteCount: 1, checksum: 1)
    private let new = DocumentIdentity(byteCount: 2, checksum: 2)

    @Test func `S6: quarantines a pending document after three starts in a row that ended early`() {
        var breaker = CrashLoopBreaker()
        breaker.confirm(old)
        let verdicts = (0...4).map { breaker.start(with: new, Start(earlyEnds: $0)) }
        #expect(
            verdicts == [.pending, .pending, .pending, .quarantined(isNew: true), .quarantined(isNew: false)])
        #expect(breaker.rejects(new, program: 0, at: 0))
        #expect(breaker.start(with: old, Start(earlyEnds: 9)) == .confirmed)
    }

    @Test func `S6: a document that differs at each start does not escape`() {
        var breaker = CrashLoopBreaker()
        breaker.confirm(old)
        for number in 0...2 {
            let identity = DocumentIdentity(byteCount: 10 + UInt64(number), checksum: 0)
            #expect(breaker.start(with: identity, Start(earlyEnds: number)) == .pending)
        }
        #expect(breaker.start(with: new, Start(earlyEnds: 3)) == .quarantined(isNew: true))
    }

    @Test func `S6: never confirms what is quarantined`() {
        var breaker = CrashLoopBreaker()
        _ = breaker.start(with: new, Start(earlyEnds: 3))
        breaker.confirm(new)
        #expect(breaker.confirmed == nil)
        #expect(breaker.rejects(new, program: 0, at: 0))
        breaker.liftQuarantines()
        breaker.confirm(new)
        #expect(breaker.start(with: new, Start(earlyEnds: 3)) == .confirmed)
    }

    @Test func `S6: confirms a document whose quarantine is over`() {
        let quarantined = {
            var breaker = CrashLoopBreaker()
            _ = breaker.start(with: new, Start(program: 1, earlyEnds: 3, wallTime: 1_000))
            return breaker
        }
        for (program, time, isConfirmed) in [(1, 87_399, false), (1, 87_400, true), (2, 1_000, true)]
            as [(UInt64, Int64, Bool)]
        {
            var breaker = quarantined()
            breaker.confirm(new, program: program, at: time)
            #expect((breaker.confirmed == new) == isConfirmed, "program \(program), time \(time)")
            #expect(breaker.quarantines.isEmpty == isConfirmed)
        }
    }

    @Test(arguments: [
        (0, 86_399, true), (0, 86_400, false), (-86_399, 0, true), (-86_400, 0, false), (Int64.min, Int64.max, false),
        (Int64.max, Int64.min, false),
    ])
    func `S6: a quarantine ends after a day, even if the clock was set back`(
        since: Int64, now: Int64, isInForce: Bool
    ) {
        for (first, second) in [(since, now), (now, since)] {
            var breaker = CrashLoopBreaker()
            _ = breaker.start(with: new, Start(earlyEnds: 3, wallTime: first))
            #expect(breaker.rejects(new, program: 0, at: second) == isInForce)
            let verdict = breaker.start(with: new, Start(wallTime: second))
            #expect(verdict == (isInForce ? .quarantined(isNew: false) : .pending))
        }
    }

    @Test func `S6: a quarantine ends with another version of the program`() {
        var breaker = CrashLoopBreaker()
        _ = breaker.start(with: new, Start(program: 1, earlyEnds: 3))
        #expect(breaker.rejects(new, program: 1, at: 0))
        #expect(!breaker.rejects(new, program: 2, at: 0))
        #expect(breaker.start(with: new, Start(program: 2)) == .pending)
    }

    @Test func `S6: remembers the latest eight quarantined documents`() {
        var breaker = CrashLoopBreaker()
        for number in 1...20 as ClosedRange<UInt64> {
            _ = breaker.start(with: DocumentIdentity(byteCount: number, checksum: number), Start(earlyEnds: 3))
        }
        #expect(breaker.quarantines.map(\.identity.byteCount) == Array(13...20))
    }
}
