package import FlagResolver

/// When a store uses a new document.
public enum DocumentActivation: String, Hashable, Sendable, Codable, CaseIterable {
    /// As soon as it arrives.
    case atOnce = "at-once"

    /// At the next start, so that no value changes while the app runs.
    ///
    /// The document is kept in the store's directory and lost if there is none. The very first run uses the bundled
    /// document throughout.
    case atNextStart = "at-next-start"
}

/// The owner of a ``DocumentKeeper``: it evaluates the documents.
///
/// The keeper calls it outside its own state lock and holds a strong reference to it until it is closed.
package protocol DocumentObserver: AnyObject, Sendable {
    /// A document is in use from now on. Calls never overlap.
    ///
    /// - Returns: The sorted names of the settings whose values changed.
    func activate(_ document: SettingsDocument) -> [String]

    /// The server sent or confirmed the active document, at this monotonic time.
    func documentWasConfirmed(at time: Duration)

    /// ``DocumentKeeper/currentState`` changed.
    func stateDidChange()

    /// The keeper is closed; this is the last call.
    func keeperDidClose()
}

/// Fetches the documents of one source, accepts or rejects them, and keeps them on disk.
///
/// It knows neither a context nor settings: an app's store and a server use the same keeper and evaluate its documents
/// themselves.
///
/// ```text
///  transport ─► DocumentKeeper+Fetching ─► DocumentAcceptance ─► DocumentCache (disk) ─► DocumentObserver
///                        ▲                                            │
///                DocumentLifecycle (when to fetch, to confirm)  CrashLoopBreaker
/// ```
///
/// 1. ``load(bundledDocument:)`` reads what the disk and the bundle have, once.
/// 2. ``start(with:for:)`` starts fetching and delivers each accepted document to the observer.
/// 3. A document is written to disk before it is used: otherwise the crash-loop breaker would miss a document that ends
///    the app at once.
package final class DocumentKeeper: Sendable {
    package struct Configuration: Sendable {
        package var transport: (any DocumentTransport)?
        package var directory: String?
        package var directoryAccess = DirectoryAccess.exclusive

        /// The version of the program, for the crash-loop breaker.
        package var programVersion = ""

        /// The names of settings and groups of which a document must have some.
        package var declaredNames: [String] = []

        /// The share of the settings that a document may lack, from 0 to 1.
        package var removableShare = 0.5
        package var activation = DocumentActivation.atOnce
        package var refreshInterval = Duration.seconds(300)
        package var maximumAge = Duration.seconds(900)
        package var requestTimeout = Duration.seconds(30)
        package var confirmationDelay = Duration.seconds(10)
        package var limits = DocumentLimits.standard
        package var clock: any StoreClock = SystemClock()
        package var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        package var files: any FileLayer = SystemFiles()

        package init() {}
    }

    /// The documents to start with.
    package struct StartDocuments: Sendable {
        package let cache: CachedStart
        package let bundled: SettingsDocument?
        package let diagnostics: [StoreDiagnostic]

        package var cached: CachedDocument? { cache.document }
    }

    let configuration: Configuration
    let acceptance: DocumentAcceptance
    let cache: DocumentCache?
    let log: DiagnosticLog
    let state: Locked<State>

    /// Judges, writes and activates new documents, one after another.
    ///
    /// It keeps disk and memory in the same order, and no update is lost when two patches arrive at once. Whoever calls the
    /// keeper never waits for the disk.
    let disk = SerialThread()

    struct State: Sendable {
        var lifecycle: DocumentLifecycle
        var observer: (any DocumentObserver)?
        var newest: NewestDocument?

        /// The active document as the lifecycle knows it: the one that it confirms.
        var activeIdentity: DocumentIdentity?

        /// The active document from a server.
        var active: SettingsDocument?

        /// The callers that wait for the current refresh.
        var refreshes: [AsyncStream<RefreshResult>.Continuation] = []
        var timer: Task<Void, Never>?
        var timerDeadline: Duration?
        var fetch: Task<Void, Never>?
        var watch: Task<Void, Never>?
        var exitHandler: UInt64?
        var isClosed = false
    }

    package init(_ configuration: Configuration, log: DiagnosticLog) {
        let removal = RemovalRule(
            declaredNames: configuration.declaredNames, removableShare: configuration.removableShare)
        let acceptance = DocumentAcceptance(limits: configuration.limits, removal: removal)
        self.configuration = configuration
        self.acceptance = acceptance
        self.log = log
        cache = configuration.directory.map { directory in
            DocumentCache(
                directory: directory,
                access: configuration.directoryAccess,
                programVersion: configuration.programVersion,
                files: configuration.files,
                limits: configuration.limits,
                acceptance: acceptance
            )
        }
        let rules = DocumentLifecycle.Rules(
            refreshInterval: configuration.refreshInterval,
            maximumAge: configuration.maximumAge,
            confirmationDelay: configuration.confirmationDelay,
            hasTransport: configuration.transport != nil
        )
        state = Locked(State(lifecycle: DocumentLifecycle(rules: rules, random: configuration.random)))
    }

    /// Reads the documents on disk and in the bundle. Call it once, before ``start(with:for:)``.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the documents.
    package func load(bundledDocument: [UInt8]? = nil) -> StartDocuments {
        let cached = cache?.start(at: configuration.clock.wallTime) ?? CachedStart()
        var diagnostics = cached.diagnostics
        var bundled: SettingsDocument?
        if let bundledDocument {
            let candidate = DocumentCandidate(ReceivedDocument(bytes: bundledDocument), from: .bundle)
            switch acceptance.judge(candidate) {
            case .accepted(let accepted): bundled = accepted.document
            case .rejected(let refusal): diagnostics.append(.bundledDocumentUnreadable(refusal))
            case .unchanged: break
            }
        }
        return StartDocuments(cache: cached, bundled: bundled, diagnostics: diagnostics)
    }

    /// Starts to fetch.
    package func start(with documents: StartDocuments, for observer: any DocumentObserver) {
        let (cached, quarantined) = (documents.cached, documents.cache.quarantined)
        let exitHandler = documents.cache.isCounted ? NormalExit.add { [weak cache] in cache?.endTrial() } : nil
        state.withLock { state in
            state.observer = observer
            // Requests ask about a quarantined document, too: the server then sends only a newer one.
            state.newest = (quarantined ?? cached).map { newest in
                NewestDocument(
                    document: newest.document,
                    identity: newest.identity,
                    entityTag: newest.entityTag,
                    isActive: quarantined == nil,
                    isQuarantined: quarantined != nil
                )
            }
            state.activeIdentity = cached?.identity
            state.active = cached?.document
            state.exitHandler = exitHandler
        }
        if documents.cache.changedBreaker { onDisk { $0.saveBreaker(at: $1) } }
        handle(
            .started(
                DocumentLifecycle.Start(
                    hasDocument: cached != nil,
                    hasBundledDocument: documents.bundled != nil,
                    isPending: cached?.isPending ?? false,
                    isCounted: documents.cache.isCounted
                )
            )
        )
        watchForChanges()
    }

    /// What the keeper can say about its documents as a whole.
    package var currentState: StoreState { state.withLock { $0.lifecycle.state } }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Requests a refresh, or joins the current one, before it returns; the result follows in the stream.
    package func beginRefresh() -> AsyncStream<RefreshResult> {
        let (results, continuation) = AsyncStream.makeStream(of: RefreshResult.self)
        handle(.refreshRequested, waiting: continuation)
        return results
    }

    /// Stops at once, and confirms the active document; does not wait until that is on disk.
    package func close() {
        handle(.closed)
    }

    /// Waits until everything that was decided before is on disk.
    package func finishWriting() async {
        await disk.run {}
    }

    /// Confirms the active document: the app says that it is good.
    package func confirm() {
        handle(.confirmedByApp)
    }

    /// Notes that the process ends normally, or may be ended by the system from now on.
    package func recordNormalExit() {
        cache?.endTrial()
    }

    /// Stops without confirming the active document: the owner was released without being closed.
    package func abandon() {
        handle(.abandoned)
    }
}

