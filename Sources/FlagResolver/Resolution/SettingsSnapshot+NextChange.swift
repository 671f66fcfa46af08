#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension SettingsSnapshot {
    /// The next date at which a schedule changes a value of this snapshot, or the entry that gives it.
    ///
    /// ```swift
    /// if let date = snapshot.nextChange { scheduleRefresh(at: date) }
    /// ```
    ///
    /// 1. It is exact, as long as nothing but the date of the context changes: a date at which a schedule begins or ends
    ///    without any effect is not reported. Entries that `requires` other settings are taken into account.
    /// 2. It is `nil` if no value changes any more, and if the context has no date.
    /// 3. Values are those of the type that a setting declares, and of the JSON type of its default. A type that
    ///    rejects some of these, such as an `enum` that lacks a case, may change at another date.
    /// 4. It is rounded up to the next date that a `Date` can represent.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    public var nextChange: Date? { nextInstantOfChange.map { $0.nextDate } }

    /// The same as ``nextChange``, to the nanosecond.
    package var nextInstantOfChange: Instant? { document.nextChange(for: context) }

    /// The next instant at which a read as any type can give another value, even if the type rejects some values.
    ///
    /// It is never after ``nextChange``. All values, of all types, stay the same until then.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    package var nextBoundary: Instant? {
        var changes = ScheduledChanges(document, context)
        return changes?.nextBoundary()
    }
}

extension Instant {
    /// The first date that a `Date` can represent and that is not before this instant.
    fileprivate var nextDate: Date {
        let nearest = date
        guard let instant = Instant(nearest), instant < self else { return nearest }
        return Date(timeIntervalSinceReferenceDate: nearest.timeIntervalSinceReferenceDate.nextUp)
    }
}
