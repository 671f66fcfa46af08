import FlagResolver

/// What a store announces, as a sequence that ends when the store is closed or the task is cancelled.
///
/// Each iteration starts anew, holds up nobody however slow it is, and holds nothing but the latest.
public struct StoreSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// Nothing is ever thrown.
    public typealias Failure = Never

    /// Finds the next element at once, if there is one.
    typealias Pull = @Sendable (StoreCore, UInt64) -> Element?

    private let core: StoreCore
    private let makePull: @Sendable () -> Pull

    init(_ core: StoreCore, _ makePull: @escaping @Sendable () -> Pull) {
        self.core = core
        self.makePull = makePull
    }

    /// Begins to listen; what happened before is not announced.
    public func makeAsyncIterator() -> Iterator {
        let (listener, signals) = core.listen()
        return Iterator(core: core, listener: listener, signals: signals, pull: makePull())
    }

    /// Waits for what a store announces.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let core: StoreCore
        let listener: UInt64
        let signals: AsyncStream<Void>
        let pull: Pull

        /// The next element; `nil` once the store is closed or the task is cancelled.
        public mutating func next() async -> Element? {
            while true {
                if let element = pull(core, listener) { return element }
                // The stream keeps its place itself; an iterator of it could not be sent along with this one.
                var signal = signals.makeAsyncIterator()
                guard await signal.next() != nil else { return nil }
            }
        }
    }
}

/// The last element that an iteration had, to leave out repeats.
final class LastElement<Element: Equatable & Sendable>: Sendable {
    private let last = Locked<Element?>(nil)

    /// The element, unless it equals the last one.
    func unlessRepeated(_ element: Element) -> Element? {
        guard last.withLock({ $0 }) != element else { return nil }
        last.withLock { $0 = element }
        return element
    }
}

extension StoreCore {
    /// Adds a listener, who is removed when the stream of signals is released.
    func listen() -> (listener: UInt64, signals: AsyncStream<Void>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (listener, isClosed) = state.withLock { state in
            (state.isClosed ? 0 : state.listeners.add(continuation), state.isClosed)
        }
        if isClosed { continuation.finish() }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners.remove(listener) }
        }
        return (listener, stream)
    }

    /// What a listener has missed.
    func takeUpdate(of listener: UInt64) -> SettingsUpdate? {
        state.withLock { state in
            let names = state.listeners.takeChanges(of: listener)
            return names.isEmpty ? nil : SettingsUpdate(snapshot: state.snapshot, changedNames: names)
        }
    }

    var currentState: StoreState {
        state.withLock { $0.machine.state }
    }

    /// Whether waiting for readiness is in vain.
    var canNeverBeReady: Bool {
        state.withLock { $0.snapshot.context.appVersion == nil || $0.isClosed }
    }
}
