package import FlagResolver

/// The time of a request, by both clocks.
package struct ServerTime: Sendable {
    /// The date, for schedules of documents.
    package let date: Instant
    /// The time since a fixed moment, for ages and limits: jumps of the date have no effect.
    package let monotonic: Duration

    package init(date: Instant, monotonic: Duration) {
        self.date = date
        self.monotonic = monotonic
    }
}
