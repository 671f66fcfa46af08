import FlagResolver

extension DocumentKeeper {
    /// Sends one request and handles the outcome.
    func fetch(_ request: DocumentRequest) async {
        guard let transport = configuration.transport else { return }
        switch await outcome(of: request, from: transport) {
        case .notModified where request.entityTag != nil:
            await confirmNewest(entityTag: request.entityTag)
        case .notModified:
            fail(
                TransportFailure(
                    .brokenResponse,
                    status: 304,
                    detail: "the request was unconditional, expected status 200"
                )
            )
        case .failed(let failure):
            fail(failure)
        case .received(let received) where received.bytes.count > request.byteLimit:
            let detail = "the document has \(received.bytes.count) bytes, expected at most \(request.byteLimit)"
            fail(TransportFailure(.tooLarge, detail: detail))
        case .received(let received):
            await install(received, for: request)
        }
    }

    private func fail(_ failure: TransportFailure) {
        handle(.failed(failure, wallTime: configuration.clock.wallTime))
    }

    /// The outcome of a request; a failure once the timeout has passed, even if the transport never answers.
    private func outcome(
        of request: DocumentRequest,
        from transport: any DocumentTransport
    ) async -> DocumentOutcome {
        let (outcomes, first) = AsyncStream.makeStream(of: DocumentOutcome.self)
        timeouts.start(at: configuration.clock.monotonicTime + request.timeLimit) {
            first.yield(.failed(.timedOut(after: request.timeLimit)))
        }
        let fetching = Task { _ = first.yield(await transport.fetch(request)) }
        defer {
            fetching.cancel()
            timeouts.end()
        }
        for await outcome in outcomes { return outcome }
        return .failed(TransportFailure(.cancelled))
    }

    private func install(_ received: ReceivedDocument, for request: DocumentRequest) async {
        let candidate = DocumentCandidate(received, from: .response(to: request))
        let activation = configuration.activation
        switch await install(candidate, entityTag: received.entityTag, isActive: activation == .atOnce) {
        case .closed: break
        case .unchanged: await confirmNewest(entityTag: nil)
        case .rejected(let refusal): handle(.refused(refusal))
        case .installed(let identity, let changedNames):
            switch activation {
            case .atOnce:
                let result = RefreshResult.activated(changedNames: changedNames)
                handle(.accepted(isActive: true), activating: identity, result: result)
            case .atNextStart:
                handle(.accepted(isActive: false))
            }
        }
    }

    /// Handles the server's confirmation of the newest document, which ends its quarantine if its time is over.
    ///
    /// - Parameter entityTag: The tag of the document that the server confirms; `nil` if the content shows which one it is.
    private func confirmNewest(entityTag: String?) async {
        enum Confirmation { case ofAnotherDocument, ofQuarantinedDocument, ofNewestDocument }
        let confirmation = await disk.run { [self] () -> Confirmation in
            let wallTime = configuration.clock.wallTime
            guard let newest = state.withLock({ $0.newest }) else { return .ofNewestDocument }
            // A patch may have replaced the document during the request.
            if let entityTag, entityTag != newest.entityTag { return .ofAnotherDocument }
            writeAgain(at: wallTime)
            cache?.noteCheck(of: newest.identity, at: wallTime)
            let isQuarantined =
                newest.restriction == .document && cache?.rejects(newest.identity, at: wallTime) == true
            return isQuarantined ? .ofQuarantinedDocument : .ofNewestDocument
        }
        switch confirmation {
        case .ofAnotherDocument: handle(.overtaken)
        case .ofQuarantinedDocument: handle(.refused(.quarantined))
        case .ofNewestDocument:
            // Otherwise, the document is used at the next start.
            guard configuration.activation == .atOnce, let (identity, changedNames) = await useRestrictedDocument()
            else { return handle(.confirmedByServer) }
            let result = RefreshResult.activated(changedNames: changedNames)
            handle(.accepted(isActive: true), activating: identity, result: result)
        }
    }

