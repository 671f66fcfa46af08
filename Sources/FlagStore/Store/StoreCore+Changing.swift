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
            let attempt = attempt()
            var contents = attempt.contents
            guard body(&contents) else { return [] }
            if let names = install(contents, affected, after: attempt) { return names }
        }
    }

    /// What a change starts from.
    private struct Attempt: Sendable {
        let contents: StoreContents
        let keys: [ExactText: [RegisteredKey]]
        let revision: UInt64
        let hasListeners: Bool
    }

    private func attempt() -> Attempt {
        state.withLock { state in
            let contents = StoreContents(stack: state.snapshot.stack, context: state.context, isClosed: state.isClosed)
            return Attempt(
                contents: contents, keys: state.keys, revision: state.revision, hasListeners: !state.listeners.isEmpty)
        }
    }

    /// Installs the changed contents, and returns the names that `change` does; `nil` if the contents changed in the meantime.
    ///
    /// It is no part of ``change(_:_:)``, which the compiler copies for each caller with its closure.
    private func install(_ new: StoreContents, _ affected: AffectedSettings, after attempt: Attempt) -> [String]? {
        let old = attempt.contents.stack
        let isComparing: Bool
        let names: [String]
        switch affected {
        case .any: (isComparing, names) = (true, old.changedNames(to: new.stack, among: nil, keys: attempt.keys))
        case .named(let some):
            (isComparing, names) = (true, old.changedNames(to: new.stack, among: some, keys: attempt.keys))
        case .ofOtherContext:
            isComparing = attempt.hasListeners
            names = isComparing ? old.changedNames(forContextOf: new.stack, keys: attempt.keys) : []
        }
        let resolvedContext = new.stack.documents.first?.snapshot.context ?? new.context.complete(at: clock.wallTime)
        let signals = state.withLock { state -> [AsyncStream<Void>.Continuation]? in
            guard state.revision == attempt.revision, isComparing || state.listeners.isEmpty else { return nil }
            state.revision += 1
            let isUncached = state.snapshot.reports.coverEveryRead
            let number = isUncached ? ReadGeneration.uncached : ReadGeneration.next()
            let generation = FixedGeneration(of: self.generation, number: number)
            state.snapshot = state.snapshot.with(new.stack, resolvedContext, generation: generation)
            state.context = new.context
            self.generation.set(number)
            return state.listeners.noteChange(of: names)
        }
        guard let signals else { return nil }
        for signal in signals { signal.yield() }
        return names
    }
}
