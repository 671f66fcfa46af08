extension RuleReport {
    /// Adds a finding about an entry that never wins, with the entries that win for its versions.
    mutating func add(
        _ detail: Finding.Detail, ofEntry index: Int, in setting: CheckedSetting,
        blockedBy blockers: CheckedSetting.BlockingEntries
    ) {
        add(
            at: setting.span(ofRequirement: index), detail, related: RelatedPlace.blocking(blockers, in: setting),
            furtherCount: blockers.furtherCount, mayHaveMore: blockers.mayHaveMore,
            about: .setting(setting.settingIndex))
    }
}
