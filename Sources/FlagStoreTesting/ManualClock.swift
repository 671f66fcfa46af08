import FlagResolver
public import FlagStore

/// Clocks that move only when a test advances them.
///
/// ```swift
/// clock.advance(by: .seconds(300))
/// ```
///
/// The two clocks are independent: ``wallTime`` may jump either way without moving the monotonic clock.
public final class ManualClock: StoreClock {
    private let state: Locked<State>

    private struct State: Sendable {
        var monotonicTime = Duration.zero
        var wallTime: Int64

        /// The part of the current second that has passed on the wall clock.
        var wallFraction = Duration.zero
        var sleepers: [UInt64: Sleeper] = [:]
        var nextSleeper: UInt64 = 0
    }

    private struct Sleeper: Sendable {
        let deadline: Duration
        let alarm: AsyncStream<Void>.Continuation
    }

    /// Creates clocks whose monotonic time is zero.
    ///
    /// - Parameter wallTime: The wall clock time, in seconds since 1970.
    public init(wallTime: Int64 = 1_800_000_000) {
        state = Locked(State(wallTime: wallTime))
    }

    public var monotonicTime: Duration {
        state.withLock { $0.monotonicTime }
    }

    /// The wall clock time, in whole seconds since 1970; it may be set to any value.
    public var wallTime: Int64 {
        get { state.withLock { $0.wallTime } }
        set {
            state.withLock { state in
                state.wallTime = newValue
                state.wallFraction = .zero
            }
        }
    }

    /// Advances both clocks, and wakes the sleepers whose deadline has passed.
    ///
    /// Fractions of a second add up: after two advances by 500 ms, the wall clock is one second later.
    ///
    /// - Parameter duration: The time to advance; not negative.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "A monotonic clock never goes back.")
        let due = state.withLock { state in
            state.monotonicTime += duration
            state.wallFraction += duration
            let seconds = state.wallFraction.components.seconds
            state.wallFraction -= .seconds(seconds)
            let (sum, overflow) = state.wallTime.addingReportingOverflow(seconds)
            if !overflow { state.wallTime = sum }
            let now = state.monotonicTime
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }.map(\.alarm)
        }
        for alarm in due { alarm.finish() }
    }

    public func sleep(until deadline: Duration) async throws {
        let (alarms, alarm) = AsyncStream.makeStream(of: Void.self)
        let number = state.withLock { state -> UInt64? in
            guard deadline > state.monotonicTime else { return nil }
            state.nextSleeper += 1
            state.sleepers[state.nextSleeper] = Sleeper(deadline: deadline, alarm: alarm)
            return state.nextSleeper
        }
        guard let number else { return try Task.checkCancellation() }
        // The stream ends at the deadline, or when the task is cancelled.
        for await _ in alarms {}
        state.withLock { $0.sleepers[number] = nil }
        try Task.checkCancellation()
    }
}
