import FlagResolver

/// The time for which a document was resolved, and until when its values hold.
struct DocumentSchedule: Sendable {
    /// Whether an entry of the document has a schedule.
    private let testsDate: Bool

    /// The instant for which the document was resolved.
    private let instant: Instant?

    /// The next instant at which a value can change.
    private let nextBoundary: Instant?

    /// The maximum time between two checks of the wall clock, in seconds.
    ///
    /// Each request, the return to the foreground and the system's notices are further checks, so a clock that was set is
    /// usually noticed sooner.
    private static let maximumDelay: Int64 = 3_600

    init(of snapshot: SettingsSnapshot) {
        self.init(of: snapshot, testsDate: snapshot.document.loaded.testsDate)
    }

    /// The schedule of a document whose values do not change with time.
    static let none = DocumentSchedule(testsDate: false, instant: nil, nextBoundary: nil)

    private init(testsDate: Bool, instant: Instant?, nextBoundary: Instant?) {
        self.testsDate = testsDate
        self.instant = instant
        self.nextBoundary = nextBoundary
    }

    private init(of snapshot: SettingsSnapshot, testsDate: Bool) {
        self.testsDate = testsDate
        instant = snapshot.context.instant
        nextBoundary = testsDate ? snapshot.nextBoundary : nil
    }

    /// The schedule of the same document in another context.
    func moved(to snapshot: SettingsSnapshot) -> DocumentSchedule {
        DocumentSchedule(of: snapshot, testsDate: testsDate)
    }

    /// Whether the values may differ at a time in seconds since 1970: later, or earlier because the clock was set back.
    func isOutdated(at wallTime: Int64) -> Bool {
        guard testsDate, let instant else { return false }
        let now = Instant(seconds: wallTime)
        return now < instant || nextBoundary.map { $0 <= now } ?? false
    }

    /// The seconds until the next check of the wall clock; `nil` if no schedule begins or ends any more.
    func delayOfCheck(at wallTime: Int64) -> Int64? {
        guard testsDate, let nextBoundary else { return nil }
        return Self.delay(until: nextBoundary, at: wallTime)
    }

    /// The seconds until an instant, at most those between two checks of the wall clock.
    static func delay(until instant: Instant, at wallTime: Int64) -> Int64 {
        // The wall clock shows whole seconds.
        let wholeSecond = instant.nanoseconds == 0 ? instant.seconds : instant.seconds &+ 1
        let (delay, overflow) = wholeSecond.subtractingReportingOverflow(wallTime)
        return overflow ? maximumDelay : min(max(delay, 0), maximumDelay)
    }
}

extension LayerStack {
    /// Whether the values of a layer may differ at a time in seconds since 1970.
    func isOutdated(at wallTime: Int64) -> Bool {
        overrides.isOutdated(at: wallTime) || documents.contains { $0.schedule.isOutdated(at: wallTime) }
    }

    /// The time until the next check of the wall clock; `nil` if no layer depends on it.
    func delayOfCheck(at wallTime: Int64) -> Duration? {
        let delays =
            documents.map { $0.schedule.delayOfCheck(at: wallTime) }
            + [overrides.nextEnd.map { DocumentSchedule.delay(until: $0, at: wallTime) }]
        return delays.compactMap(\.self).min().map { .seconds($0) }
    }
}
