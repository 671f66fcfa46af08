import FlagResolver

/// A stream of server-sent events: it tells a client to ask for all values again.
///
/// 1. The identifier of an event is the state of the document: ``ServedDocument/state(at:)``. A client that comes back with an
///    identifier, in `Last-Event-ID`, gets an event at once if the state has changed, regardless of the server.
/// 2. An event is a signal to ask, never data. Several changes in a row can be one event.
/// 3. While nothing changes, a comment is sent periodically: proxies keep the connection open, and the server notices
///    that a client has gone.
///
/// Standard: HTML, *Server-sent events*; OFREP, *event streams*.
package final class EventStream: Sendable {
    private let slot: DocumentSlot
    private let state: Locked<State>

    private struct State: Sendable {
        /// The state that the client knows; `nil` if it knows none.
        var known: String?
        var hasBegun = false
        var lastWrite: Duration
        /// The bytes that there was no room for.
        var pending: ArraySlice<UInt8> = []
    }

    /// The maximum time for which the stream is silent.
    package static let heartbeatInterval = Duration.seconds(15)

    init(_ slot: DocumentSlot, lastEventID: String?, at now: Duration) {
        self.slot = slot
        state = Locked(State(known: lastEventID?.isEmpty == true ? nil : lastEventID, lastWrite: now))
    }

    /// The bytes to send now; empty if there is nothing to say.
    ///
    /// - Parameter capacity: How many bytes there is room for. The rest follows with the next call.
    package func next(at time: ServerTime, atMost capacity: Int = .max) -> [UInt8] {
        let current = slot.document?.state(at: time.date)
        return state.withLock { state in
            var text = ""
            if !state.hasBegun {
                state.hasBegun = true
                text = "retry: 3000\n"
                if state.known == nil { state.known = current }
                // Without data this is not an event, but the client learns the identifier.
                if let known = state.known { text += "id: \(known)\n" }
                text += "\n"
            }
            if let current, current != state.known {
                state.known = current
                text += "id: \(current)\nevent: message\ndata: {\"type\":\"refetchEvaluation\"}\n\n"
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
