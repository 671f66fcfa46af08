import FlagStore
import TestSupport
import Testing

struct FetchScheduleTests {
    private func schedule(seed: UInt64, interval: Duration = .seconds(100)) -> FetchSchedule {
        FetchSchedule(interval: interval, random: SeededRandom(seed: seed))
    }

    @Test func `Y2: keeps the interval within ten per cent, and uses all of that`() {
        var schedule = schedule(seed: 1)
        let delays = (0..<2_000).map { _ in schedule.delayAfterSuccess() }
        expect(delays.allSatisfy { (.seconds(90)...(.seconds(110))).contains($0) })
        expect(delays.contains { $0 < .seconds(91) } && delays.contains { $0 > .seconds(109) })
    }

    @Test(arguments: [0, -5] as [Int])
    func `Y2: never asks more often than once a second, whatever interval is asked for`(seconds: Int) {
        var schedule = schedule(seed: 1, interval: .seconds(seconds))
        expect(schedule.delayAfterSuccess() >= .milliseconds(900))
    }

    @Test func `Y2: backs off with full jitter, from a second to five minutes`() {
        for failures in 1...20 {
            let ceiling = min(Duration.seconds(1 << min(failures, 10)), .seconds(300))
            var delays: [Duration] = []
            for seed in 0..<300 as Range<UInt64> {
                var schedule = schedule(seed: seed)
                var delay = Duration.zero
                for _ in 0..<failures { delay = schedule.delay(after: TransportFailure(.unreachable), at: 0).delay }
                delays.append(delay)
            }
            expect(delays.allSatisfy { (.seconds(1)...ceiling).contains($0) }, "after \(failures) failures")
            let lower = failures < 9 ? Duration.seconds(1) : FetchSchedule.floorAtMaximumCeiling
            let spread = ceiling - lower
            expect(delays.contains { $0 < lower + spread / 10 } && delays.contains { $0 > ceiling - spread / 10 })
        }
    }

    @Test func `Y2: begins anew after a success`() {
        var schedule = schedule(seed: 4)
        for _ in 0..<20 { _ = schedule.delay(after: TransportFailure(.unreachable), at: 0) }
        _ = schedule.delayAfterSuccess()
        expect(schedule.delay(after: TransportFailure(.unreachable), at: 0).delay <= .seconds(2))
    }

    @Test(
        arguments: [
            (.seconds(0), 0, .zero), (.seconds(120), 0, .seconds(120)), (.seconds(.max), 0, .seconds(3_600)),
            (.seconds(-9), 0, .zero), (.date(secondsSince1970: 1_600), 1_000, .seconds(600)),
            (.date(secondsSince1970: 900), 1_000, .zero), (.date(secondsSince1970: .max), 0, .seconds(3_600)),
        ] as [(RetryAfter, Int64, Duration)])
    func `Y2: never comes back before Retry-After, which counts for an hour at most`(
        retryAfter: RetryAfter, wallTime: Int64, expected: Duration
    ) {
        var latest = Duration.zero
        for seed in 0..<200 as Range<UInt64> {
            var schedule = schedule(seed: seed)
            let failure = TransportFailure(.status, status: 503, retryAfter: retryAfter)
            let (delay, pause) = schedule.delay(after: failure, at: wallTime)
            expectEqual(pause, expected)
            expect(delay >= pause)
            expect(delay <= max(.seconds(2), pause + max(pause / 10, .seconds(1))))
            latest = max(latest, delay)
        }
        // Clients with the same Retry-After do not return at the same time.
        if expected > .zero { expect(latest > expected + expected / 20) }
    }

    @Test(arguments: [401, 403])
    func `Y2: goes on slowly after 401 and 403, for ever`(status: Int) {
        var schedule = schedule(seed: 9)
        for _ in 0..<100 {
            let delay = schedule.delay(after: TransportFailure(.status, status: status), at: 0).delay
            expect((.seconds(810)...(.seconds(990))).contains(delay))
        }
    }
}
