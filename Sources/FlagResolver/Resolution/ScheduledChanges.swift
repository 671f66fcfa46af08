/// The instants at which the schedules of a document change the resolution of its settings, in one context.
///
/// No prerequisite changes before the first change of any setting. Until then, prerequisites are constant, so each
/// setting can be searched independently.
struct ScheduledChanges {
    private let document: SettingsDocument
    private let context: EvaluationContext
    private let now: Instant
    private var evaluator: ConditionEvaluator

    /// `nil` if nothing can change, because the context has no date or the document has no schedules.
    init?(_ document: SettingsDocument, _ context: EvaluationContext) {
        guard let instant = context.instant, document.loaded.testsDate else { return nil }
        self.document = document
        self.context = context
        now = instant
        evaluator = ConditionEvaluator(document, context)
    }

    /// The first instant after the date of the context at which the value or the entry of a setting changes.
    ///
    /// Settings are read as their declared type, and as the types that their defaults have.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    mutating func nextChange() -> Instant? { nextChange(of: document.loaded.settings) }

    /// The first such instant for some settings, which must include the settings that they require.
    fileprivate mutating func nextChange(of settings: some Sequence<SettingRecord>) -> Instant? {
        let loaded = document.loaded
        var earliest: Instant?
        for setting in settings where loaded.hasSchedule(setting) {
            for type in document.readableTypes(of: setting) {
                let tree = document.tree
                let instant = nextChange(among: setting.entries, in: loaded) { entry in
                    type.contains(Int(entry.value), of: tree)
                }
                earliest = Self.earlier(earliest, instant)
            }
        }
        return earliest
    }

    /// The first instant after the date of the context at which a read as any type can give another value.
    ///
    /// This is never after ``nextChange()``. A type, such as an `enum` that lacks a case, may reject the value of one
    /// entry and read that of a later one. So every entry counts if its other conditions hold.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    mutating func nextBoundary() -> Instant? {
        let loaded = document.loaded
        var earliest: Instant?
        for setting in loaded.settings where loaded.hasSchedule(setting) {
            for entry in setting.entries {
                guard let (targeting, schedule) = loaded.scheduled(entry), let boundary = boundary(of: schedule),
                    evaluator.holdsWhenScheduled(targeting, bounds: loaded[entry].bounds, for: context)
                else { continue }
                earliest = Self.earlier(earliest, boundary)
            }
        }
        return earliest
    }

    /// The first instant at which the winner among the eligible entries changes.
    private mutating func nextChange(
        among entries: Range<EntryIndex>, in loaded: LoadedSettings, isEligible: (EntryRecord) -> Bool
    ) -> Instant? {
        var earliest: Instant?
        for entry in entries where isEligible(loaded[entry]) {
            guard let (targeting, schedule) = loaded.scheduled(entry) else {
                if evaluator.holds(entry, in: loaded, for: context) { return earliest }
                continue
            }
            let boundary = boundary(of: schedule)
            // An entry whose schedule has ended, or never begins, cannot win any more. One without an end can.
            guard boundary != nil || schedule.contains(now),
                evaluator.holdsWhenScheduled(targeting, bounds: loaded[entry].bounds, for: context)
            else { continue }
            earliest = Self.earlier(earliest, boundary)
            // The entry wins until the boundary, so later entries change nothing before it.
            if schedule.contains(now) { return earliest }
        }
        return earliest
    }

    /// The first instant after the date of the context at which a schedule begins or ends; `nil` if there is none.
    private func boundary(of schedule: EntrySchedule) -> Instant? {
        schedule.isEmpty ? nil : schedule.boundaries.first { $0 > now }
    }

    private static func earlier(_ left: Instant?, _ right: Instant?) -> Instant? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }
}

extension SettingsDocument {
    /// The first instant after the date of a context at which any setting changes, as ``SettingsSnapshot/nextChange`` says.
    package func nextChange(for context: EvaluationContext) -> Instant? {
        var changes = ScheduledChanges(self, context)
        return changes?.nextChange()
    }

    /// The first instant after the date of a context at which a setting, or one that it requires, can change.
    ///
    /// It is never after the next change of the setting itself. `nil` if nothing changes, or the context has no date.
    ///
    /// - Complexity: O(*n*) for *n* entries of these settings.
    package func nextChange(of setting: SettingIndex, for context: EvaluationContext) -> Instant? {
        guard var changes = ScheduledChanges(self, context) else { return nil }
        return changes.nextChange(of: loaded.includingPrerequisites(of: [setting]).map { loaded[$0] })
    }

    /// The settings whose entries have schedules, in document order.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    package var scheduledSettings: [SettingIndex] {
        loaded.testsDate ? indices.filter { loaded.hasSchedule(loaded[$0]) } : []
    }

    /// The same as ``nextChange(for:)``.
    ///
    /// - Parameter scheduled: ``scheduledSettings``, which callers with many contexts read once.
    /// - Complexity: O(*n*) for *n* entries of these settings.
    package func nextChange(for context: EvaluationContext, scheduled: [SettingIndex]) -> Instant? {
        var changes = ScheduledChanges(self, context)
        return changes?.nextChange(of: scheduled.lazy.map { loaded[$0] })
    }

    /// The instants at which a schedule begins or ends, in order, each once.
    ///
    /// - Complexity: O(*n* log *n*) for *n* entries.
    package var boundariesOfSchedules: [Instant] {
        Set(loaded.targeting.flatMap { loaded.schedule(of: $0)?.boundaries ?? [] }).sorted()
    }
}

extension LoadedSettings {
    /// Whether an entry has a schedule.
    ///
    /// - Complexity: O(*n*) for *n* entries that test more than the version.
    package var testsDate: Bool { targeting.contains(where: \.hasSchedule) }

    fileprivate func hasSchedule(_ setting: SettingRecord) -> Bool {
        setting.entries.contains { targeting(of: $0)?.hasSchedule == true }
    }

    /// The conditions and the schedule of an entry; `nil` if it has no schedule.
    fileprivate func scheduled(_ entry: EntryIndex) -> (EntryTargeting, EntrySchedule)? {
        guard let targeting = targeting(of: entry), let schedule = schedule(of: targeting) else { return nil }
        return (targeting, schedule)
    }
}

extension SettingsDocument {
    /// The types that a setting can be read as, without those that give the same values as another one.
    fileprivate func readableTypes(of setting: SettingRecord) -> [DeclaredType] {
        var types: [DeclaredType] = []
        if !setting.isUnresolvable { types.append(setting.hasMistypedEntries ? setting.declaredType : .none) }
        guard setting.defaultValue != SettingRecord.missing else { return types }
        let tree = tree
        let defaultType = DeclaredType(ofDefault: Int(setting.defaultValue), in: tree)
        // A default of `null` has no type.
        guard defaultType != .none else { return types }
        for type in defaultType == .integer ? [.integer, .number] : [defaultType] where !types.contains(type) {
            // If all values have this type, an untyped read gives the same values.
            let isTypeOfAll = loaded[setting.entries].allSatisfy { type.contains(Int($0.value), of: tree) }
            if types.first != DeclaredType.none || !isTypeOfAll { types.append(type) }
        }
        return types
    }
}
