extension DocumentLifecycle {
    package struct Rules: Hashable, Sendable {
        /// The time from one request to the next.
        package let refreshInterval: Duration

        /// The age since the server's last confirmation at which a document becomes stale.
        package let maximumAge: Duration

        /// How long an app must run in the foreground with a new document before the document is confirmed.
        package let confirmationDelay: Duration

        /// Whether there is a server to fetch from.
        package let hasTransport: Bool

        /// When to fetch, besides the start and requests.
        package let triggers: Set<RefreshTrigger>

        package init(
            refreshInterval: Duration,
            maximumAge: Duration,
            confirmationDelay: Duration,
            hasTransport: Bool,
            triggers: Set<RefreshTrigger> = Set(RefreshTrigger.allCases)
        ) {
            self.triggers = triggers
            self.refreshInterval = min(refreshInterval, .maximum)
            self.maximumAge = min(maximumAge, .maximum)
            self.confirmationDelay = min(confirmationDelay, .maximum)
            self.hasTransport = hasTransport
        }
    }

    package enum Event: Hashable, Sendable {
        /// The store starts with these documents.
        case started(Start)

        /// The requested wake time has come.
        case woke

        /// A caller requests the newest document now.
        case refreshRequested

        /// The transport, or an operator, announces that the document may have changed.
        case changeAnnounced

        /// The store has the newest document, according to the server or to the content of the response.
        case confirmedByServer

        /// The response is about a document that was replaced during the request.
        case overtaken

        /// A new document was accepted: it is used from now on, or kept for the next start.
        case accepted(isActive: Bool)

        /// A document that did not come from a request is used from now on: a patch, or one whose quarantine was lifted.
        case patched

        /// The app is in the foreground from now on.
        case enteredForeground

        /// The app is in the background from now on, where the system may end it at any time.
        case leftForeground

        /// The network is available again.
        case networkReturned

        /// The app confirms the active document.
        case confirmedByApp

        /// A response was rejected.
        case refused(DocumentRefusal)

        /// A request failed.
        case failed(TransportFailure, wallTime: Int64)

        /// The app closed the store, or released it.
        case closed
    }

    package struct Start: Hashable, Sendable {
        package var hasDocument: Bool
        package var hasBundledDocument: Bool
        package var isPending: Bool

        /// Whether the start counts as a crash, until the program has run for a while.
        package var isCounted: Bool

        package var isInForeground: Bool

        package init(
            hasDocument: Bool,
            hasBundledDocument: Bool = false,
            isPending: Bool = false,
            isCounted: Bool = false,
            isInForeground: Bool = true
        ) {
            self.hasDocument = hasDocument
            self.hasBundledDocument = hasBundledDocument
            self.isPending = isPending
            self.isCounted = isCounted
            self.isInForeground = isInForeground
        }
    }

    package enum Action: Hashable, Sendable {
        /// Send one request and pass its outcome back as an event.
        case fetch

        /// Send ``Event/woke`` at this time, instead of any earlier one; `nil` means never.
        case wake(at: Duration?)

        /// Confirm the active document.
        case confirmDocument

        /// The program has run long enough: this start does not count as a crash.
        case endTrial

        /// The program says that its document is good: the crashes before it do not count either.
        case forgetCrashes

        /// The state has changed.
        case changeState(StoreState)

        /// Give the callers that wait for a refresh this result.
        case finishRefresh(RefreshResult)

        /// Report a diagnostic.
        case report(StoreDiagnostic)

        /// Cancel the request, if there is one, and end all sequences.
        case stop
    }
}
