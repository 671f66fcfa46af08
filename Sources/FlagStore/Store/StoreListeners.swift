import FlagResolver

/// The listeners of a store: each has a signal, and those that want names a position in the changes.
///
/// A signal buffers one wake-up, so a slow listener costs as much as a fast one and misses no changed name. A change costs the
/// same however many listeners want its names: all of them share it.
struct StoreListeners: Sendable {
    private struct Listener: Sendable {
        let signal: AsyncStream<Void>.Continuation

        /// The number of the next change that it takes; `nil` if it does not want names.
        var position: UInt64?
    }

    /// The names of one change, or of several that no listener takes apart.
    fileprivate struct Change: Sendable {
        /// The number of the change, in rising order.
        let number: UInt64
        var names: Set<ExactText>
    }

    private var listeners: [UInt64: Listener] = [:]
    private var nextNumber: UInt64 = 0

    /// The changes that some listener has not taken, the oldest first.
    private var changes: [Change] = []
    private var nextChange: UInt64 = 0

    /// The number of changes at which those that nobody takes apart are merged.
    private var mergedCount = 16

    /// The changes that listeners had not taken when the store was closed.
    private var unread: [UInt64: UntakenNames] = [:]

    /// The names that a listener has not taken yet. They are collected without the lock of the store.
    struct UntakenNames: Sendable {
        fileprivate let changes: ArraySlice<Change>

        /// The sorted names.
        var names: [String] {
            guard changes.count != 1 else { return changes.first?.names.sorted().map(\.text) ?? [] }
            return changes.reduce(into: Set()) { $0.formUnion($1.names) }.sorted().map(\.text)
        }
    }

    var isEmpty: Bool { listeners.isEmpty }

    var signals: [AsyncStream<Void>.Continuation] {
        listeners.values.map(\.signal)
    }

    mutating func add(_ signal: AsyncStream<Void>.Continuation, wantsNames: Bool) -> UInt64 {
        nextNumber += 1
        listeners[nextNumber] = Listener(signal: signal, position: wantsNames ? nextChange : nil)
        return nextNumber
    }

    mutating func remove(_ number: UInt64) {
        listeners[number] = nil
        if listeners.isEmpty { changes = [] }
    }

    /// Removes all listeners. Each one can still take the changes that it has not taken yet.
    mutating func close() -> [AsyncStream<Void>.Continuation] {
        defer {
            for (number, listener) in listeners {
                if let position = listener.position { unread[number] = untaken(from: position) }
            }
            (listeners, changes) = ([:], [])
        }
        return signals
    }

    /// Records changed settings, and returns the listeners to wake.
    mutating func noteChange(of names: [String]) -> [AsyncStream<Void>.Continuation] {
        guard !names.isEmpty, !listeners.isEmpty else { return [] }
        changes.append(Change(number: nextChange, names: Set(names.lazy.map { ExactText($0) })))
        nextChange += 1
        if changes.count > mergedCount { mergeChanges() }
        return signals
    }

    /// The names that changed since the last call for this listener; `nil` if there are none.
    mutating func takeChanges(of number: UInt64) -> UntakenNames? {
        if let names = unread.removeValue(forKey: number) { return names }
        guard let position = listeners[number]?.position, position < nextChange else { return nil }
        listeners[number]?.position = nextChange
        return untaken(from: position)
    }

    private func untaken(from position: UInt64) -> UntakenNames? {
        let first = changes.firstIndex { $0.number >= position } ?? changes.endIndex
        return first < changes.endIndex ? UntakenNames(changes: changes[first...]) : nil
    }

    /// Forgets the changes that everybody has taken, and merges those that nobody takes apart.
    ///
    /// So there are at most as many changes as positions, and the work for one is constant on average.
    private mutating func mergeChanges() {
        let positions = Set(listeners.values.compactMap(\.position))
        guard let first = positions.min() else {
            changes = []
            return
        }
        var merged: [Change] = []
        for change in changes where change.number >= first {
            if merged.isEmpty || positions.contains(change.number) {
                merged.append(change)
            } else {
                merged[merged.count - 1].names.formUnion(change.names)
            }
        }
        changes = merged
        mergedCount = max(16, 2 * merged.count)
    }
}

extension StoreCore {
    /// Adds a listener, which is removed when the stream of signals is released.
    ///
    /// - Parameter wantsNames: Whether it takes the names of changed settings.
    func listen(wantsNames: Bool) -> (listener: UInt64, signals: AsyncStream<Void>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (listener, isClosed) = state.withLock { state in
            (state.isClosed ? 0 : state.listeners.add(continuation, wantsNames: wantsNames), state.isClosed)
        }
        if isClosed { continuation.finish() }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners.remove(listener) }
        }
        return (listener, stream)
    }

    /// The changes since the listener's last update.
    func takeUpdate(of listener: UInt64) -> SettingsUpdate? {
        let (untaken, snapshot) = state.withLock { ($0.listeners.takeChanges(of: listener), $0.snapshot) }
        return untaken.map { SettingsUpdate(snapshot: snapshot, changedNames: $0.names) }
    }
}
