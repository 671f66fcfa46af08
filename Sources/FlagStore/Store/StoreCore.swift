import FlagResolver

/// The shell around the state machine: one state in one lock, and the tasks that carry out what the machine decides.
///
/// Nothing foreign is called while the lock is held: neither a transport, nor a listener, nor the `==` of a value.
@usableFromInline
final class StoreCore: Sendable {
    /// The generation of the active values; a value that was read in it is still right.
    @usableFromInline
    let generation: AtomicWord

    let log: DiagnosticLog
    let clock: any StoreClock

    let transport: (any DocumentTransport)?
    let cache: DocumentCache?
    let limits: DocumentLimits
    let requestTimeLimit: Duration
    let activation: DocumentActivation

    let state: Locked<State>

    /// Held while a new document is judged, written and activated.
    ///
    /// So disk and memory keep the same order, and of two partial updates at once neither gets lost.
    let installation = Locked(())

    struct State: Sendable {
        var machine: StoreMachine
        var snapshot: StoreSnapshot
        var newest: NewestDocument?

        /// The document that the machine knows to be active: the one that it confirms.
        var activeIdentity: DocumentIdentity?

        /// Counts the changes of the snapshot's layers.
        var revision: UInt64 = 0

        var keys: [String: [RegisteredKey]] = [:]
        var listeners = StoreListeners()
        var timer: Task<Void, Never>?
        var timerDeadline: Duration?
        var fetch: Task<Void, Never>?
        var watch: Task<Void, Never>?
        var isClosed = false
    }

    init(appVersion: Result<AppVersion, VersionSyntaxError>, text: String, _ configuration: StoreConfiguration) {
        clock = configuration.clock
        log = DiagnosticLog(clock: configuration.clock)
        transport = configuration.transport
        limits = configuration.limits
        requestTimeLimit = min(configuration.requestTimeLimit, .longest)
        activation = configuration.activation
        cache = configuration.directory.map { directory in
            DocumentCache(directory: directory, files: configuration.files, limits: configuration.limits)
        }
        let start = StoreStart(appVersion: appVersion, text: text, configuration, cache: cache)
        let generation = configuration.recorder == nil ? Generation.next() : Generation.unremembered
        self.generation = AtomicWord(generation)
        let snapshot = StoreSnapshot(
            stack: start.stack,
            generation: generation,
            context: start.context,
            origin: SnapshotOrigin(clock: configuration.clock, staleness: configuration.staleness),
            log: log,
            recorder: configuration.recorder
        )
        let rules = StoreMachine.Rules(
            refreshInterval: configuration.refreshInterval,
            staleness: configuration.staleness,
            confirmation: configuration.confirmation,
            hasTransport: configuration.transport != nil
        )
        state = Locked(
            State(
                machine: StoreMachine(rules: rules, random: configuration.random),
                snapshot: snapshot,
                newest: start.newest,
                activeIdentity: start.newest?.identity,
                keys: start.keys
            )
        )
        log.report(start.diagnostics)
        handle(.started(start.event))
        watch()
    }

    /// The settings as they are now.
    var snapshot: StoreSnapshot {
        state.withLock { $0.snapshot }
    }

    /// Reads a key that was not read since something changed.
    @usableFromInline
    func read<Value: SettingValue>(_ key: SettingKey<Value>) -> Value {
        snapshot(for: key)[key]
    }

    /// Reads a key that was not read since something changed.
    @usableFromInline
    func read(_ key: SettingKey<Bool>) -> Bool {
        snapshot(for: key)[key]
    }

    /// The settings as they are now, for a reading through a key, which is remembered to exist.
    func snapshot<Value: SettingValue>(for key: SettingKey<Value>) -> StoreSnapshot {
        let type = ObjectIdentifier(Value.self)
        return state.withLock { state in
            if state.keys[key.name]?.contains(where: { $0.type == type }) != true {
                state.keys[key.name, default: []].append(key.registered)
            }
            return state.snapshot
        }
    }
}