    /// Ends all quarantines: the newest document is used at once if it was quarantined.
    package func liftQuarantines() async {
        await disk.run { [self] in
            let problem = cache?.liftQuarantines(at: configuration.clock.wallTime)
            if let problem { log.report([problem]) }
        }
        if let (identity, _) = await useRestrictedDocument() { handle(.patched, activating: identity) }
    }

    /// Uses the newest document if it, or its schedules, were quarantined and are no more.
    private func useRestrictedDocument() async -> (DocumentIdentity, changedNames: [String])? {
        await disk.run { [self] in
            let wallTime = configuration.clock.wallTime
            let (newest, observer) = state.withLock { state -> (NewestDocument?, (any DocumentObserver)?) in
                guard !state.isClosed, let newest = state.newest, let restriction = newest.restriction,
                    cache?.restricts(newest.identity, restriction, at: wallTime) != true
                else { return (nil, nil) }
                state.newest?.restriction = nil
                state.newest?.isActive = true
                state.active = newest.document
                state.activeAuthenticity = newest.authenticity
                return (newest, state.observer)
            }
            guard let newest else { return nil }
            log.report([.quarantineEnded])
            return (newest.identity, observer?.activate(newest.document, newest.authenticity) ?? [])
        }
    }

    /// Merges a patch into the newest document and uses the result at once.
    package func apply(patch bytes: [UInt8]) async -> RefreshResult {
        let candidate = DocumentCandidate(ReceivedDocument(bytes: bytes), from: .patch)
        // The server does not know the result. Without an entity tag, the next request fetches a whole document.
        switch await install(candidate, entityTag: nil, isActive: true) {
        case .closed: return .closed
        case .unchanged: return .unchanged
        case .rejected(let refusal):
            log.report([.refused(refusal)])
            return .refused(refusal)
        case .installed(let identity, let changedNames):
            handle(.patched, activating: identity)
            return .activated(changedNames: changedNames)
        }
    }

    private enum Installation: Sendable {
        /// The keeper was closed in the meantime.
        case closed
        case unchanged
        case rejected(DocumentRefusal)
        case installed(DocumentIdentity, changedNames: [String])
    }

    /// Judges a candidate; if it is accepted, writes it to disk and then uses it.
    private func install(_ candidate: DocumentCandidate, entityTag: String?, isActive: Bool) async -> Installation {
        await disk.run { [self] in
            let (newest, active, observer, isClosed) = state.withLock {
                ($0.newest, $0.active, $0.observer, $0.isClosed)
            }
            guard !isClosed else { return .closed }
            let wallTime = configuration.clock.wallTime
            if let problem = trust?.floor.readAgain() { log.report([problem]) }
            let verdict = acceptance.judge(candidate, newest: newest, active: active, at: wallTime) { identity in
                cache?.rejects(identity, at: wallTime) ?? false
            }
            switch verdict {
            case .unchanged(let copy):
                keep(copy, entityTag: entityTag, at: wallTime)
                return .unchanged
            case .rejected(let refusal):
                if case .notTrusted(let failure) = refusal { state.withLock { $0.lastTrustFailure = failure } }
                return .rejected(refusal)
            case .accepted(let accepted):
                let result = cache?.write(
                    accepted.payload,
                    identity: accepted.identity,
                    facts: accepted.authenticity.facts,
                    entityTag: entityTag,
                    at: wallTime
                )
                if case .refused(let failure) = result {
                    state.withLock { $0.lastTrustFailure = failure }
                    return .rejected(.notTrusted(failure))
                }
                noteTrust(in: accepted)
                let isWritten: Bool
                if case .failed(let problem) = result {
                    log.report([problem])
                    isWritten = false
                } else {
                    keepFloor(of: accepted.identity, accepted.authenticity, at: wallTime)
                    isWritten = true
                }
                state.withLock { state in
                    state.newest = NewestDocument(
                        document: accepted.document,
                        identity: accepted.identity,
                        authenticity: accepted.authenticity,
                        entityTag: entityTag,
                        isActive: isActive,
                        unwrittenBytes: isWritten ? nil : accepted.payload
                    )
                    if isActive {
                        state.active = accepted.document
                        state.activeAuthenticity = accepted.authenticity
                    }
                }
                let changedNames = isActive ? observer?.activate(accepted.document, accepted.authenticity) : nil
                return .installed(accepted.identity, changedNames: changedNames ?? [])
            }
        }
    }

