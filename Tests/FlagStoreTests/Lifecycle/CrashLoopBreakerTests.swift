import FlagStore
import TestSupport
import Testing

struct CrashLoopBreakerTests {
    private typealias Start = CrashLoopBreaker.Start
    private typealias Candidates = CrashLoopBreaker.Candidates
    private typealias Decision = CrashLoopBreaker.Decision

    private let old = DocumentIdentity(byteCount: 1, checksum: 1)
    private let new = DocumentIdentity(byteCount: 2, checksum: 2)
    private let bundled = DocumentIdentity(byteCount: 3, checksum: 3)

    /// What is used, in the words of the tables below.
    private func used(_ decision: Decision) -> String {
        let document =
            switch decision.choice {
            case .newest: decision.isPending ? "pending" : "newest"
            case .older: "older"
            case nil: "none"
            }
        let date = decision.resolutionDate.map { "@\($0)" } ?? ""
        return document + date + (decision.usesBundled ? "+bundled" : "")
    }

    @Test(
        arguments: [
            (0, "pending+bundled", "newest+bundled"), (2, "pending+bundled", "newest+bundled"),
            (3, "older@100+bundled", "newest@100+bundled"), (4, "older@100+bundled", "newest@100+bundled"),
            (5, "none+bundled", "none+bundled"), (6, "none+bundled", "none+bundled"), (7, "none", "none"),
            (99, "none", "none"),
        ] as [(Int, String, String)])
    func `S6: crashes in a row lead to the confirmed document, the bundled one, and the defaults in code`(
        crashes: Int, whilePending: String, whileConfirmed: String
    ) {
        var pending = CrashLoopBreaker()
        pending.confirm(old, at: 100)
        let candidates = Candidates(newest: new, older: old, bundled: bundled)
        expectEqual(used(pending.start(with: candidates, Start(crashes: crashes, wallTime: 200))), whilePending)
        var confirmed = CrashLoopBreaker()
        confirmed.confirm(new, at: 100)
        expectEqual(used(confirmed.start(with: candidates, Start(crashes: crashes, wallTime: 200))), whileConfirmed)
    }

    @Test(
        arguments: [(0, "pending"), (3, "none"), (7, "none")] as [(Int, String)])
    func `S6: without a confirmed document, what there is below the pending one is used`(
        crashes: Int, expected: String
    ) {
        for bundled in [nil, bundled] {
            var breaker = CrashLoopBreaker()
            let decision = breaker.start(with: Candidates(newest: new, bundled: bundled), Start(crashes: crashes))
            expectEqual(used(decision), expected + (bundled != nil && crashes < 7 ? "+bundled" : ""))
        }
    }

    @Test func `S6: what crashed stays quarantined for a day, also after a run that lasted`() {
        var breaker = CrashLoopBreaker()
        breaker.confirm(old, at: 100)
        let candidates = Candidates(newest: new, older: old, bundled: bundled)
        _ = breaker.start(with: candidates, Start(crashes: 3, wallTime: 200))
        expectEqual(used(breaker.start(with: candidates, Start(wallTime: 300))), "older@100+bundled")
        _ = breaker.start(with: candidates, Start(crashes: 5, wallTime: 400))
        expectEqual(used(breaker.start(with: candidates, Start(wallTime: 500))), "none+bundled")
        _ = breaker.start(with: candidates, Start(crashes: 7, wallTime: 600))
        expectEqual(used(breaker.start(with: candidates, Start(wallTime: 700))), "none")
        // Each begins at the time of its quarantine.
        expectEqual(used(breaker.start(with: candidates, Start(wallTime: 86_600))), "pending")
        expectEqual(used(breaker.start(with: candidates, Start(wallTime: 87_000))), "pending+bundled")
    }

    @Test func `S6: a document that differs at each start does not escape`() {
        var breaker = CrashLoopBreaker()
        breaker.confirm(old)
        for number in 0...2 {
            let identity = DocumentIdentity(byteCount: 10 + UInt64(number), checksum: 0)
            let decision = breaker.start(with: Candidates(newest: identity, older: old), Start(crashes: number))
            expect(decision.isPending)
        }
        let decision = breaker.start(with: Candidates(newest: new, older: old), Start(crashes: 3))
        expectEqual(decision.choice, .older)
        expectEqual(decision.quarantine, .new)
    }

