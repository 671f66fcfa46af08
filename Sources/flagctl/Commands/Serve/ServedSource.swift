import FlagPublishing
import FlagResolver
import FlagServer
import FlagStore

/// A watched source, and its document that is served.
///
/// A ``DocumentKeeper`` fetches, checks, keeps and replaces documents, as it does in apps.
final class ServedSource: DocumentObserver {
    let slot: DocumentSlot
    private let keeper: DocumentKeeper
    private let clock: SystemClock
    private let log: DiagnosticLog
    private let documentCount: Int
    /// The directory whose files are merged; `nil` for another source.
    private let directory: DirectoryTransport?
    private let state = Locked(State())

    private struct State: Sendable {
        /// The events to report on standard error.
        var events: [ServeEvent] = []
        var attemptCount = 0
        /// When the source last had the document.
        var lastConfirmation: Duration?
        /// The last problem with the cache that was reported.
        var cacheProblem: String?
    }

    /// - Parameters:
    ///   - configuration: The transport, and everything else that differs between sources.
    ///   - documentCount: How many documents the server has, which share memory.
    init(
        name: String, source: String, _ configuration: DocumentKeeper.Configuration, documentCount: Int = 1,
        clock: SystemClock
    ) {
        self.documentCount = documentCount
        slot = DocumentSlot(name: name, source: source)
        self.clock = clock
        directory = configuration.transport as? DirectoryTransport
        var configuration = configuration
        configuration.clock = clock
        log = DiagnosticLog(clock: clock)
        keeper = DocumentKeeper(configuration, log: log)
    }

    /// Serves the document on disk, if there is one, and starts to fetch and to watch.
    func start() {
        let documents = keeper.load()
        if let cached = documents.cached {
            let now = clock.monotonicTime
            slot.serve(
                served(cached.document, cached.authenticity), at: now,
                confirmed: now - cached.age(at: clock.wallTime))
        }
        state.withLock { state in
            state.events += documents.diagnostics.map { .cache(source: slot.source, $0.message) }
            // The log has the same problem again when the cache is next written.
            state.cacheProblem = documents.diagnostics.last { Self.storageCodes.contains($0.code) }?.message
        }
        keeper.start(with: documents, for: self)
        // Orchestrators and people often kill servers, which says nothing about a document.
        keeper.recordNormalExit()
    }

    private func served(_ document: SettingsDocument, _ authenticity: DocumentAuthenticity) -> ServedDocument {
        ServedDocument(document, trailer: authenticity.facts?.trailer ?? [], documentCount: documentCount)
    }

    /// Fetches the document, even if a request that began before is under way.
    func reload() { keeper.announceChange() }

    func close() { keeper.close() }

    /// The number of completed attempts to get a document.
    var attemptCount: Int { state.withLock { $0.attemptCount } }

    /// The age of the document in seconds, if it is cached and the source has not confirmed it yet.
    var ageOnDisk: Int64? {
        let (document, status) = slot.current
        guard state.withLock({ $0.lastConfirmation }) == nil, document != nil else { return nil }
        return status.age(at: clock.monotonicTime)
    }

    /// What a restart forgets: the document, or the lowest version to accept.
    private static let storageCodes: [StoreDiagnostic.Code] = [.cacheNotWritten, .trustFloorNotKept]

    /// The events since the last call.
    func takeEvents() -> [ServeEvent] {
        let problem = log.recent.last { Self.storageCodes.contains($0.code) }?.message
        return state.withLock { state in
            defer { state.events = [] }
            if let problem, problem != state.cacheProblem {
                state.cacheProblem = problem
                state.events.append(.cache(source: slot.source, problem))
            }
            return state.events
        }
    }

    /// The last problem with the source, which is then no longer among the events; `nil` if there is none.
    func takeProblem() -> ServeEvent.Problem? {
        state.withLock { state in
            for (index, event) in state.events.enumerated().reversed() {
                guard case .failed(_, let problem) = event else { continue }
                state.events.remove(at: index)
                return problem
            }
            return nil
        }
    }

    // MARK: DocumentObserver

    func activate(_ document: SettingsDocument, _ authenticity: DocumentAuthenticity) -> [String] {
        let before = slot.document
        let served = served(document, authenticity)
        slot.serve(served, at: clock.monotonicTime)
        if before != nil {
            let event = ServeEvent.changed(source: slot.source, settingCount: document.count, tag: served.entityTag)
            state.withLock { $0.events.append(event) }
        }
        let replacements = directory?.replacements() ?? []
        state.withLock { state in state.events += replacements.map { .replaced(source: slot.source, $0) } }
        return []
    }

    /// Also called after a failure, with the time of the last success.
    func documentWasConfirmed(at time: Duration) { state.withLock { $0.lastConfirmation = time } }

    func attemptDidEnd(_ result: RefreshResult) {
        switch result {
        case .failed(let failure):
            // Without a status, the detail is more specific than the kind of failure.
            report(.unreadable(failure.status == nil ? failure.detail : failure.description))
        case .refused(let refusal): report(.refused(refusal))
        case .activated, .kept, .unchanged:
            if let time = state.withLock({ $0.lastConfirmation }) { slot.confirm(at: time) }
        case .postponed, .noTransport, .cancelled, .closed: break
        }
        state.withLock { $0.attemptCount += 1 }
    }

    /// Reports a problem, but not again at each attempt.
    private func report(_ problem: ServeEvent.Problem) {
        let event = ServeEvent.failed(source: slot.source, problem)
        let message = event.diagnostic(keepsDocument: true).message
        let isNew = slot.status.lastRejection != message
        slot.reject(message)
        if isNew { state.withLock { $0.events.append(event) } }
    }

    func stateDidChange() {}
    func keeperDidClose() {}
}
