/// The lifecycle of a store's documents as a pure state machine: events in, actions out.
///
/// It decides when to fetch, which state the store is in, and when a document is confirmed. It sees no documents and no
/// clock: the time is a parameter.
package struct DocumentLifecycle: Sendable {
    /// The state at the time of the last event. ``state(at:)`` gives the state at any later time.
    package private(set) var state = StoreState.notReady

    /// When the server last sent or confirmed the document.
    package private(set) var checkedAt: Duration?

    private let rules: Rules
    private var schedule: FetchSchedule
    private var isFetching = false
    private var isOutdated = false
    private var isClosed = false
    private var hasDocument = false
    private var hasFailed = false
    private var nextFetch: Duration?

    /// Whether ``nextFetch`` is a time of the schedule, which waits while the app is in the background.
    private var isScheduled = false
    private var lastFetch: Duration?

    /// When the last request began that the return of the network caused.
    private var lastFetchOfNetwork: Duration?

    /// Whether the last request did not reach the server.
    private var isUnreachable = false
    private var pausedUntil: Duration?
    private var foreground = ForegroundTime()

    /// Whether the app has said that it is in the background.
    private var isInBackground = false

    /// The time in the foreground at which the active document was activated, until it is confirmed.
    private var pendingSince: Duration?

    /// Whether a request was answered since.
    private var isAnswered = false

    /// The time in the foreground at the start, until the program has run long enough to count as a good start.
    private var trialSince: Duration?

    package init(rules: Rules, random: any RandomNumberGenerator & Sendable) {
        self.rules = rules
        schedule = FetchSchedule(interval: rules.refreshInterval, random: random)
    }

    /// Handles an event.
    ///
    /// - Parameter now: The monotonic time.
    /// - Returns: The actions to carry out, in order.
    package mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        guard !isClosed else {
            return event == .refreshRequested ? [.finishRefresh(.closed)] : []
        }
        var actions: [Action] = []
        // Time may have changed the state since the last event.
        updateState(now, &actions)
        switch event {
        case .started(let start): begin(start, now)
        case .woke: break
        case .refreshRequested: requestRefresh(now, &actions)
        case .changeAnnounced: announce(now)
        case .confirmedByServer: succeed(.unchanged, now, &actions)
        case .overtaken:
            isFetching = false
            isOutdated = true
        case .accepted(let isActive): accept(isActive: isActive, now, &actions)
        case .patched:
            hasDocument = true
            beginConfirmation(now)
        case .enteredForeground: enterForeground(now)
        case .leftForeground:
            foreground.leave(at: now)
            isInBackground = true
        case .networkReturned: noteNetwork(now)
        case .confirmedByApp:
            pendingSince = nil
            trialSince = nil
            actions += [.confirmDocument, .forgetCrashes]
        case .refused(let refusal): refuse(refusal, now, &actions)
        case .failed(let failure, let wallTime): fail(failure, now, wallTime, &actions)
        case .closed: return close()
        }
        confirmIfDue(now, &actions)
        fetchIfDue(now, &actions)
        updateState(now, &actions)
        actions.append(.wake(at: nextWake(after: now)))
        return actions
    }
}

// MARK: - Events

extension DocumentLifecycle {
    private mutating func begin(_ start: Start, _ now: Duration) {
        hasDocument = start.hasDocument || (start.hasBundledDocument && !rules.hasTransport)
        if start.isInForeground { foreground.enter(at: now) }
        pendingSince = start.isPending ? .zero : nil
        trialSince = start.isCounted ? .zero : nil
        if rules.hasTransport { requestFetch(now) }
    }

    private mutating func requestFetch(_ now: Duration) {
        nextFetch = now
        isScheduled = false
    }

    private mutating func scheduleFetch(at time: Duration?) {
        nextFetch = time
        isScheduled = true
    }

    /// Whether no request was sent for as long as one interval.
    private func isDue(_ now: Duration) -> Bool {
        lastFetch.map { $0 + rules.refreshInterval <= now } ?? true
    }

    private mutating func enterForeground(_ now: Duration) {
        foreground.enter(at: now)
        isInBackground = false
        guard rules.hasTransport, rules.triggers.contains(.foreground), !isFetching, !isPaused(now), isDue(now)
        else { return }
        requestFetch(now)
    }

    private mutating func noteNetwork(_ now: Duration) {
        guard rules.hasTransport, rules.triggers.contains(.network), !isFetching, !isPaused(now), !isInBackground
        else { return }
        // A network that comes and goes must not cause a request each time.
        let wasTried = lastFetchOfNetwork.map { now < $0 + rules.refreshInterval } ?? false
        guard isDue(now) || (isUnreachable && !wasTried) else { return }
        lastFetchOfNetwork = now
        schedule.forgetFailures()
        requestFetch(now)
    }

    private mutating func requestRefresh(_ now: Duration, _ actions: inout [Action]) {
        guard rules.hasTransport else {
            actions.append(.finishRefresh(.noTransport))
            return
        }
        // The result of the current request also answers callers that arrive in the meantime.
        guard !isFetching else { return }
        if let pausedUntil, isPaused(now) {
            actions.append(.finishRefresh(.postponed(pausedUntil - now)))
        } else {
            requestFetch(now)
        }
    }

    private mutating func announce(_ now: Duration) {
        guard rules.hasTransport else { return }
        // The current request may have read the state before the change.
        if isFetching || isPaused(now) { isOutdated = true } else { requestFetch(now) }
    }

    private mutating func succeed(_ result: RefreshResult?, _ now: Duration, _ actions: inout [Action]) {
        checkedAt = now
        isAnswered = true
        hasFailed = false
        isUnreachable = false
        pausedUntil = nil
        isFetching = false
        scheduleFetch(after: schedule.delayAfterSuccess(), now)
        if let result { actions.append(.finishRefresh(result)) }
    }

