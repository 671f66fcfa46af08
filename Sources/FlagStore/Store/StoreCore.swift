import FlagResolver

/// The part of a store that is bound to a context: layers, snapshots, keys and listeners.
///
/// Its documents come from a ``DocumentKeeper``. While the store holds its own lock, it calls neither the keeper, nor a
/// listener, nor the `==` of a value.
@usableFromInline
final class StoreCore: Sendable {
    /// The generation of the active values; a value that was cached in it is still valid.
    @usableFromInline
    let generation: ReadGeneration

    let keeper: DocumentKeeper
    let log: DiagnosticLog
    let clock: any StoreClock
    let state: Locked<State>

    struct State: Sendable {
        var snapshot: StoreSnapshot

        /// Counts the changes of the snapshot's layers.
        var revision: UInt64 = 0

        var keys: [String: [RegisteredKey]] = [:]
        var listeners = StoreListeners()
        var isClosed = false
    }

    /// - Parameter contextProblem: What is wrong with the context; reported first.
    init(_ context: EvaluationContext, _ contextProblem: StoreDiagnostic?, _ configuration: StoreConfiguration) {
        clock = configuration.clock
        log = DiagnosticLog(clock: configuration.clock)
        keeper = DocumentKeeper(configuration.documents(for: context), log: log)
        let documents = keeper.load(bundledDocument: configuration.bundledDocument)
        let start = StoreStart(documents, context: context, configuration)
        let reports = ReadReports(observer: configuration.onRead, recorder: configuration.recorder)
        let number = reports.areComplete ? ReadGeneration.uncached : ReadGeneration.next()
        generation = ReadGeneration(number)
        let snapshot = StoreSnapshot(
            stack: start.stack,
            generation: FixedGeneration(of: generation, number: number),
            context: context,
            origin: SnapshotOrigin(clock: configuration.clock, maximumAge: configuration.maximumAge),
            log: log,
            reports: reports
        )
        state = Locked(State(snapshot: snapshot, keys: start.keys))
        log.report([contextProblem].compactMap(\.self) + start.diagnostics)
        keeper.start(with: documents, for: self)
    }

    /// The current settings.
    var snapshot: StoreSnapshot { state.withLock { $0.snapshot } }

    /// The state of the documents; an error without an app version, since no setting can be resolved then.
    var currentState: StoreState {
        hasAppVersion ? keeper.currentState : .error
    }

    /// Whether the store can never become ready.
    var canNeverBeReady: Bool { !hasAppVersion || keeper.isClosed }

    private var hasAppVersion: Bool { state.withLock { $0.snapshot.context.appVersion != nil } }

    /// Reads a key for which this thread has no value.
    @usableFromInline
    func read<Value: SettingValue>(_ key: SettingKey<Value>) -> Value {
        snapshot(for: key).resolve(key)
    }

    /// The current settings, for reading a key. The key is registered, so that its changes are found by its type.
    func snapshot<Value: SettingValue>(for key: SettingKey<Value>) -> StoreSnapshot {
        let type = ObjectIdentifier(Value.self)
        return state.withLock { state in
            if state.keys[key.name]?.contains(where: { $0.type == type }) != true {
                state.keys[key.name, default: []].append(key.registered)
            }
            return state.snapshot
        }
    }

    /// Changes the layers, finds the settings whose values changed, and wakes the listeners.
    ///
    /// The work is done without the lock and repeated if the layers changed in the meantime.
    ///
    /// - Parameter candidates: The settings that may change; `nil` if any may.
    func change(of candidates: Set<String>? = nil, _ body: @Sendable (inout LayerStack) -> Void) -> [String] {
        while true {
            let (old, keys, revision) = state.withLock { ($0.snapshot.stack, $0.keys, $0.revision) }
            var new = old
            body(&new)
            let names = old.changedNames(to: new, among: candidates, keys: keys)
            let stack = new
            let signals = state.withLock { state -> [AsyncStream<Void>.Continuation]? in
                guard state.revision == revision else { return nil }
                state.revision += 1
                let isUncached = state.snapshot.reports.areComplete
                let number = isUncached ? ReadGeneration.uncached : ReadGeneration.next()
                let generation = FixedGeneration(of: self.generation, number: number)
                state.snapshot = state.snapshot.with(stack, generation: generation)
                self.generation.set(number)
                return state.listeners.noteChange(of: names)
            }
            guard let signals else { continue }
            for signal in signals { signal.yield() }
            return names
        }
    }
}

extension StoreCore: DocumentObserver {
    func activate(_ document: SettingsDocument) -> [String] {
        let current = snapshot
        log.forgetSettings()
        if !document.issues.isEmpty { log.report([.settingIssues(document.issues, in: .remote)]) }
        let layered = LayeredDocument(
            snapshot: document.snapshot(for: current.context, makeDecoder: current.stack.makeDecoder),
            layer: .remote,
            initialAge: .zero,
            since: clock.monotonicTime,
            isNewest: true
        )
        return change { $0.activate(layered) }
    }

    func documentWasConfirmed(at time: Duration) {
        state.withLock { $0.snapshot.documentWasConfirmed(at: time) }
    }

    func stateDidChange() {
        for signal in state.withLock({ $0.listeners.signals }) { signal.yield() }
    }

    func keeperDidClose() {
        let signals = state.withLock { state in
            state.isClosed = true
            return state.listeners.removeAll()
        }
        for signal in signals { signal.yield() }
        log.close()
        for signal in signals { signal.finish() }
    }
}
