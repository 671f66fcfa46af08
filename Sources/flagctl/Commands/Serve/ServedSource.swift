import FlagPublishing
import FlagResolver
import FlagServer
import FlagStore

/// A source that is watched, and the document of it that is served.
///
/// A ``DocumentKeeper`` fetches, judges, keeps and replaces documents, as it does in apps.
final class ServedSource: DocumentObserver {
    let slot: DocumentSlot
    private let keeper: DocumentKeeper
    private let clock: SystemClock
    private let log: DiagnosticLog
    private let state = Locked(State())

    private struct State: Sendable {
        /// The events to report on standard error.
        var news: [ServeNews] = []
        var attemptCount = 0
        /// When the source last had the document.
        var lastConfirmation: Duration?
        /// The last problem with the cache that was reported.
        var cacheProblem: String?
    }

    /// - Parameter configuration: The transport, and everything else that differs between sources.
    init(name: String, source: String, _ configuration: DocumentKeeper.Configuration, clock: SystemClock) {
        slot = DocumentSlot(name: name, source: source)
        self.clock = clock
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
            // The system clock may have been set back.
            let (age, overflow) = clock.wallTime.subtractingReportingOverflow(cached.checkedAt)
            slot.serve(
                ServedDocument(cached.document), at: now, confirmed: now - .seconds(overflow ? 0 : max(0, age)))
        }
        state.withLock { state in
            state.news += documents.diagnostics.map { .cache(source: slot.source, $0.message) }
        }
        keeper.start(with: documents, for: self)
        // Orchestrators and people often kill servers, which says nothing about a document.
        keeper.recordNormalExit()
    }

    /// Fetches the document now.
    func reload() { _ = keeper.beginRefresh() }

    func close() { keeper.close() }

    /// The number of completed attempts to get a document.
    var attemptCount: Int { state.withLock { $0.attemptCount } }

    /// How old the document is if it is from the disk, and the source has not confirmed it yet.
    var ageOnDisk: Int64? {
        guard state.withLock({ $0.lastConfirmation }) == nil, slot.document != nil else { return nil }
        return slot.status.age(at: clock.monotonicTime)
    }

    /// The events since the last call.
    func takeNews() -> [ServeNews] {
        let problem = log.recent.last { $0.code == .cacheNotWritten }?.message
        return state.withLock { state in
            defer { state.news = [] }
            if let problem, problem != state.cacheProblem {
                state.cacheProblem = problem
                state.news.append(.cache(source: slot.source, problem))
            }
            return state.news
        }
    }

    // MARK: DocumentObserver

    func activate(_ document: SettingsDocument) -> [String] {
        let before = slot.document
        let served = ServedDocument(document)
        slot.serve(served, at: clock.monotonicTime)
        if before != nil {
            let news = ServeNews.changed(source: slot.source, settingCount: document.count, tag: served.entityTag)
            state.withLock { $0.news.append(news) }
        }
        return []
    }

    /// Also called after a failure, with the time of the last success.
    func documentWasConfirmed(at time: Duration) { state.withLock { $0.lastConfirmation = time } }

    func attemptDidEnd(_ result: RefreshResult) {
        switch result {
        case .failed(let failure):
            // Without a status, the detail says more than the kind of failure.
            note(.unreadable(source: slot.source, failure.status == nil ? failure.detail : failure.description))
        case .refused(let refusal): note(.refused(source: slot.source, refusal))
        case .activated, .kept, .unchanged:
            if let time = state.withLock({ $0.lastConfirmation }) { slot.confirm(at: time) }
        case .postponed, .noTransport, .cancelled, .closed: break
        }
        state.withLock { $0.attemptCount += 1 }
    }

    /// Reports a problem, but not again at each attempt.
    private func note(_ problem: ServeNews) {
        let message = problem.diagnostic(keepsDocument: true).message
        let isNew = slot.status.lastRejection != message
        slot.reject(message)
        if isNew { state.withLock { $0.news.append(problem) } }
    }

    func stateDidChange() {}
    func keeperDidClose() {}
}
