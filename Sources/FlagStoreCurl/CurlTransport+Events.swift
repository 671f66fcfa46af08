import FlagResolver
public import FlagStore

extension CurlTransport {
    /// A stream of events that announces when the document may have changed.
    ///
    /// `flagctl serve` has one at `/v1/events`. It may be on another server than the document: for example, a CDN
    /// serves the document, and the servers behind it serve the events.
    public struct EventSource: Hashable, Sendable {
        /// The address of the stream.
        public var address: DocumentAddress

        /// The headers of the request for the stream, such as a key; those of the document are not sent there.
        public var headers: RequestHeaders

        /// Creates a source of events.
        public init(_ address: DocumentAddress, headers: RequestHeaders = RequestHeaders()) {
            self.address = address
            self.headers = headers
        }
    }

    /// The announcements of ``events``; they end at once if there is no such source.
    ///
    /// 1. An event is a signal to fetch, never data: the document comes from ``address`` and is checked as usual.
    /// 2. Events are announced after a random delay of at most half a second, so that not all apps fetch at the same moment.
    /// 3. A stream that ends, or is silent for 45 seconds, is opened again, after growing random delays if it fails.
    ///    It resumes after the last event that was received.
    public func changes() -> AsyncStream<Void> {
        guard let events else { return AsyncStream { $0.finish() } }
        return OwnThread.announcements { [options] cancellation, announce in
            CurlEventReader(source: events, options: options, cancellation: cancellation).run(announce: announce)
        }
    }
}

/// Reads a stream of events on a separate thread, until it is cancelled.
struct CurlEventReader: Sendable {
    let source: CurlTransport.EventSource
    let options: CurlTransport.Options
    let cancellation: Cancellation

    /// Three heartbeats of `flagctl serve`.
    private static let maximumSilence = Duration.seconds(45)
    private static let maximumSpread: Int64 = 500
    private static let maximumRetry: Int64 = 60_000

    func run(announce: @escaping () -> Void) {
        var parser = EventStreamParser()
        // The schedule of the store: full jitter, at most five minutes, `Retry-After`.
        var schedule = FetchSchedule(interval: .seconds(3), random: SystemRandomNumberGenerator())
        while !cancellation.isCancelled {
            var hasBegun = false
            let failure = read(&parser) {
                if !hasBegun {
                    hasBegun = true
                    _ = schedule.delayAfterSuccess()
                }
                pause(.milliseconds(Int64.random(in: 0...Self.maximumSpread)))
                announce()
            }
            guard !cancellation.isCancelled else { return }
            if hasBegun {
                let retry = min(max(parser.retryMilliseconds ?? 3_000, 100), Self.maximumRetry)
                pause(.milliseconds(Int64.random(in: retry / 2...retry + retry / 2)))
            } else {
                pause(schedule.delay(after: failure, at: SystemClock().wallTime).delay)
            }
        }
    }

    /// Reads one response.
    ///
    /// - Parameter announce: Called once the stream has begun, because the document may have changed before, and at
    ///   each event.
    /// - Returns: Why it ended.
    private func read(_ parser: inout EventStreamParser, _ announce: @escaping () -> Void) -> TransportFailure {
        var call = CurlCall("GET", source.address, options: options)
        call.headers = source.headers
        call.protocolFields = ["Accept: text/event-stream", "Cache-Control: no-cache"]
        if let identifier = parser.lastIdentifier { call.protocolFields.append("Last-Event-ID: \(identifier)") }
        call.timeLimit = nil
        call.silenceLimit = Self.maximumSilence
        var reader = EventStreamParser(lastIdentifier: parser.lastIdentifier)
        defer { parser = reader }
        do throws(TransportFailure) {
            var hasBegun = false
            let response = try call.send(cancellation) { head, bytes in
                guard head.status == 200, head.isEventStream, let count = reader.read(bytes) else { return false }
                if count > 0 || !hasBegun { announce() }
                hasBegun = true
                return true
            }
            guard response.head.status != 200 else {
                return TransportFailure(.brokenResponse, detail: "the stream of events ended")
            }
            return response.head.statusFailure(expected: "200")
        } catch {
            return error
        }
    }

    private func pause(_ duration: Duration) {
        OwnThread.pause(duration, unless: cancellation)
    }
}

extension HTTPResponseHead {
    fileprivate var isEventStream: Bool {
        value(of: "content-type").map { $0.lowercased().starts(withBytesOf: "text/event-stream") } ?? false
    }
}