    @Test func `S6: never confirms what is quarantined, and keeps the date of what has its schedules quarantined`() {
        var breaker = CrashLoopBreaker()
        breaker.confirm(old, at: 100)
        _ = breaker.start(with: Candidates(newest: new, older: old), Start(crashes: 3, wallTime: 200))
        breaker.confirm(new, at: 200)
        expectEqual(breaker.confirmed, CrashLoopBreaker.Confirmation(identity: old, date: 100))
        breaker.confirm(old, at: 300)
        expectEqual(breaker.confirmed, CrashLoopBreaker.Confirmation(identity: old, date: 100))
        breaker.liftQuarantines()
        breaker.confirm(old, at: 400)
        expectEqual(breaker.confirmed, CrashLoopBreaker.Confirmation(identity: old, date: 400))
        breaker.confirm(new, at: 500)
        expectEqual(breaker.confirmed?.identity, new)
    }

    @Test func `S6: confirms a document whose quarantine is over`() {
        let quarantined = {
            var breaker = CrashLoopBreaker()
            let candidates = Candidates(newest: new)
            _ = breaker.start(with: candidates, Start(program: 1, crashes: 3, wallTime: 1_000))
            return breaker
        }
        for (program, time, isConfirmed) in [(1, 87_399, false), (1, 87_400, true), (2, 1_000, true)]
            as [(UInt64, Int64, Bool)]
        {
            var breaker = quarantined()
            breaker.confirm(new, program: program, at: time)
            expectEqual((breaker.confirmed?.identity == new), isConfirmed, "program \(program), time \(time)")
            expectEqual(breaker.quarantines.isEmpty, isConfirmed)
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
            _ = breaker.start(with: Candidates(newest: new), Start(crashes: 3, wallTime: first))
            expectEqual(breaker.rejects(new, program: 0, at: second), isInForce)
            let decision = breaker.start(with: Candidates(newest: new), Start(wallTime: second))
            expect(decision.isPending != isInForce)
            expectEqual(decision.quarantine, isInForce ? .old : .none)
        }
    }

    @Test func `S6: a quarantine ends with another version of the program`() {
        var breaker = CrashLoopBreaker()
        _ = breaker.start(with: Candidates(newest: new), Start(program: 1, crashes: 3))
        expect(breaker.rejects(new, program: 1, at: 0))
        expect(!breaker.rejects(new, program: 2, at: 0))
        expect(breaker.start(with: Candidates(newest: new), Start(program: 2)).isPending)
    }

    @Test func `S6: remembers the latest eight quarantined documents`() {
        var breaker = CrashLoopBreaker()
        for number in 1...20 as ClosedRange<UInt64> {
            let identity = DocumentIdentity(byteCount: number, checksum: number)
            _ = breaker.start(with: Candidates(newest: identity), Start(crashes: 3))
        }
        expectEqual(breaker.quarantines.map(\.identity.byteCount), Array(13...20))
    }

    @Test func `S6: whatever happens, only documents that exist are used, and none that is quarantined`() {
        for seed in 0..<500 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            var breaker = CrashLoopBreaker()
            let identities = [nil] + (1...4).map { DocumentIdentity(byteCount: $0, checksum: $0) }
            var time = Int64(0)
            for step in 0..<40 {
                time += Int64.random(in: 0...40_000, using: &random)
                let candidates = Candidates(
                    newest: identities.randomElement(using: &random) ?? nil,
                    older: identities.randomElement(using: &random) ?? nil,
                    bundled: identities.randomElement(using: &random) ?? nil)
                let start = Start(crashes: Int.random(in: 0...9, using: &random), wallTime: time)
                let decision = breaker.start(with: candidates, start)
                let chosen = decision.choice.map { $0 == .newest ? candidates.newest : candidates.older }
                for identity in [chosen, decision.usesBundled ? candidates.bundled : chosen] {
                    guard let identity else { continue }
                    expect(
                        identity.map { breaker.rejects($0, program: 0, at: time) } == false,
                        "seed \(seed), step \(step)")
                }
                if start.crashes >= 5 { expectNil(decision.choice, "seed \(seed), step \(step)") }
                if start.crashes >= 7 { expect(!decision.usesBundled, "seed \(seed), step \(step)") }
                if Bool.random(using: &random), let identity = chosen ?? nil { breaker.confirm(identity, at: time) }
            }
        }
    }
}
