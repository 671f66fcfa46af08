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
