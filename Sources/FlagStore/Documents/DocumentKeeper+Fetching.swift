import FlagResolver

extension DocumentKeeper {
    /// Sends one request and handles the outcome.
    func fetch(_ request: DocumentRequest) async {
        guard let transport = configuration.transport else { return }
        switch await outcome(of: request, from: transport) {
        case .notModified where request.entityTag != nil:
            handle(.confirmedByServer)
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
            install(received, for: request)
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
        let clock = configuration.clock
        let deadline = clock.monotonicTime + request.timeLimit
        let fetching = Task { _ = first.yield(await transport.fetch(request)) }
        let waiting = Task {
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

    private func install(_ received: ReceivedDocument, for request: DocumentRequest) {
        let candidate = DocumentCandidate(received, from: .response(to: request))
        let activation = configuration.activation
        switch install(candidate, entityTag: received.entityTag, isActive: activation == .atOnce) {
        case .closed: break
        case .unchanged: handle(.confirmedByServer)
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

    /// Merges a patch into the newest document and uses the result at once.
    package func apply(patch bytes: [UInt8]) -> RefreshResult {
        let candidate = DocumentCandidate(ReceivedDocument(bytes: bytes), from: .patch)
        // The server does not know the result. Without an entity tag, the next request fetches a whole document.
        switch install(candidate, entityTag: nil, isActive: true) {
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
    private func install(_ candidate: DocumentCandidate, entityTag: String?, isActive: Bool) -> Installation {
        installation.withLock { _ -> Installation in
            let (newest, observer, isClosed) = state.withLock { ($0.newest, $0.observer, $0.isClosed) }
            guard !isClosed else { return .closed }
            let verdict = acceptance.judge(candidate, newest: newest) { cache?.refuses($0) ?? false }
            switch verdict {
            case .unchanged:
                if let entityTag { state.withLock { $0.newest?.entityTag = entityTag } }
                return .unchanged
            case .rejected(let refusal):
                return .rejected(refusal)
            case .accepted(let accepted):
                let problem = cache?.write(
                    accepted.payload,
                    identity: accepted.identity,
                    entityTag: entityTag,
                    at: configuration.clock.wallTime
                )
                if let problem { log.report([problem]) }
                state.withLock { state in
                    state.newest = NewestDocument(
                        document: accepted.document,
                        identity: accepted.identity,
                        entityTag: entityTag,
                        isActive: isActive
                    )
                }
                let changedNames = isActive ? observer?.activate(accepted.document) : nil
                return .installed(accepted.identity, changedNames: changedNames ?? [])
            }
        }
    }
}
