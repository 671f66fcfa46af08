public import FlagResolver

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

    /// Whether overrides are kept for the next start.
    let keepsOverrides: Bool

    /// The sources of the app.
    let sources: [LayeredSource]

    /// What reads need besides the values that threads have cached. It follows ``State/snapshot`` under the lock of the state.
    private let readers: ThreadCopies<Readable>

    private struct Readable: Sendable {
        var snapshot: StoreSnapshot

        /// The numbers of keys that are known to be covered by registered ones.
        var coveredKeys: Set<UInt64> = []

        /// Code that makes a key for each read must not fill the memory.
        static var maximumKeyCount: Int { 4_096 }
    }

    struct State: Sendable {
        /// The current settings, which ``StoreCore/publish(_:)`` makes visible.
        var snapshot: StoreSnapshot

        /// The app's context and the store's additions, without a date.
        var context: StoreContext

        /// Counts the changes of the snapshot, its context and the registered keys, and the end of the store, so that a
        /// concurrent change starts over.
        var revision: UInt64 = 0

        /// Whether the installation key is not kept and this is not reported yet. It is reported once a document uses
        /// the key.
        var hasUnreportedKey: Bool

        /// The next check of the wall clock.
        var check: ScheduleCheck?

        var keys: [ExactText: [RegisteredKey]] = [:]
        var listeners = StoreListeners()

        /// The tasks that follow the sources of the app.
        var following: [Task<Void, Never>] = []
        var isClosed = false
    }

    /// - Parameter contextProblem: What is wrong with the context; reported first.
    init(_ app: EvaluationContext, _ contextProblem: StoreDiagnostic?, _ configuration: StoreConfiguration) {
        clock = configuration.clock
        log = DiagnosticLog(clock: configuration.clock, output: configuration.diagnosticOutput)
        keeper = DocumentKeeper(configuration.documents(for: app), log: log)
        let documents = keeper.load(bundledDocument: configuration.bundledDocument)
        let installation =
            configuration.installationKey.map { StartInstallationKey(key: $0) } ?? keeper.installationKey()
        let storeContext = StoreContext(app, installation.key, commonAttributes: configuration.commonAttributeValues)
        let context = storeContext.complete(at: clock.wallTime)
        keepsOverrides = configuration.keepsOverrides
        let kept = keepsOverrides ? keeper.keptOverrides(for: documents) : KeptOverrides()
        sources = configuration.layeredSources
        // Before the values are read, so that no change is missed.
        let changesOfSources = sources.map { ($0, $0.changes()) }
        let start = StoreStart(documents, sources, kept.overrides, context: context, configuration)
        let reports = ReadReports(observer: configuration.onRead, recorder: configuration.recorder)
        let number = reports.coverEveryRead ? ReadGeneration.uncached : ReadGeneration.next()
        generation = ReadGeneration(number)
        let snapshot = StoreSnapshot(
            SnapshotContents(
                stack: start.stack,
                generation: FixedGeneration(of: generation, number: number),
                context: context,
                clock: configuration.clock,
                maximumAge: configuration.maximumAge,
                log: log,
                reports: reports
            ))
        readers = ThreadCopies { Readable(snapshot: snapshot.unshared()) }
        state = Locked(
            State(
                snapshot: snapshot, context: storeContext, hasUnreportedKey: !installation.isKept, keys: start.keys))
        log.report(
            [contextProblem, .unusableAttributeNames(in: app)].compactMap(\.self) + installation.diagnostics
                + kept.diagnostics + start.diagnostics)
        reportInstallationKeyIfUsed()
        keeper.start(with: documents, for: self)
        follow(changesOfSources)
        scheduleCheck()
    }

    /// The current settings.
    var snapshot: StoreSnapshot { readers.withCopy { $0.snapshot } }

    /// Makes a snapshot visible to readers. The caller holds the lock of the state.
    func publish(_ snapshot: StoreSnapshot) {
        readers.change { readable in
            defer { readable.snapshot = snapshot.unshared() }
            return readable.snapshot
        }
    }

    /// The state of the documents; an error without an app version, since no setting can be resolved then.
    var currentState: StoreState {
        hasAppVersion ? keeper.currentState : .error
    }

    /// Whether the store can never become ready: it has no app version, is closed, or has no document and no transport for one.
    var canNeverBeReady: Bool {
        !hasAppVersion || keeper.isClosed || keeper.configuration.transport == nil && snapshot.stack.hasNoDocument
    }

    var hasAppVersion: Bool { readers.withCopy { $0.snapshot.context.appVersion != nil } }

    /// Reads a key for which this thread has no value.
    @inlinable
    func read<Value: SettingValue>(_ key: SettingKey<Value>) -> Value {
        snapshot(for: key).resolve(key)
    }

    /// The current settings, for reading a key. The key is registered, so that its changes are found by its type.
    @inlinable
    func snapshot<Value: SettingValue>(for key: SettingKey<Value>) -> StoreSnapshot {
        if let snapshot = snapshot(ifKnown: key.number) { return snapshot }
        // The default is compared here only if it is scalar: `==` of another type is code of the app.
        let scalar = ScalarType(Value.self) == nil ? nil : ScalarValue(key.defaultValue)
        let type = ObjectIdentifier(Value.self)
        return snapshot(ifCovered: key.name, type, key.number, scalar) ?? snapshot(registering: key)
    }

    /// The current settings, if it is known that a key is covered by others.
    @usableFromInline
    func snapshot(ifKnown number: UInt64) -> StoreSnapshot? {
        readers.withCopy { $0.coveredKeys.contains(number) ? $0.snapshot : nil }
    }

    /// The current settings. Notes that a key is covered, which does not change any more.
    private func snapshot(covered number: UInt64) -> StoreSnapshot {
        readers.withCopy { readable in
            if readable.coveredKeys.count >= Readable.maximumKeyCount { readable.coveredKeys = [] }
            readable.coveredKeys.insert(number)
            return readable.snapshot
        }
    }

    /// The current settings, if a key is covered by others.
    @usableFromInline
    func snapshot(
        ifCovered name: String, _ type: ObjectIdentifier, _ number: UInt64, _ defaultValue: ScalarValue?
    ) -> StoreSnapshot? {
        let isCovered = state.withLock { state in
            guard let keys = state.keys[ExactText(name)] else { return false }
            return keys.cover(type, number) {
                defaultValue != nil && keys[$0].scalarDefault == defaultValue
            }
        }
        return isCovered ? snapshot(covered: number) : nil
    }

    /// The current settings, with the key registered unless it is covered by others.
    @usableFromInline
    func snapshot<Value: SettingValue>(registering key: SettingKey<Value>) -> StoreSnapshot {
        let name = ExactText(key.name)
        while true {
            let keys = state.withLock { $0.keys[name] ?? [] }
            guard !key.isCovered(by: keys) else { return snapshot(covered: key.number) }
            let registered = key.registered
            state.withLock { state in
                guard state.keys[name, default: []].count == keys.count else { return }
                state.keys[name, default: []].append(registered)
                // A concurrent change has not compared the new key, so it must start over.
                if !keys.isEmpty { state.revision += 1 }
            }
        }
    }
}