    private mutating func accept(isActive: Bool, _ now: Duration, _ actions: inout [Action]) {
        hasDocument = true
        if isActive {
            // The caller knows which settings changed, and finishes the refresh.
            succeed(nil, now, &actions)
            beginConfirmation(now)
        } else {
            succeed(.kept, now, &actions)
        }
    }

    private mutating func refuse(_ refusal: DocumentRefusal, _ now: Duration, _ actions: inout [Action]) {
        isFetching = false
        hasFailed = true
        isUnreachable = false
        if refusal == .quarantined {
            scheduleFetch(after: schedule.delayAfterRefusal(), now)
        } else {
            scheduleFetch(at: now + schedule.delay(after: TransportFailure(.brokenResponse), at: 0).delay)
        }
        actions.append(.report(.refused(refusal)))
        actions.append(.finishRefresh(.refused(refusal)))
    }

    private mutating func fail(
        _ failure: TransportFailure,
        _ now: Duration,
        _ wallTime: Int64,
        _ actions: inout [Action]
    ) {
        isFetching = false
        hasFailed = true
        let (delay, pause) = schedule.delay(after: failure, at: wallTime)
        isUnreachable = failure.kind == .unreachable || failure.kind == .timedOut
        scheduleFetch(at: now + delay)
        pausedUntil = pause > .zero ? now + pause : nil
        actions.append(.report(.fetchFailed(failure, next: delay)))
        actions.append(.finishRefresh(.failed(failure)))
    }

    /// A new document has to run for a while, and must let a later request be answered: a document that keeps the app from
    /// fetching the next one cannot be replaced.
    private mutating func beginConfirmation(_ now: Duration) {
        pendingSince = foreground.total(at: now)
        isAnswered = false
    }

    private mutating func close() -> [Action] {
        isClosed = true
        return [.wake(at: nil), .finishRefresh(.closed), .stop]
    }
}

// MARK: - Time

extension DocumentLifecycle {
    private var staleAt: Duration? {
        guard rules.hasTransport, let checkedAt else { return nil }
        return checkedAt + rules.maximumAge
    }

    /// Whether the next request waits until the app is in the foreground.
    private var isWaitingInBackground: Bool { isInBackground && isScheduled && !isOutdated }

    /// Schedules the next regular request, if there are any.
    private mutating func scheduleFetch(after delay: Duration, _ now: Duration) {
        scheduleFetch(at: rules.triggers.contains(.interval) ? now + delay : nil)
    }

    /// Whether the server asked for a pause that is not over.
    private func isPaused(_ now: Duration) -> Bool {
        pausedUntil.map { $0 > now } ?? false
    }

    private mutating func confirmIfDue(_ now: Duration, _ actions: inout [Action]) {
        let total = foreground.total(at: now)
        if let trialSince, trialSince + rules.confirmationDelay <= total {
            self.trialSince = nil
            actions.append(.endTrial)
        }
        guard let pendingSince, pendingSince + rules.confirmationDelay <= total, isAnswered || !rules.hasTransport
        else { return }
        self.pendingSince = nil
        actions.append(.confirmDocument)
    }

    private mutating func fetchIfDue(_ now: Duration, _ actions: inout [Action]) {
        if isOutdated, !isFetching, !isPaused(now) { requestFetch(now) }
        guard !isFetching, let due = nextFetch, due <= now, !isWaitingInBackground else { return }
        isOutdated = false
        isFetching = true
        nextFetch = nil
        lastFetch = now
        actions.append(.fetch)
    }

    private mutating func updateState(_ now: Duration, _ actions: inout [Action]) {
        let newState = state(at: now)
        guard newState != state else { return }
        state = newState
        actions.append(.changeState(newState))
    }

    /// The state at a time: a document becomes stale without an event.
    package func state(at now: Duration) -> StoreState { facts.state(at: now) }

    /// What the state follows from.
    var facts: StateFacts {
        StateFacts(
            hasDocument: hasDocument, hasFailed: hasFailed, hasTransport: rules.hasTransport, staleAt: staleAt)
    }

    private func nextWake(after now: Duration) -> Duration? {
        let runsUntil = [pendingSince, trialSince].map { since in
            // Once the document has run long enough, an answer confirms it.
            since.flatMap { foreground.time(of: $0 + rules.confirmationDelay, after: now) }
        }
        return ([isWaitingInBackground ? nil : nextFetch, staleAt.flatMap { $0 > now ? $0 : nil }] + runsUntil)
            .compactMap(\.self).min()
    }
}

/// How long a program has been in the foreground.
private struct ForegroundTime: Sendable {
    private var past = Duration.zero
    private var since: Duration?

    mutating func enter(at now: Duration) {
        if since == nil { since = now }
    }

    mutating func leave(at now: Duration) {
        past = total(at: now)
        since = nil
    }

    func total(at now: Duration) -> Duration {
        past + (since.map { now - $0 } ?? .zero)
    }

    /// When the total will reach a value; `nil` if it has, or if the program is not in the foreground.
    func time(of total: Duration, after now: Duration) -> Duration? {
        guard let since, case let time = since + (total - past), time > now else { return nil }
        return time
    }
}

/// What the state of a store follows from at any time, until the next event.
struct StateFacts: Hashable, Sendable {
    let hasDocument: Bool
    let hasFailed: Bool
    let hasTransport: Bool
    let staleAt: Duration?

    func state(at now: Duration) -> StoreState {
        guard hasDocument else { return hasFailed ? .error : .notReady }
        guard hasTransport else { return .ready }
        guard let staleAt, staleAt > now else { return .stale }
        return .ready
    }
}