// MARK: - Events and actions

extension DocumentKeeper {
    /// The work that an event leaves for after the lock is released.
    private struct Effects: Sendable {
        var observer: (any DocumentObserver)?
        var confirmationTime: Duration?
        var cancelled: [Task<Void, Never>?] = []
        var answers: [(AsyncStream<RefreshResult>.Continuation, RefreshResult)] = []
        var diagnostics: [StoreDiagnostic] = []
        var confirmed: DocumentIdentity?
        var endsTrial = false
        var exitHandler: UInt64?
        var hasStateChanged = false
        var isClosed = false
    }

    /// Passes an event to the lifecycle, and carries out its actions.
    ///
    /// - Parameters:
    ///   - identity: The document that is active from this event on. The lifecycle learns of it in the same step, so that
    ///     a confirmation that was due for the previous document never confirms this one.
    ///   - result: The result of the current refresh, if the lifecycle does not give one.
    ///   - waiting: A caller that waits for the refresh.
    func handle(
        _ event: DocumentLifecycle.Event,
        activating identity: DocumentIdentity? = nil,
        result: RefreshResult? = nil,
        waiting: AsyncStream<RefreshResult>.Continuation? = nil
    ) {
        let effects = state.withLock { state -> Effects in
            if let waiting { state.refreshes.append(waiting) }
            if let identity { state.activeIdentity = identity }
            var effects = Effects(observer: state.observer)
            let actions = state.lifecycle.handle(event, at: configuration.clock.monotonicTime)
            for action in actions { carryOut(action, &state, &effects) }
            if let result { finishRefresh(result, &state, &effects) }
            if state.newest?.isActive == true { effects.confirmationTime = state.lifecycle.checkedAt }
            return effects
        }
        for task in effects.cancelled { task?.cancel() }
        if let time = effects.confirmationTime { effects.observer?.documentWasConfirmed(at: time) }
        log.report(effects.diagnostics)
        if effects.endsTrial { disk.enqueue { [cache] in cache?.endTrial() } }
        if let identity = effects.confirmed { onDisk { $0.confirm(identity, at: $1) } }
        for (continuation, result) in effects.answers {
            continuation.yield(result)
            continuation.finish()
        }
        if effects.hasStateChanged { effects.observer?.stateDidChange() }
        if effects.isClosed {
            // At once: the process may end before the thread of the disk gets to it.
            cache?.endTrial()
            if let exitHandler = effects.exitHandler { NormalExit.remove(exitHandler) }
            disk.enqueue { [cache] in cache?.close() }
            effects.observer?.keeperDidClose()
        }
    }

