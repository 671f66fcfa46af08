package import FlagResolver

/// A body that is written piece by piece, for as long as the client reads it.
package protocol ResponseStream: AnyObject, Sendable {
    /// The bytes to send now; empty if there is nothing to say, and `nil` if the stream is over.
    ///
    /// - Parameter capacity: How many bytes there is room for. The rest follows with the next call.
    func next(at time: ServerTime, atMost capacity: Int) -> [UInt8]?
}

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
