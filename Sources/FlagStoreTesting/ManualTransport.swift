import FlagResolver
public import FlagStore

/// A transport whose responses a test provides, before or after the request.
///
/// ```swift
/// let request = await transport.nextRequest()
/// transport.respond(with: .document(bytes, entityTag: "\"2\""))
/// ```
public final class ManualTransport: WatchingTransport {
    private let state = Locked(State())

    private struct State: Sendable {
        var requests: [DocumentRequest] = []
        var takenCount = 0
        var outcomes: [DocumentOutcome] = []
        var waitingFetches: [AsyncStream<DocumentOutcome>.Continuation] = []
        var waitingTests: [AsyncStream<Void>.Continuation] = []
        var watchers: [AsyncStream<Void>.Continuation] = []
    }

    /// Creates a transport that first responds with these outcomes, in order.
    public init(_ outcomes: [DocumentOutcome] = []) {
        state.withLock { $0.outcomes = outcomes }
    }

    /// All requests so far.
    public var requests: [DocumentRequest] {
        state.withLock { $0.requests }
    }

    /// Waits for the next request that was not returned yet; `nil` if the task is cancelled first.
    public func nextRequest() async -> DocumentRequest? {
        while true {
            let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
            let request = state.withLock { state -> DocumentRequest? in
                guard state.takenCount < state.requests.count else {
                    state.waitingTests.append(arrival)
                    return nil
                }
                state.takenCount += 1
                return state.requests[state.takenCount - 1]
            }
            if let request { return request }
            for await _ in arrivals {}
            guard !Task.isCancelled else { return nil }
        }
    }

    /// Responds to the current request, or to the next one if there is none.
    public func respond(with outcome: DocumentOutcome) {
        while true {
            let fetch = state.withLock { state -> AsyncStream<DocumentOutcome>.Continuation? in
                guard !state.waitingFetches.isEmpty else {
                    state.outcomes.append(outcome)
                    return nil
                }
                return state.waitingFetches.removeFirst()
            }
            guard let fetch else { return }
            defer { fetch.finish() }
            // If the request was cancelled in the meantime, the next one gets the outcome.
            guard case .terminated = fetch.yield(outcome) else { return }
        }
    }

    /// Announces a change, as a watched file does.
    public func announceChange() {
        for watcher in state.withLock({ $0.watchers }) { watcher.yield() }
    }

    public func changes() -> AsyncStream<Void> {
        let (changes, watcher) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.watchers.append(watcher) }
        return changes
    }

    public func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        let (answers, answer) = AsyncStream.makeStream(of: DocumentOutcome.self)
        let (outcome, tests) = state.withLock { state -> (DocumentOutcome?, [AsyncStream<Void>.Continuation]) in
            state.requests.append(request)
            defer { state.waitingTests = [] }
            guard state.outcomes.isEmpty else { return (state.outcomes.removeFirst(), state.waitingTests) }
            state.waitingFetches.append(answer)
            return (nil, state.waitingTests)
        }
        for test in tests { test.finish() }
        if let outcome { return outcome }
        for await outcome in answers { return outcome }
        return .failed(TransportFailure(.cancelled))
    }
}
