extension SettingsStore {
    /// What the store can say about its documents as a whole.
    public var state: StoreState { core.currentState }

    /// The state now, and each further one. A slow listener may miss states in between, never the latest.
    public var states: StoreSequence<StoreState> {
        StoreSequence(core) {
            let last = LastElement<StoreState>()
            return { core, _ in last.unlessRepeated(core.currentState) }
        }
    }

    /// What the store wants a person to know: the latest up to now, and each further one.
    ///
    /// At most ten of one code come in a minute; the next one tells how many were left out.
    public var diagnostics: AsyncStream<StoreDiagnostic> { core.log.stream() }

    /// The latest diagnostics up to now, at most a hundred, the oldest first.
    public var recentDiagnostics: [StoreDiagnostic] { core.log.recent }

    /// Fetches the newest document now, unless the server asked for a pause.
    ///
    /// Calls at the same time share one request.
    ///
    /// - Returns: What came of it; ``RefreshResult/closed`` if the waiting task is cancelled, and the request goes on.
    public func refresh() async -> RefreshResult {
        for await result in beginRefresh() { return result }
        return .closed
    }

    /// Requests a refresh, or joins the current one, before it returns; the result follows in the stream.
    package func beginRefresh() -> AsyncStream<RefreshResult> { core.keeper.beginRefresh() }

    /// Waits until the store is ready, but not longer than a time.
    ///
    /// When the time is over the store goes on trying: a document that comes later counts just as much.
    ///
    /// - Parameter timeout: How long to wait at most.
    /// - Returns: The state then.
    public func waitUntilReady(timeout: Duration) async -> StoreState {
        guard !core.canNeverBeReady else { return state }
        let clock = core.clock
        let (deadline, states) = (clock.monotonicTime + min(timeout, .longest), states)
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

    /// Merges a partial update into the newest document and uses the result at once.
    ///
    /// For updates that come by another way than the transport: in a push message, say. The next request brings the
    /// whole document. Where no document has been fetched yet there is nothing to merge into; the bundled one is none.
    /// Calls at the same time are merged one after another. The result is on the disk before this returns.
    ///
    /// The patch and the result obey ``StoreConfiguration/limits``. The result is kept without what it replaced, so that
    /// any number of patches takes the memory of one document.
    ///
    /// - Parameter bytes: The patch as RFC 7396 defines it: an absent member keeps, `null` deletes, a value replaces.
    /// - Returns: What came of it. A patch that is refused leaves everything as it was.
    /// - Complexity: O(*n*) for *n* bytes of document and patch.
    public func apply(patch bytes: [UInt8]) -> RefreshResult {
        core.keeper.apply(patch: bytes)
    }

    /// Ends the store's work cleanly.
    ///
    /// There are no more requests, all sequences end, and the active document is confirmed.
    /// Reading goes on with the values there are. Closing twice does nothing. What has to be on the disk is there when
    /// this returns.
    public func close() {
        core.keeper.close()
    }
}
