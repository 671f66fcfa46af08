import FlagResolver

/// Where everything that a store reports goes: to those who listen, and into a short memory for those who come later.
package final class DiagnosticLog: Sendable {
    private let clock: any StoreClock
    private let state = Locked(State())

    private struct State: Sendable {
        var limiter = DiagnosticLimiter()
        var recent: [StoreDiagnostic] = []
        var listeners: [UInt64: AsyncStream<StoreDiagnostic>.Continuation] = [:]
        var nextListener: UInt64 = 0
        var isClosed = false
    }

    private static let memory = 100

    package init(clock: any StoreClock) {
        self.clock = clock
    }

    package var recent: [StoreDiagnostic] {
        state.withLock { $0.recent }
    }

    /// Reports; never waits for anyone who listens.
    func report(_ diagnostics: [StoreDiagnostic]) {
        guard !diagnostics.isEmpty else { return }
        let now = clock.monotonicTime
        let (admitted, listeners) = state.withLock { state in
            let admitted = diagnostics.compactMap { state.limiter.admit($0, at: now) }
            state.recent = (state.recent + admitted).suffix(Self.memory)
            return (admitted, Array(state.listeners.values))
        }
        for listener in listeners {
            for diagnostic in admitted { listener.yield(diagnostic) }
        }
    }

    /// The recent diagnostics, and from then on all. A slow listener loses the oldest.
    func stream() -> AsyncStream<StoreDiagnostic> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: StoreDiagnostic.self,
            bufferingPolicy: .bufferingNewest(Self.memory)
        )
        let (recent, listener) = state.withLock { state -> ([StoreDiagnostic], UInt64?) in
            guard !state.isClosed else { return (state.recent, nil) }
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return (state.recent, state.nextListener)
        }
        for diagnostic in recent { continuation.yield(diagnostic) }
        guard let listener else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[listener] = nil }
        }
        return stream
    }

    func close() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            state.isClosed = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}

/// Lets so many diagnostics of one code through in a while, and counts the others.
package struct DiagnosticLimiter: Sendable {
    private struct Window: Sendable {
        var start: Duration
        var shown = 0
        var suppressed = 0
    }

    private var windows: [StoreDiagnostic.Code: Window] = [:]

    package static let length = Duration.seconds(60)
    package static let shownPerWindow = 10

    package init() {}

    /// The diagnostic as it is to be shown; `nil` if there were too many like it.
    ///
    /// - Parameter now: The monotonic time.
    package mutating func admit(_ diagnostic: StoreDiagnostic, at now: Duration) -> StoreDiagnostic? {
        var window = windows[diagnostic.code] ?? Window(start: now)
        defer { windows[diagnostic.code] = window }
        if now - window.start >= Self.length {
            window.start = now
            window.shown = 0
        }
        guard window.shown < Self.shownPerWindow else {
            window.suppressed += 1
            return nil
        }
        window.shown += 1
        let suppressedCount = window.suppressed
        window.suppressed = 0
        return StoreDiagnostic(diagnostic.code, diagnostic.message, suppressedCount: suppressedCount)
    }
}
