package import FlagResolver

extension DocumentKeeper {
    /// The work to do after the lock is released.
    private struct Effects: Sendable {
        var observer: (any DocumentObserver)?
        var confirmationTime: Duration?
        var cancelled: [Task<Void, Never>?] = []
        var answers: [(AsyncStream<RefreshResult>.Continuation, RefreshResult)] = []
        var results: [RefreshResult] = []
        var diagnostics: [StoreDiagnostic] = []
        var confirmed: DocumentIdentity?
        var endsTrial = false
        var forgetsCrashes = false
        var exitHandler: UInt64?
        var phaseHandler: UInt64?
        var networkHandler: UInt64?
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
            let before = state.lifecycle.facts
            let actions = state.lifecycle.handle(event, at: configuration.clock.monotonicTime)
            let after = state.lifecycle.facts
            if after != before { facts.change { $0 = after } }
            for action in actions { carryOut(action, &state, &effects) }
            if let result { finishRefresh(result, &state, &effects) }
            if state.newest?.isActive == true { effects.confirmationTime = state.lifecycle.checkedAt }
            return effects
        }
        for task in effects.cancelled { task?.cancel() }
        if let time = effects.confirmationTime { effects.observer?.documentWasConfirmed(at: time) }
        log.report(effects.diagnostics)
        if effects.endsTrial { disk.enqueue { [cache] in cache?.endTrial() } }
        if effects.forgetsCrashes { disk.enqueue { [cache] in cache?.forgetCrashes() } }
        if let identity = effects.confirmed { onDisk { $0.confirm(identity, at: $1) } }
        for result in effects.results { effects.observer?.attemptDidEnd(result) }
        // Whoever waits for the refresh finds the new state.
        if effects.hasStateChanged { effects.observer?.stateDidChange() }
        for (continuation, result) in effects.answers {
            continuation.yield(result)
            continuation.finish()
        }
        if effects.isClosed {
            timeouts.stop()
            // Done on this thread, because the process may end before the disk thread gets to it.
            cache?.endTrial()
            if let exitHandler = effects.exitHandler { NormalExit.remove(exitHandler) }
            if let phaseHandler = effects.phaseHandler { AppPhase.remove(phaseHandler) }
            if let networkHandler = effects.networkHandler { NetworkReturn.remove(networkHandler) }
            disk.enqueueLater(nil) { [self] in
                writeAgain(at: configuration.clock.wallTime)
                cache?.close()
            }
            effects.observer?.keeperDidClose()
        }
    }

    /// Changes the cache on the disk thread, and reports the problem if there is one.
    func onDisk(_ body: @escaping @Sendable (DocumentCache, Int64) -> StoreDiagnostic?) {
        change(body).map { disk.enqueue($0) }
    }

    /// Writes the overrides on the disk thread, after the documents that wait. Only the last of several calls that wait is carried out.
    func writeOverrides(_ body: @escaping @Sendable (DocumentCache, Int64) -> StoreDiagnostic?) {
        change(body).map { disk.enqueueLater("overrides", $0) }
    }

    private func change(
        _ body: @escaping @Sendable (DocumentCache, Int64) -> StoreDiagnostic?
    ) -> SerialThread.Work? {
        guard let cache else { return nil }
        return { [log, clock = configuration.clock] in
            if let problem = body(cache, clock.wallTime) { log.report([problem]) }
        }
    }

    private func carryOut(_ action: DocumentLifecycle.Action, _ state: inout State, _ effects: inout Effects) {
        switch action {
        case .fetch:
            let request = DocumentRequest(
                entityTag: state.newest?.entityTag,
                byteLimit: configuration.limits.byteCount,
                timeLimit: min(configuration.requestTimeout, .maximum)
            )
            state.fetch = Task { await fetch(request) }
        case .wake(let deadline):
            // A timer that is early wakes the lifecycle once more than needed. Replacing it would cost more: the system keeps
            // a cancelled one until its time has come.
            if let deadline, let timerDeadline = state.timerDeadline, timerDeadline <= deadline { return }
            guard deadline != state.timerDeadline else { return }
            effects.cancelled.append(state.timer)
            state.timerDeadline = deadline
            state.timer = deadline.map { deadline in Task { await wake(at: deadline) } }
        case .confirmDocument: effects.confirmed = state.activeIdentity
        case .endTrial: effects.endsTrial = true
        case .forgetCrashes: effects.forgetsCrashes = true
        case .changeState: effects.hasStateChanged = true
        case .finishRefresh(let result): finishRefresh(result, &state, &effects)
        case .report(let diagnostic): effects.diagnostics.append(diagnostic)
        case .stop:
            state.isClosed = true
            state.observer = nil
            effects.cancelled += [state.fetch, state.watch]
            effects.exitHandler = state.exitHandler
            effects.phaseHandler = state.phaseHandler
            effects.networkHandler = state.networkHandler
            effects.isClosed = true
        }
    }

    private func finishRefresh(_ result: RefreshResult, _ state: inout State, _ effects: inout Effects) {
        effects.results.append(result)
        effects.answers += state.refreshes.map { ($0, result) }
        state.refreshes = []
    }

    private func wake(at deadline: Duration) async {
        let clock = configuration.clock
        // Together with other timers of the device, one that may be late wakes it less often.
        let tolerance = min((deadline - clock.monotonicTime) / 10, .seconds(30))
        guard (try? await clock.sleep(until: deadline, tolerance: tolerance)) != nil, !Task.isCancelled else { return }
        state.withLock { state in
            if state.timerDeadline == deadline { state.timerDeadline = nil }
        }
        handle(.woke)
    }

    /// Listens to a transport that announces changes, until the keeper is closed.
    func watchForChanges() {
        guard let transport = configuration.transport as? any WatchingTransport else { return }
        let task = Task {
            for await _ in transport.changes() { announceChange() }
        }
        let isClosed = state.withLock { state in
            state.watch = task
            return state.isClosed
        }
        if isClosed { task.cancel() }
    }
}

/// The owner of a ``DocumentKeeper``: it evaluates the documents.
///
/// The keeper calls it outside its own state lock and holds a strong reference to it until it is closed.
package protocol DocumentObserver: AnyObject, Sendable {
    /// A document is in use from now on. Calls never overlap.
    ///
    /// - Returns: The sorted names of the settings whose values changed.
    func activate(_ document: SettingsDocument, _ authenticity: DocumentAuthenticity) -> [String]

    /// The server sent or confirmed the active document, at this monotonic time.
    func documentWasConfirmed(at time: Duration)

    /// An attempt to get a document has ended with a result, whether or not a caller requested it.
    func attemptDidEnd(_ result: RefreshResult)

    /// The wall clock may have been set while the app was in the background.
    func clockMayHaveChanged()

    /// ``DocumentKeeper/currentState`` changed.
    func stateDidChange()

    /// The keeper is closed; this is the last call.
    func keeperDidClose()
}

extension DocumentObserver {
    package func attemptDidEnd(_ result: RefreshResult) {}

    package func clockMayHaveChanged() {}
}
