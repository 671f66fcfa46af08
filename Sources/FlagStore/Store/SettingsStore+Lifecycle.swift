extension SettingsStore {
    /// The state of the store's documents.
    public var state: StoreState { core.currentState }

    /// The current state, then each new one.
    ///
    /// A slow listener may miss intermediate states, but never the latest.
    public var states: StoreSequence<StoreState> {
        StoreSequence(core) {
            let last = LastElement<StoreState>()
            return { core, _ in last.unlessRepeated(core.currentState) }
        }
    }

    /// What the verifier has found; `nil` if the configuration has none.
    public var trust: TrustStatus? { core.keeper.trustStatus }

    /// The recent diagnostics, then each new one.
    ///
    /// At most ten of one code are reported per minute; the next one states how many were suppressed.
    public var diagnostics: AsyncStream<StoreDiagnostic> { core.log.stream() }

    /// The latest diagnostics, at most a hundred, oldest first.
    public var recentDiagnostics: [StoreDiagnostic] { core.log.recent }

    /// Fetches the newest document now, unless the server asked for a pause.
    ///
    /// Concurrent calls share one request.
    ///
    /// - Returns: The result; ``RefreshResult/cancelled`` if the calling task is cancelled, while the request continues.
    public func refresh() async -> RefreshResult {
        for await result in beginRefresh() { return result }
        return .cancelled
    }

    /// Requests a refresh, or joins the current one, before it returns; the result follows in the stream.
    package func beginRefresh() -> AsyncStream<RefreshResult> { core.keeper.beginRefresh() }

    /// Waits until the store is ready, at most for the given time.
    ///
    /// After that time the store continues to fetch; a document that arrives later is used as usual.
    ///
    /// - Parameter timeout: The maximum time to wait.
    /// - Returns: The state at the end.
    public func waitUntilReady(timeout: Duration) async -> StoreState {
        guard !core.canNeverBeReady else { return state }
        let clock = core.clock
        let (deadline, states) = (clock.monotonicTime + min(timeout, .maximum), states)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await state in states where state == .ready { return }
            }
            group.addTask { try? await clock.sleep(until: deadline) }
            await group.next()
            group.cancelAll()
        }
        return state
    }

    /// Merges a patch into the newest document and uses the result at once.
    ///
    /// Use it for updates that do not come from the transport, such as push messages. The next request fetches a whole
    /// document. A patch is rejected if no document was fetched yet; it is never merged into the bundled document.
    /// Concurrent patches are merged one after another. The result is on disk when this returns; the work is done on a
    /// thread of the store.
    ///
    /// The patch and the result obey ``StoreConfiguration/limits``. Replaced content is not kept, so any number of patches
    /// takes the memory of one document.
    ///
    /// - Parameter bytes: The patch as RFC 7396 defines it: an absent member keeps, `null` deletes, a value replaces.
    /// - Returns: The result. A rejected patch changes nothing.
    /// - Complexity: O(*n*) for *n* bytes of document and patch.
    public func apply(patch bytes: [UInt8]) async -> RefreshResult {
        await core.keeper.apply(patch: bytes)
    }

    /// Stops the store cleanly.
    ///
    /// No more requests are sent, all sequences end, and this start does not count as a crash. Reading continues with the
    /// current values. Closing twice does nothing.
    ///
    /// It returns at once. A program that ends right after it, such as a command-line tool, also waits for
    /// ``finishWriting()``.
    public func close() {
        core.keeper.close()
    }

    /// Waits until everything that the store has decided so far is on disk.
    ///
    /// The diagnostics that it has reported are written then, too.
    ///
    /// ```swift
    /// store.close()
    /// await store.finishWriting()
    /// ```
    public func finishWriting() async {
        await core.keeper.finishWriting()
        await core.log.finishWriting()
    }
}

extension SettingsStore {
    /// Confirms the active document: the app has found that it works.
    ///
    /// Otherwise, a document is confirmed when the app has run with it in the foreground for
    /// ``StoreConfiguration/confirmationDelay``, and, with a transport, a later request was answered. If the app crashes
    /// three times in a row, it starts with the last confirmed document, as it was when it was confirmed.
    ///
    /// A program that ends soon, such as a command-line tool, calls this when it has done its work.
    public func confirm() {
        core.keeper.confirm()
    }

    /// Ends all quarantines. If the newest document was quarantined, it is used at once.
    ///
    /// A quarantine also ends after a day, and with another version of the app.
    public func liftQuarantine() async {
        await core.keeper.liftQuarantines()
    }

    /// Notes that the process is about to end normally, so that this start does not count as a crash.
    ///
    /// Call it where the store cannot know, for example when a server handles SIGTERM. The store itself knows of
    /// ``close()``, `exit`, a return from `main`, and on Apple's platforms of an app that terminates. It removes one small
    /// file and waits for nothing else.
    public func recordNormalExit() {
        core.keeper.recordNormalExit()
    }

    /// Notes that the app is in the foreground from now on.
    ///
    /// While the app is in the foreground and has run there for less than ``StoreConfiguration/confirmationDelay``, its end
    /// counts as a crash unless it is a normal exit. In the background, where the system may end an app at any time, no end
    /// counts, and no document is confirmed.
    ///
    /// On Apple's platforms, the store calls this and ``enterBackground()`` itself. On other systems, an app that also runs in
    /// the background calls them. Calls in the same phase do nothing. A few bytes are written to a file before this returns.
    /// A document is fetched if none was requested for the interval: see ``RefreshTrigger/foreground``.
    public func enterForeground() {
        core.keeper.enterForeground()
    }

    /// Notes that the app is in the background from now on; see ``enterForeground()``.
    ///
    /// Until it is in the foreground again, the store sends no regular requests and no retries.
    public func enterBackground() {
        core.keeper.leaveForeground()
    }

    /// Notes that the network is available again: see ``RefreshTrigger/network``.
    ///
    /// On Apple's platforms, the store learns of it from the system.
    public func networkDidReturn() {
        core.keeper.networkDidReturn()
    }
}
