import FlagResolver
import FlagServer
import FlagStore

/// A source that is watched, and the document of it that is served.
///
/// A ``DocumentKeeper`` fetches, judges and replaces documents, as it does in apps.
final class ServedSource: DocumentObserver {
    let slot: DocumentSlot
    private let keeper: DocumentKeeper
    private let clock: SystemClock
    private let state = Locked(State())

    private struct State: Sendable {
        /// What happened, for standard error.
        var news: [ServeNews] = []
        var attemptCount = 0
        /// When the source last had the document.
        var lastConfirmation: Duration?
    }

    init(_ source: NamedSource, isFolder: Bool, clock: SystemClock) {
        slot = DocumentSlot(name: source.name, source: source.source)
        self.clock = clock
        var configuration = DocumentKeeper.Configuration()
        configuration.clock = clock
        configuration.transport =
            isFolder ? DirectoryTransport(path: source.source) : FileTransport(path: source.source)
        keeper = DocumentKeeper(configuration, log: DiagnosticLog(clock: clock))
    }

    /// Starts to fetch and to watch.
    func start() { keeper.start(with: keeper.load(), for: self) }

    /// Fetches the document now.
    func reload() { _ = keeper.beginRefresh() }

    func close() { keeper.close() }

    /// How many attempts to get a document have ended.
    var attemptCount: Int { state.withLock { $0.attemptCount } }

    /// What happened since the last call.
    func takeNews() -> [ServeNews] {
        state.withLock { state in
            defer { state.news = [] }
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

    /// Also after a failure, with the time of the last success.
    func documentWasConfirmed(at time: Duration) { state.withLock { $0.lastConfirmation = time } }

    func attemptDidEnd(_ result: RefreshResult) {
        switch result {
        case .failed(let failure): note(.unreadable(source: slot.source, failure.detail))
        case .refused(let refusal): note(.refused(source: slot.source, refusal))
        case .activated, .kept, .unchanged:
            if let time = state.withLock({ $0.lastConfirmation }) { slot.confirm(at: time) }
        case .postponed, .closed: break
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