extension StoreCore: DocumentObserver {
    func activate(_ document: SettingsDocument, _ authenticity: DocumentAuthenticity) -> [String] {
        log.forgetSettings()
        if !document.issues.isEmpty { log.report([.settingIssues(document.issues, in: .remote)]) }
        let since = clock.monotonicTime
        let names = change(.any) { contents in
            let context = contents.context.complete(at: clock.wallTime)
            let snapshot = document.snapshot(for: context, makeDecoder: contents.stack.makeDecoder)
            contents.stack.context = context
            contents.stack.activate(
                LayeredDocument(snapshot: snapshot, layer: .remote, initialAge: .zero, since: since, isNewest: true))
            return true
        }
        reportInstallationKeyIfUsed()
        scheduleCheck()
        return names
    }

    func documentWasConfirmed(at time: Duration) {
        state.withLock { state in
            state.snapshot.documentWasConfirmed(at: time)
            publish(state.snapshot)
        }
    }

    func attemptDidEnd(_ result: RefreshResult) { checkSchedules() }

    func clockMayHaveChanged() { checkSchedules() }

    func stateDidChange() {
        for signal in state.withLock({ $0.listeners.signals }) { signal.yield() }
    }

    func keeperDidClose() {
        let (signals, check, following) = state.withLock { state in
            state.isClosed = true
            state.revision += 1
            return (state.listeners.close(), state.check, state.following)
        }
        check?.task.cancel()
        for task in following { task.cancel() }
        for signal in signals { signal.yield() }
        log.close()
        for signal in signals { signal.finish() }
    }
}