// MARK: - Events and actions

extension StoreCore {
    /// What is left to do once the lock is free.
    private struct Effects: Sendable {
        var cancelled: [Task<Void, Never>?] = []
        var signals: [AsyncStream<Void>.Continuation] = []
        var answers: [(AsyncStream<RefreshResult>.Continuation, RefreshResult)] = []
        var diagnostics: [StoreDiagnostic] = []
        var confirmed: DocumentIdentity?
        var isStopped = false
    }

    /// Lets the machine decide, and carries out what it decides.
    ///
    /// - Parameters:
    ///   - identity: The document that is active from this event on. The machine learns of it at the same moment: a
    ///     confirmation that was due for the document before it never confirms this one.
    ///   - result: What those who wait for a refresh are told, where the machine leaves that open.
    ///   - waiting: Someone who waits from now on.
    func handle(
        _ event: StoreMachine.Event,
        activating identity: DocumentIdentity? = nil,
        result: RefreshResult? = nil,
        waiting: AsyncStream<RefreshResult>.Continuation? = nil
    ) {
        let effects = state.withLock { state -> Effects in
            if let waiting { state.listeners.refreshes.append(waiting) }
            if let identity { state.activeIdentity = identity }
            var effects = Effects()
            let actions = state.machine.handle(event, at: clock.monotonicTime)
            for action in actions { carryOut(action, &state, &effects) }
            if let result { finishRefresh(result, &state, &effects) }
            if state.newest?.isActive == true { state.snapshot.checkedAt(state.machine.checkedAt) }
            return effects
        }
        for task in effects.cancelled { task?.cancel() }
        log.report(effects.diagnostics)
        if let identity = effects.confirmed, let problem = cache?.confirm(identity, at: clock.wallTime) {
            log.report([problem])
        }
        for (continuation, result) in effects.answers {
            continuation.yield(result)
            continuation.finish()
        }
        for signal in effects.signals { signal.yield() }
        if effects.isStopped {
            cache?.close()
            log.close()
            for signal in effects.signals { signal.finish() }
        }
    }

    private func carryOut(_ action: StoreMachine.Action, _ state: inout State, _ effects: inout Effects) {
        switch action {
        case .fetch:
            let request = DocumentRequest(
                entityTag: state.newest?.entityTag,
                byteLimit: limits.byteCount,
                timeLimit: requestTimeLimit
            )
            state.fetch = Task { await fetch(request) }
        case .wake(let deadline):
            guard deadline != state.timerDeadline else { return }
            effects.cancelled.append(state.timer)
            state.timerDeadline = deadline
            state.timer = deadline.map { deadline in Task { await wake(at: deadline) } }
        case .confirmDocument: effects.confirmed = state.activeIdentity
        case .changeState: effects.signals += state.listeners.signals
        case .finishRefresh(let result): finishRefresh(result, &state, &effects)
        case .report(let diagnostic): effects.diagnostics.append(diagnostic)
        case .stop:
            state.isClosed = true
            effects.cancelled += [state.fetch, state.watch]
            effects.signals += state.listeners.removeAll()
            effects.isStopped = true
        }
    }

    private func finishRefresh(_ result: RefreshResult, _ state: inout State, _ effects: inout Effects) {
        effects.answers += state.listeners.refreshes.map { ($0, result) }
        state.listeners.refreshes = []
    }

    private func wake(at deadline: Duration) async {
        guard (try? await clock.sleep(until: deadline)) != nil, !Task.isCancelled else { return }
        state.withLock { state in
            if state.timerDeadline == deadline { state.timerDeadline = nil }
        }
        handle(.woke)
    }

    private func watch() {
        guard let transport = transport as? any WatchingTransport else { return }
        let task = Task {
            for await _ in transport.changes() { handle(.changeAnnounced) }
        }
        let isClosed = state.withLock { state in
            state.watch = task
            return state.isClosed
        }
        if isClosed { task.cancel() }
    }
}
