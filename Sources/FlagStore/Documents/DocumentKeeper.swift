import FlagResolver

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
    let configuration: Configuration
    let acceptance: DocumentAcceptance
    let trust: DocumentTrustCheck?
    let cache: DocumentCache?
    let log: DiagnosticLog
    let state: Locked<State>
    let timeouts: RequestTimeout

    /// What the state follows from, for threads that ask for it. It follows the lifecycle under the lock of the state.
    let facts: ThreadCopies<StateFacts>

    /// Judges, writes and activates new documents, one after another.
    ///
    /// It keeps disk and memory in the same order, and no update is lost when two patches arrive at once. Callers of
    /// the keeper never wait for the disk.
    let disk = SerialThread()

    struct State: Sendable {
        var lifecycle: DocumentLifecycle
        var observer: (any DocumentObserver)?
        var newest: NewestDocument?

        /// The active document as the lifecycle knows it: the one that it confirms.
        var activeIdentity: DocumentIdentity?

        /// The active document from a server, and whether it is authentic.
        var active: SettingsDocument?
        var activeAuthenticity: DocumentAuthenticity?

        /// Whether the bundled document is used where no other is.
        var usesBundled = false

        /// Why the last document that arrived was not trusted.
        var lastTrustFailure: TrustFailure?

        /// The callers that wait for the current refresh.
        var refreshes: [AsyncStream<RefreshResult>.Continuation] = []
        var timer: Task<Void, Never>?
        var timerDeadline: Duration?
        var fetch: Task<Void, Never>?
        var watch: Task<Void, Never>?
        var exitHandler: UInt64?
        var phaseHandler: UInt64?
        var networkHandler: UInt64?
        var isClosed = false
    }

    package init(_ configuration: Configuration, log: DiagnosticLog) {
        let removal = RemovalRule(
            declaredNames: configuration.declaredNames, removableShare: configuration.removableShare,
            hasDeclaredType: configuration.hasDeclaredType)
        let trust = (configuration.verifier as? any SignatureVerifier).map {
            DocumentTrustCheck($0, files: configuration.files)
        }
        let acceptance = DocumentAcceptance(limits: configuration.limits, removal: removal, trust: trust)
        self.configuration = configuration
        self.acceptance = acceptance
        self.trust = trust
        self.log = log
        cache = configuration.directory.flatMap { directory in
            // The files of an empty path would be in the root of the file system.
            guard !directory.isEmpty else { return nil }
            return DocumentCache(
                directory: directory,
                access: configuration.directoryAccess,
                programVersion: configuration.programVersion,
                files: configuration.files,
                limits: configuration.limits,
                acceptance: acceptance
            )
        }
        timeouts = RequestTimeout(clock: configuration.clock)
        let rules = DocumentLifecycle.Rules(
            refreshInterval: configuration.refreshInterval,
            maximumAge: configuration.maximumAge,
            confirmationDelay: configuration.confirmationDelay,
            hasTransport: configuration.transport != nil,
            triggers: configuration.refreshTriggers
        )
        let lifecycle = DocumentLifecycle(rules: rules, random: configuration.random)
        facts = ThreadCopies { lifecycle.facts }
        state = Locked(State(lifecycle: lifecycle))
    }

    /// Reads the documents on disk and in the bundle. Call it once, before ``start(with:for:)``.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the documents.
    package func load(bundledDocument: [UInt8]? = nil) -> StartDocuments {
        var bundled: AcceptedDocument?
        var problemOfBundled: StoreDiagnostic?
        if let bundledDocument {
            let candidate = DocumentCandidate(ReceivedDocument(bytes: bundledDocument), from: .bundle)
            switch acceptance.judge(candidate) {
            case .accepted(let accepted): bundled = accepted
            case .rejected(let refusal): problemOfBundled = .bundledDocumentUnreadable(refusal)
            case .unchanged: break
            }
        }
        let problemsOfFloor =
            trust?.floor.load(bundled: bundledDocument.flatMap { trust?.bundledVersion(of: $0) }) ?? []
        let wallTime = configuration.clock.wallTime
        let cached =
            cache?.start(at: wallTime, bundled: bundled, isInForeground: configuration.startsInForeground)
            ?? CachedStart()
        var diagnostics = cached.diagnostics
        if let report = cached.crashLoop { diagnostics.append(StoreDiagnostic(report)) }
        if configuration.directory == "" { diagnostics.append(.emptyDirectory) }
        if let problemOfBundled { diagnostics.append(problemOfBundled) }
        diagnostics += problemsOfFloor
        diagnostics += trust?.policy.problems.map { .unusableTrust($0) } ?? []
        if trust == nil, let verifier = configuration.verifier { diagnostics.append(.unknownVerifier(verifier)) }
        return StartDocuments(
            cache: cached, bundled: cached.usesBundled ? bundled?.document : nil, diagnostics: diagnostics)
    }

    /// Starts to fetch.
    package func start(with documents: StartDocuments, for observer: any DocumentObserver) {
        let (cached, quarantined) = (documents.cached, documents.cache.quarantined)
        let exitHandler = documents.cache.isCounted ? NormalExit.add { [weak cache] in cache?.endTrial() } : nil
        let phaseHandler = AppPhase.observe { [weak self] isInForeground in
            if isInForeground { self?.enterForeground() } else { self?.leaveForeground() }
        }
        let followsNetwork = configuration.transport != nil && configuration.refreshTriggers.contains(.network)
        let networkHandler = followsNetwork ? NetworkReturn.observe { [weak self] in self?.networkDidReturn() } : nil
        state.withLock { state in
            state.observer = observer
            // Requests ask about a quarantined document, too: the server then sends only a newer one.
            state.newest = (quarantined ?? cached).map { newest in
                NewestDocument(
                    document: newest.document,
                    identity: newest.identity,
                    authenticity: newest.authenticity,
                    entityTag: newest.entityTag,
                    isActive: quarantined == nil,
                    restriction: quarantined != nil
                        ? .document : newest.resolutionDate != nil ? .schedules : nil
                )
            }
            state.activeIdentity = cached?.identity
            state.active = cached?.document
            state.activeAuthenticity = cached?.authenticity
            state.usesBundled = documents.bundled != nil
            state.exitHandler = exitHandler
            state.phaseHandler = phaseHandler
            state.networkHandler = networkHandler
        }
        if documents.cache.changedBreaker { onDisk { $0.saveBreaker(at: $1) } }
        if let trust {
            for facts in documents.cache.authentic { trust.floor.raise(to: facts) }
            // The process may have ended before it could, or the file has a former form.
            if !trust.floor.isWritten { onDisk { $0.raiseFloor(to: nil, at: $1) } }
        }
        handle(
            .started(
                DocumentLifecycle.Start(
                    hasDocument: cached != nil,
                    hasBundledDocument: documents.bundled != nil,
                    isPending: cached?.needsConfirmation ?? false,
                    isCounted: documents.cache.isCounted,
                    isInForeground: configuration.startsInForeground
                )
            )
        )
        watchForChanges()
    }

    /// The state of the documents now.
    package var currentState: StoreState {
        facts.withCopy(\.self).state(at: configuration.clock.monotonicTime)
    }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Requests a refresh, or joins the current one, before it returns; the result follows in the stream.
    package func beginRefresh() -> AsyncStream<RefreshResult> {
        let (results, continuation) = AsyncStream.makeStream(of: RefreshResult.self)
        handle(.refreshRequested, waiting: continuation)
        return results
    }

    /// Fetches the document because it may have changed: now, after the current request, or after a pause that the server
    /// asked for.
    package func announceChange() {
        handle(.changeAnnounced)
    }

    /// Stops at once; does not wait until everything is on disk.
    package func close() {
        handle(.closed)
    }

    /// Waits until everything that was decided before is on disk.
    package func finishWriting() async {
        await disk.finish()
    }

    /// Confirms the active document at the request of the app.
    package func confirm() {
        handle(.confirmedByApp)
    }

    /// Notes that the process ends normally.
    package func recordNormalExit() {
        cache?.endTrial()
    }

    /// Notes that the app is in the foreground from now on.
    package func enterForeground() {
        cache?.enterForeground()
        handle(.enteredForeground)
        state.withLock { $0.observer }?.clockMayHaveChanged()
    }

    /// Notes that the network is available again.
    package func networkDidReturn() {
        handle(.networkReturned)
    }

    /// Notes that the app has left the foreground: the system may end it at any time.
    package func leaveForeground() {
        // Done on this thread, because the process may be suspended before the disk thread gets to it.
        cache?.leaveForeground()
        handle(.leftForeground)
    }
}
