import FlagResolver

extension StoreCore {
    /// Sends one request and deals with what comes of it.
    func fetch(_ request: DocumentRequest) async {
        guard let transport else { return }
        switch await outcome(of: request, from: transport) {
        case .notModified where request.entityTag != nil:
            handle(.confirmedByServer)
        case .notModified:
            let failure = TransportFailure(
                .brokenResponse, status: 304, detail: "nothing was asked about, expected 200")
            handle(.failed(failure, wallTime: clock.wallTime))
        case .failed(let failure):
            handle(.failed(failure, wallTime: clock.wallTime))
        case .received(let received) where received.bytes.count > request.byteLimit:
            let detail = "\(received.bytes.count) bytes came, expected at most \(request.byteLimit)"
            handle(.failed(TransportFailure(.tooLarge, detail: detail), wallTime: clock.wallTime))
        case .received(let received):
            take(received, for: request)
        }
    }

    /// The outcome of a request, or a failure when its time is over, even if the transport never answers.
    private func outcome(
        of request: DocumentRequest,
        from transport: any DocumentTransport
    ) async -> DocumentOutcome {
        let (outcomes, first) = AsyncStream.makeStream(of: DocumentOutcome.self)
        let deadline = clock.monotonicTime + request.timeLimit
        let fetching = Task { _ = first.yield(await transport.fetch(request)) }
        let waiting = Task { [clock] in
            guard (try? await clock.sleep(until: deadline)) != nil else { return }
            first.yield(
                .failed(TransportFailure(.timedOut, detail: "the request took longer than \(request.timeLimit)")))
        }
        defer {
            fetching.cancel()
            waiting.cancel()
        }
        for await outcome in outcomes { return outcome }
        return .failed(TransportFailure(.cancelled))
    }

    private func take(_ received: ReceivedDocument, for request: DocumentRequest) {
        let arrival = installation.withLock { _ -> Arrival in
            guard !state.withLock({ $0.isClosed }) else { return .late }
            let judgement = DocumentJudgement(
                received,
                to: request,
                newest: state.withLock { $0.newest },
                limits: limits,
                isQuarantined: { cache?.refuses($0) ?? false }
            )
            switch judgement {
            case .same:
                state.withLock { state in
                    if let entityTag = received.entityTag { state.newest?.entityTag = entityTag }
                }
                return .same
            case .refused(let refusal): return .refused(refusal)
            case .new(let document, let payload, let identity):
                let newest = NewestDocument(
                    document: document,
                    identity: identity,
                    entityTag: received.entityTag,
                    isActive: activation == .atOnce
                )
                return .installed(identity, changedNames: install(newest, payload: payload))
            }
        }
        switch arrival {
        case .late: break
        case .same: handle(.confirmedByServer)
        case .refused(let refusal): handle(.refused(refusal))
        case .installed(let identity, let changedNames):
            if activation == .atOnce {
                handle(
                    .accepted(isActive: true), activating: identity, result: .activated(changedNames: changedNames))
            } else {
                handle(.accepted(isActive: false))
            }
        }
    }

    /// Merges a partial update into the newest document and uses the result at once.
    func apply(patch bytes: [UInt8]) -> RefreshResult {
        let arrival = installation.withLock { _ -> Arrival in
            let (newest, isClosed) = state.withLock { ($0.newest, $0.isClosed) }
            guard !isClosed else { return .late }
            guard let newest else { return .refused(.patchWithoutBase) }
            switch DocumentJudgement(patch: bytes, of: newest, isQuarantined: { cache?.refuses($0) ?? false }) {
            case .same: return .same
            case .refused(let refusal): return .refused(refusal)
            case .new(let document, let payload, let identity):
                // The server knows nothing of the result, so that it has no entity tag: a whole document comes next.
                let result = NewestDocument(document: document, identity: identity, entityTag: nil, isActive: true)
                return .installed(identity, changedNames: install(result, payload: payload))
            }
        }
        switch arrival {
        case .late: return .closed
        case .same: return .unchanged
        case .refused(let refusal):
            log.report([.refused(refusal)])
            return .refused(refusal)
        case .installed(let identity, let changedNames):
            handle(.patched, activating: identity)
            return .activated(changedNames: changedNames)
        }
    }

    /// What became of a document that came.
    private enum Arrival: Sendable {
        /// The store was closed meanwhile.
        case late
        case same
        case refused(DocumentRefusal)
        case installed(DocumentIdentity, changedNames: [String])
    }

    /// Keeps a new document on disk, and then uses it if it is to be active.
    ///
    /// In this order: the crash-loop breaker notices a document that ends the app at once only if it is on disk. The
    /// caller holds ``installation``, since what is installed was judged by the document that it takes the place of.
    private func install(_ newest: NewestDocument, payload: [UInt8]) -> [String] {
        let problem = cache?.write(
            payload,
            identity: newest.identity,
            entityTag: newest.entityTag,
            at: clock.wallTime
        )
        log.report([problem].compactMap(\.self))
        guard newest.isActive else {
            state.withLock { $0.newest = newest }
            return []
        }
        return activate(newest)
    }

    private func activate(_ newest: NewestDocument) -> [String] {
        let current = snapshot
        if !newest.document.issues.isEmpty {
            log.report([.settingIssues(newest.document.issues, in: .remote)])
        }
        let layered = LayeredDocument(
            snapshot: newest.document.snapshot(for: current.context, makeDecoder: current.stack.makeDecoder),
            layer: .remote,
            initialAge: .zero,
            since: clock.monotonicTime,
            isNewest: true
        )
        return change(newest: newest) { $0.activate(layered) }
    }

    /// Changes the layers, works out which settings changed, and tells the listeners.
    ///
    /// The work is done without the lock; if someone else was faster, it is done again.
    func change(newest: NewestDocument? = nil, _ body: @Sendable (inout LayerStack) -> Void) -> [String] {
        while true {
            let (old, keys, revision) = state.withLock { ($0.snapshot.stack, $0.keys, $0.revision) }
            var new = old
            body(&new)
            let names = old.changedNames(to: new, keys: keys)
            let stack = new
            let signals = state.withLock { state -> [AsyncStream<Void>.Continuation]? in
                guard state.revision == revision else { return nil }
                state.revision += 1
                let isRecording = state.snapshot.recorder != nil
                let generation = isRecording ? Generation.unremembered : Generation.next()
                state.snapshot = state.snapshot.with(stack, generation: generation)
                if let newest { state.newest = newest }
                self.generation.store(generation)
                return state.listeners.noteChange(of: names)
            }
            guard let signals else { continue }
            for signal in signals { signal.yield() }
            return names
        }
    }
}
