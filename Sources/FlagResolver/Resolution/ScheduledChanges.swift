/// The instants at which the schedules of a document change the resolution of its settings, in one context.
///
/// The first change of all settings comes before, or together with, every change of a prerequisite. Up to then, each
/// prerequisite stays as it is, so that a setting can be searched without the others.
struct ScheduledChanges {
    private let document: SettingsDocument
    private let context: EvaluationContext
    private let now: Instant
    private var evaluator: ConditionEvaluator

    /// `nil` if nothing can change, because the context has no date or the document no schedules.
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

    /// The same for some settings, which must include those that they require.
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

    /// The first instant after the date of the context at which a type of any kind can get another value.
    ///
    /// This is never after ``nextChange()``. A type may refuse the value of an entry, and get that of a later one: an
    /// `enum`, for example, that lacks a case. So every entry counts whose other conditions hold.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    mutating func nextBoundary() -> Instant? {
        let loaded = document.loaded
        var earliest: Instant?
        for setting in loaded.settings where loaded.hasSchedule(setting) {
            for entry in setting.entries {
                guard let (targeting, schedule) = loaded.scheduled(entry), let boundary = boundary(of: schedule),
                    evaluator.holdsWhenScheduled(targeting, bounds: loaded[entry].bounds, in: loaded, for: context)
                else { continue }
                earliest = Self.earlier(earliest, boundary)
            }
        }
        return earliest
    }

    /// The first change of the first entry that holds, among those whose values are of one type.
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
            // An entry that is over, or that never begins, cannot win any more. One without an end can.
            guard boundary != nil || schedule.contains(now),
                evaluator.holdsWhenScheduled(targeting, bounds: loaded[entry].bounds, in: loaded, for: context)
            else { continue }
            earliest = Self.earlier(earliest, boundary)
            // The entry wins until the boundary; what is below it cannot change anything before.
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
        var settings: [SettingIndex] = [setting]
        var seen: Set<SettingIndex> = [setting]
        var position = 0
        while position < settings.count {
            for required in loaded.prerequisites(of: settings[position]) where seen.insert(required).inserted {
                settings.append(required)
            }
            position += 1
        }
        return changes.nextChange(of: settings.map { loaded[$0] })
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

    /// The conditions of an entry that has a schedule, and the schedule.
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
        // `null` is read as no type but that of any value.
        guard defaultType != .none else { return types }
        for type in defaultType == .integer ? [.integer, .number] : [defaultType] where !types.contains(type) {
            // Most settings have values of one type only, which reads of any type get, too.
            let isTypeOfAll = loaded[setting.entries].allSatisfy { type.contains(Int($0.value), of: tree) }
            if types.first != DeclaredType.none || !isTypeOfAll { types.append(type) }
        }
        return types
    }
}
