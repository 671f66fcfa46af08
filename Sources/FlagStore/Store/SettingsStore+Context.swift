public import FlagResolver

extension SettingsStore {
    /// The context that the app gave, without a date.
    ///
    /// ``StoreSnapshot/context`` also has what the store adds to it.
    public var context: EvaluationContext { core.state.withLock { $0.context.app } }

    /// Changes the context, and resolves all settings for it before it returns.
    ///
    /// ```swift
    /// store.updateContext { context in
    ///     context.targetingKey = account.id
    ///     context["country"] = "AT"
    /// }
    /// ```
    ///
    /// 1. Listeners are notified once, of the settings whose values changed.
    /// 2. The store's own clock decides about schedules: a date in the context is ignored.
    /// 3. Without a targeting key, for example after a logout, the installation key takes its place.
    /// 4. Two changes at the same time are made one after another.
    /// 5. `change` may read and change the store, such as its overrides, which does not call it again.
    ///
    /// - Parameter change: Changes the context. It is called again, up to eight times, if the context changed in the meantime: by another
    ///   thread, or by `change` itself. The last result then replaces whatever the context is.
    /// - Complexity: O(*n*) for *n* entries.
    public func updateContext(_ change: (inout EvaluationContext) -> Void) {
        core.updateContext(change)
    }

    /// Checks the wall clock now, instead of at the next scheduled time.
    package func checkSchedules() {
        core.checkSchedules()
    }

    /// The monotonic time of the next check of the wall clock; `nil` if no document has a schedule.
    package var timeOfNextCheck: Duration? { core.state.withLock { $0.check?.deadline } }
}

extension StoreCore {
    func updateContext(_ body: (inout EvaluationContext) -> Void) {
        let hadAppVersion = hasAppVersion
        for attempt in 1...Self.maximumContextAttempts {
            // The code of the app runs outside of the change, which starts over whenever the store changes.
            let old = state.withLock { $0.context.app }
            var new = old
            body(&new)
            new.instant = nil
            var isOld = true
            change(.ofOtherContext) { contents in
                isOld = contents.context.app == old || attempt == Self.maximumContextAttempts
                guard isOld, contents.context.app != new else { return false }
                contents.context.app = new
                contents.resolve(at: clock.wallTime)
                return true
            }
            guard isOld else { continue }
            if new.attributes != old.attributes, let problem = StoreDiagnostic.unusableAttributeNames(in: new) {
                log.report([problem])
            }
            break
        }
        reportInstallationKeyIfUsed()
        scheduleCheck()
        guard hasAppVersion != hadAppVersion else { return }
        if hadAppVersion { log.report([.missingAppVersion]) }
        stateDidChange()
    }

    /// How often a change of the context is tried against those of other threads.
    private static let maximumContextAttempts = 8

    /// Reports once that the installation key is not kept, if a document uses it.
    func reportInstallationKeyIfUsed() {
        let (stack, context, hasUnreportedKey) = state.withLock {
            ($0.snapshot.stack, $0.context, $0.hasUnreportedKey)
        }
        guard hasUnreportedKey else { return }
        guard stack.documents.contains(where: { context.usesInstallationKey(in: $0.document) }) else { return }
        let isFirst = state.withLock { state in
            defer { state.hasUnreportedKey = false }
            return state.hasUnreportedKey
        }
        if isFirst { log.report([.installationKeyNotKept(reason: "the store has no directory")]) }
    }
}
