/// The time, as a store sees it: two clocks, and waiting.
///
/// Intervals and ages within one run come from the monotonic clock, so that the wall clock may jump without effect. The
/// wall clock only dates what outlives the process, and reads dates that servers send.
public protocol StoreClock: Sendable {
    /// The monotonic time since some fixed moment; it goes on while the device sleeps.
    var monotonicTime: Duration { get }

    /// What the wall clock shows, in seconds since 1970.
    var wallTime: Int64 { get }

    /// Waits until a moment of the monotonic clock.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    func sleep(until deadline: Duration) async throws
}