    /// Keeps what a copy of the newest document has and that lacks: an entity tag, and signatures of trusted keys. Call it on
    /// ``disk``.
    private func keep(_ copy: DocumentCopy?, entityTag: String?, at wallTime: Int64) {
        let newest = state.withLock { state -> NewestDocument? in
            // The document before it may have been refused.
            state.lastTrustFailure = (copy?.authenticity ?? state.newest?.authenticity)?.failure
            return state.newest
        }
        guard let newest else { return }
        if let failure = copy?.authenticity.failure { log.report([.notTrusted(failure)]) }
        let newTag = entityTag == newest.entityTag ? nil : entityTag
        guard newTag != nil || copy?.payload != nil else { return }
        let problem = cache?.keep(entityTag: newTag, payload: copy?.payload, of: newest.identity, at: wallTime)
        if let problem { log.report([problem]) }
        let observer = state.withLock { state -> (any DocumentObserver)? in
            if let newTag { state.newest?.entityTag = newTag }
            guard let copy, let payload = copy.payload else { return nil }
            state.newest?.authenticity = copy.authenticity
            if state.newest?.unwrittenBytes != nil { state.newest?.unwrittenBytes = payload }
            guard newest.isActive else { return nil }
            state.activeAuthenticity = copy.authenticity
            return state.observer
        }
        guard let copy, copy.payload != nil else { return }
        if let facts = copy.authenticity.facts { trust?.floor.raise(to: facts) }
        if problem == nil { keepFloor(of: newest.identity, copy.authenticity, at: wallTime) }
        _ = observer?.activate(newest.document, copy.authenticity)
    }

    /// Writes the newest document if that was not possible when it came: the disk was full, or another store held the
    /// directory. Call it on ``disk``.
    func writeAgain(at wallTime: Int64) {
        guard let newest = state.withLock({ $0.newest }), let bytes = newest.unwrittenBytes, let cache else { return }
        switch cache.write(
            bytes, identity: newest.identity, facts: newest.authenticity.facts, entityTag: newest.entityTag,
            at: wallTime)
        {
        case .done:
            state.withLock { $0.newest?.unwrittenBytes = nil }
            keepFloor(of: newest.identity, newest.authenticity, at: wallTime)
        case .failed: break
        case .refused(let failure):
            // The next start uses the document of the other process; this one keeps what it uses.
            state.withLock { state in
                state.newest?.unwrittenBytes = nil
                state.newest?.entityTag = nil
                state.lastTrustFailure = failure
            }
            log.report([.superseded(failure)])
        }
    }

    /// Raises the file of the floor to an authentic document that is on disk: a floor above all documents there would
    /// refuse them.
    private func keepFloor(of identity: DocumentIdentity, _ authenticity: DocumentAuthenticity, at wallTime: Int64) {
        guard case .authentic(let facts) = authenticity else { return }
        let problem: StoreDiagnostic? =
            if let cache {
                cache.isNewest(identity) ? cache.raiseFloor(to: facts, at: wallTime) : nil
            } else {
                trust?.floor.keepAlone(facts, at: wallTime)
            }
        if let problem { log.report([problem]) }
    }

    /// Reports what is wrong with a document that is used anyway, or raises the floor of this process to an authentic one.
    private func noteTrust(in accepted: AcceptedDocument) {
        guard let trust else { return }
        switch accepted.authenticity {
        case .notVerified: break
        case .failed(let failure):
            state.withLock { $0.lastTrustFailure = failure }
            log.report([.notTrusted(failure)])
        case .authentic(let facts):
            state.withLock { $0.lastTrustFailure = nil }
            trust.floor.raise(to: facts)
        }
    }
}
