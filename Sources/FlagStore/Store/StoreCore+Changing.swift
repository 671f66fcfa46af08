import FlagResolver

/// The parts of a store that a change replaces.
struct StoreContents: Sendable {
    var stack: LayerStack
    var context: StoreContext

    /// Whether the store is closed. Closing starts a concurrent change over.
    let isClosed: Bool

    /// Resolves each layer for the context at a time in seconds since 1970.
    mutating func resolve(at wallTime: Int64) {
        stack.resolve(for: context.complete(at: wallTime))
    }
}

/// The settings whose values a change may affect.
enum AffectedSettings: Sendable {
    case any
    case named(Set<ExactText>)

    /// The settings of the same documents, in another context.
    case ofOtherContext
}

extension StoreCore {
    /// Changes the contents, finds the settings whose values changed, and wakes the listeners.
    ///
    /// The work is done without the lock and repeated if the contents changed in the meantime.
    ///
    /// - Parameters:
    ///   - affected: The settings that may change.
    ///   - body: Changes the contents, and returns whether it did. It may be called several times.
    /// - Returns: The sorted names of the settings whose values changed; empty for a change of context without
    ///   listeners.
    @discardableResult
    func change(_ affected: AffectedSettings, _ body: (inout StoreContents) -> Bool) -> [String] {
        while true {
            let (snapshot, context, isClosed, keys, revision, hasListeners) = state.withLock {
                ($0.snapshot, $0.context, $0.isClosed, $0.keys, $0.revision, !$0.listeners.isEmpty)
            }
            let old = snapshot.stack
            var contents = StoreContents(stack: old, context: context, isClosed: isClosed)
            guard body(&contents) else { return [] }
            let new = contents
            let isComparing: Bool
            let names: [String]
            switch affected {
            case .any: (isComparing, names) = (true, old.changedNames(to: new.stack, among: nil, keys: keys))
            case .named(let some):
                (isComparing, names) = (true, old.changedNames(to: new.stack, among: some, keys: keys))
            case .ofOtherContext:
                isComparing = hasListeners
                names = isComparing ? old.changedNames(forContextOf: new.stack, keys: keys) : []
            }
            let resolvedContext =
                new.stack.hasNoDocument ? new.context.complete(at: clock.wallTime) : new.stack.context
            let signals = state.withLock { state -> [AsyncStream<Void>.Continuation]? in
                guard state.revision == revision, isComparing || state.listeners.isEmpty else { return nil }
                state.revision += 1
                let isUncached = state.snapshot.reports.coverEveryRead
                let number = isUncached ? ReadGeneration.uncached : ReadGeneration.next()
                let generation = FixedGeneration(of: self.generation, number: number)
                state.snapshot = state.snapshot.with(new.stack, resolvedContext, generation: generation)
                state.context = new.context
                // In this order, a thread that sees the new snapshot has no cached value of the old one.
                self.generation.set(number)
                publish(state.snapshot)
                return state.listeners.noteChange(of: names)
            }
            guard let signals else { continue }
            for signal in signals { signal.yield() }
            return names
        }
    }
}
