/// When to fetch next: pure arithmetic over the monotonic clock and a random source.
///
/// 1. After a success: the interval, ±10 %.
/// 2. After a failure: full jitter, a random time from 1 s to a ceiling that doubles with each consecutive failure. At
///    the highest ceiling, 5 min, the random time also has a floor. With full jitter over a constant range, clients
///    would arrive twice as densely in the first second after an outage as on average. With the floor they arrive evenly.
/// 3. Never before the server's `Retry-After`, which is capped at one hour; a random delay after it spreads the clients.
/// 4. After 401 and 403: an interval of at least 15 min, ±10 %.
package struct FetchSchedule: Sendable {
    private let interval: Duration
    private var random: any RandomNumberGenerator & Sendable

    /// The number of failures since the last success.
    package private(set) var failureCount = 0

    package init(interval: Duration, random: any RandomNumberGenerator & Sendable) {
        self.interval = max(interval, Self.minimumDelay)
        self.random = random
    }

    package static let minimumDelay = Duration.seconds(1)
    package static let maximumCeiling = Duration.seconds(300)
    package static let floorAtMaximumCeiling = Duration.seconds(220)
    package static let maximumRetryAfter = Duration.seconds(3_600)
    package static let slowInterval = Duration.seconds(900)

    /// The delay after a document arrived or was confirmed.
    package mutating func delayAfterSuccess() -> Duration {
        failureCount = 0
        return jittered(interval)
    }

    /// Lets the next failure count as the first one.
    package mutating func forgetFailures() {
        failureCount = 0
    }

    /// The delay after a response that a retry would not change soon, such as a quarantined document.
    package mutating func delayAfterRefusal() -> Duration {
        jittered(interval)
    }

    /// The delay after a failure, and the part of it that the server asked for.
    package mutating func delay(
        after failure: TransportFailure,
        at wallTime: Int64
    ) -> (delay: Duration, pause: Duration) {
        if failureCount < Int.max { failureCount += 1 }
        let pause = min(failure.retryAfter?.delay(at: wallTime) ?? .zero, Self.maximumRetryAfter)
        let isForbidden = failure.status == 401 || failure.status == 403
        let delay = isForbidden ? jittered(max(interval, Self.slowInterval)) : backOff()
        guard pause > .zero else { return (delay, pause) }
        return (max(delay, pause + uniform(from: .zero, to: max(pause / 10, Self.minimumDelay))), pause)
    }

    private mutating func backOff() -> Duration {
        let doublings = min(failureCount, 10)
        let ceiling = Duration.seconds(Int64(1) << doublings)
        guard ceiling >= Self.maximumCeiling else { return uniform(from: Self.minimumDelay, to: ceiling) }
        return uniform(from: Self.floorAtMaximumCeiling, to: Self.maximumCeiling)
    }

    private mutating func jittered(_ interval: Duration) -> Duration {
        uniform(from: interval * 0.9, to: interval * 1.1)
    }

    private mutating func uniform(from lower: Duration, to upper: Duration) -> Duration {
        lower + (upper - lower) * Double.random(in: 0...1, using: &random)
    }
}