    /// Changes the cache on the thread that owns the disk, and reports the problem if there is one.
    func onDisk(_ body: @escaping @Sendable (DocumentCache, Int64) -> StoreDiagnostic?) {
        guard let cache else { return }
        disk.enqueue { [log, clock = configuration.clock] in
            if let problem = body(cache, clock.wallTime) { log.report([problem]) }
        }
    }

    private func carryOut(_ action: DocumentLifecycle.Action, _ state: inout State, _ effects: inout Effects) {
        switch action {
        case .fetch:
            let request = DocumentRequest(
                entityTag: state.newest?.entityTag,
                byteLimit: configuration.limits.byteCount,
                timeLimit: min(configuration.requestTimeout, .longest)
            )
            state.fetch = Task { await fetch(request) }
        case .wake(let deadline):
            guard deadline != state.timerDeadline else { return }
            effects.cancelled.append(state.timer)
            state.timerDeadline = deadline
            state.timer = deadline.map { deadline in Task { await wake(at: deadline) } }
        case .confirmDocument: effects.confirmed = state.activeIdentity
        case .endTrial: effects.endsTrial = true
        case .changeState: effects.hasStateChanged = true
        case .finishRefresh(let result): finishRefresh(result, &state, &effects)
        case .report(let diagnostic): effects.diagnostics.append(diagnostic)
        case .stop:
            state.isClosed = true
            state.observer = nil
            effects.cancelled += [state.fetch, state.watch]
            effects.exitHandler = state.exitHandler
            effects.isClosed = true
        }
    }

    private func finishRefresh(_ result: RefreshResult, _ state: inout State, _ effects: inout Effects) {
        effects.answers += state.refreshes.map { ($0, result) }
        state.refreshes = []
    }

    private func wake(at deadline: Duration) async {
        guard (try? await configuration.clock.sleep(until: deadline)) != nil, !Task.isCancelled else { return }
        state.withLock { state in
            if state.timerDeadline == deadline { state.timerDeadline = nil }
        }
        handle(.woke)
    }

    private func watchForChanges() {
        guard let transport = configuration.transport as? any WatchingTransport else { return }
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
