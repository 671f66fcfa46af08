import FlagResolver

/// Delivers diagnostics to the listeners, and keeps the latest for later listeners.
package final class DiagnosticLog: Sendable {
    private let clock: any StoreClock
    private let output: DiagnosticOutput
    private let state = Locked(State())

    private struct State: Sendable {
        var limiter = DiagnosticLimiter()
        var recent: [StoreDiagnostic] = []
        var listeners: [UInt64: AsyncStream<StoreDiagnostic>.Continuation] = [:]
        var nextListener: UInt64 = 0
        var isClosed = false
    }

    private static let capacity = 100

    package init(clock: any StoreClock, output: DiagnosticOutput = .none) {
        self.clock = clock
        self.output = output
    }

    package var recent: [StoreDiagnostic] {
        state.withLock { $0.recent }
    }

    /// Forgets which problems of single settings were reported, because there is a new document.
    func forgetSettings() {
        state.withLock { $0.limiter.forgetSettings() }
    }

    /// Reports diagnostics; never waits for a listener.
    func report(_ diagnostics: [StoreDiagnostic]) {
        guard !diagnostics.isEmpty else { return }
        let now = clock.monotonicTime
        let admitted = state.withLock { state in
            let admitted = diagnostics.compactMap { state.limiter.admit($0, at: now) }
            state.recent = (state.recent + admitted).suffix(Self.capacity)
            // Within the lock, so that each listener gets them in this order.
            for listener in state.listeners.values {
                for diagnostic in admitted { listener.yield(diagnostic) }
            }
            return admitted
        }
        if output == .system {
            for diagnostic in admitted { SystemLog.write("\(diagnostic)") }
        }
    }

    /// Waits until everything that was reported so far is written, but not for long: nobody may be reading.
    func finishWriting() async {
        if output == .system { await SerialThread().run { SystemLog.finish() } }
    }

    /// The recent diagnostics, then each new one. A slow listener loses the oldest.
    func stream() -> AsyncStream<StoreDiagnostic> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: StoreDiagnostic.self,
            bufferingPolicy: .bufferingNewest(Self.capacity)
        )
        let listener = state.withLock { state -> UInt64? in
            for diagnostic in state.recent { continuation.yield(diagnostic) }
            guard !state.isClosed else { return nil }
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
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

/// Limits the rate of diagnostics per code, and counts the suppressed ones. Each problem of a setting is reported once.
package struct DiagnosticLimiter: Sendable {
    private struct Window: Sendable {
        var start: Duration
        var shown = 0
        var suppressed = 0
    }

    private var windows: [StoreDiagnostic.Code: Window] = [:]

    /// The problems of single settings that were reported.
    private var reported: Set<StoreDiagnostic> = []

    package static let length = Duration.seconds(60)
    package static let shownPerWindow = 10

    /// Keys can be created without limit; beyond this number of problems, their rate is limited.
    package static let maximumSettingCount = 20_000

    package init() {}

    /// Forgets which problems of single settings were reported.
    package mutating func forgetSettings() {
        reported = []
    }

    /// The diagnostic to report; `nil` if it is suppressed.
    ///
    /// - Parameter now: The monotonic time.
    package mutating func admit(_ diagnostic: StoreDiagnostic, at now: Duration) -> StoreDiagnostic? {
        if diagnostic.setting != nil {
            guard !reported.contains(diagnostic) else { return nil }
            if reported.count < Self.maximumSettingCount {
                reported.insert(diagnostic)
                return diagnostic
            }
        }
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
        return StoreDiagnostic(
            diagnostic.code, diagnostic.message, setting: diagnostic.setting, suppressedCount: suppressedCount)
    }
}
