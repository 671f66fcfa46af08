import FlagResolver

/// The listeners of a store: each has a signal, and the names that changed since its last update.
///
/// A signal buffers one wake-up, so a slow listener costs as much as a fast one and misses no changed name.
struct StoreListeners: Sendable {
    private struct Listener: Sendable {
        let signal: AsyncStream<Void>.Continuation
        var changedNames: Set<ExactText> = []
    }

    private var listeners: [UInt64: Listener] = [:]
    private var nextNumber: UInt64 = 0

    /// The changes that listeners had not taken when the store was closed.
    private var unread: [UInt64: Set<ExactText>] = [:]

    var isEmpty: Bool { listeners.isEmpty }

    var signals: [AsyncStream<Void>.Continuation] {
        listeners.values.map(\.signal)
    }

    mutating func add(_ signal: AsyncStream<Void>.Continuation) -> UInt64 {
        nextNumber += 1
        listeners[nextNumber] = Listener(signal: signal)
        return nextNumber
    }

    mutating func remove(_ number: UInt64) {
        listeners[number] = nil
    }

    /// Removes all listeners. Each one can still take the changes that it has not taken yet.
    mutating func close() -> [AsyncStream<Void>.Continuation] {
        defer {
            unread = listeners.mapValues(\.changedNames).filter { !$0.value.isEmpty }
            listeners = [:]
        }
        return signals
    }

    /// Records changed settings for every listener, and returns the listeners to wake.
    mutating func noteChange(of names: [String]) -> [AsyncStream<Void>.Continuation] {
        guard !names.isEmpty else { return [] }
        let names = names.map { ExactText($0) }
        for number in listeners.keys { listeners[number]?.changedNames.formUnion(names) }
        return signals
    }

    /// The sorted names that changed since the last call for this listener.
    mutating func takeChanges(of number: UInt64) -> [String] {
        let names = unread.removeValue(forKey: number) ?? listeners[number]?.changedNames ?? []
        listeners[number]?.changedNames = []
        return names.sorted().map(\.text)
    }
}

extension StoreCore {
    /// Adds a listener, which is removed when the stream of signals is released.
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

    /// The changes since the listener's last update.
    func takeUpdate(of listener: UInt64) -> SettingsUpdate? {
        state.withLock { state in
            let names = state.listeners.takeChanges(of: listener)
            return names.isEmpty ? nil : SettingsUpdate(snapshot: state.snapshot, changedNames: names)
        }
    }
}
