import FlagResolver

/// A stream of server-sent events: it tells a client to ask for all values again.
///
/// 1. The identifier of an event is the state of the document: ``ServedDocument/state(at:)``. A client that comes back with an
///    identifier, in `Last-Event-ID`, gets an event at once if the state has changed, regardless of the server.
/// 2. An event is a signal to ask, never data. Several changes in a row can be one event. A client that comes back while nothing
///    has changed gets a message that says so, of another type.
/// 3. After its lifetime, a stream ends with a hint to come back soon. Slots of clients that are no longer there, but whose
///    end nobody noticed, thereby become free.
/// 4. While nothing changes, a comment is sent periodically: proxies keep the connection open, and the server notices
///    that a client has gone.
///
/// Standard: HTML, *Server-sent events*; OFREP, *event streams*.
package final class EventStream: ResponseStream {
    private let slot: DocumentSlot
    private let state: Locked<State>
    /// The monotonic time at which the stream is over.
    private let end: Duration
    private let isRevoked: @Sendable () -> Bool
    private let onEnd: @Sendable () -> Void

    private struct State: Sendable {
        /// The state that the client knows; `nil` if it knows none.
        var known: String?
        var hasBegun = false
        var hasEnded = false
        var lastWrite: Duration
        /// The bytes that there was no room for.
        var pending: ArraySlice<UInt8> = []
    }

    /// The maximum time for which the stream is silent.
    package static let heartbeatInterval = Duration.seconds(15)

    /// - Parameters:
    ///   - isRevoked: Whether the stream ends because its client must show its key again.
    ///   - onEnd: Called when nobody uses the stream any more.
    init(
        _ slot: DocumentSlot, lastEventID: String?, at now: Duration, lifetime: Duration,
        isRevoked: @escaping @Sendable () -> Bool, onEnd: @escaping @Sendable () -> Void
    ) {
        self.isRevoked = isRevoked
        self.slot = slot
        end = now + lifetime
        self.onEnd = onEnd
        state = Locked(State(known: lastEventID?.isEmpty == true ? nil : lastEventID, lastWrite: now))
    }

    deinit { onEnd() }

    package func next(at time: ServerTime, atMost capacity: Int = .max) -> [UInt8]? {
        if isRevoked() { return nil }
        let current = slot.document?.state(at: time.date)
        return state.withLock { state in
            if state.hasEnded, state.pending.isEmpty { return nil }
            var text = ""
            if !state.hasBegun {
                state.hasBegun = true
                let hasReturned = state.known != nil
                text = "retry: 3000\n"
                if state.known == nil { state.known = current }
                // Without data this is not an event, but the client learns the identifier.
                if let known = state.known { text += "id: \(known)\n" }
                text += "\n"
                // Web clients of OFREP take a stream as interrupted until they get a message, whatever its type.
                if hasReturned, current == state.known {
                    text += "event: message\ndata: {\"type\":\"unchanged\"}\n\n"
                }
            }
            if let current, current != state.known {
                state.known = current
                text += "id: \(current)\nevent: message\ndata: {\"type\":\"refetchEvaluation\"}\n\n"
            }
            if time.monotonic >= end, !state.hasEnded {
                state.hasEnded = true
                text += "retry: 1000\n\n"
            }
            if text.isEmpty, state.pending.isEmpty, time.monotonic - state.lastWrite >= Self.heartbeatInterval {
                text = ":\n\n"
            }
            if !text.isEmpty { state.lastWrite = time.monotonic }
            state.pending += text.utf8
            let bytes = state.pending.prefix(capacity)
            state.pending = state.pending.dropFirst(bytes.count)
            return Array(bytes)
        }
    }
}
