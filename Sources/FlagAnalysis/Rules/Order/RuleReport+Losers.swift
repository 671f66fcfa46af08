import FlagResolver

extension RuleReport {
    /// Adds a finding for each entry that never wins, with the entries that take its versions.
    ///
    /// - Parameters:
    ///   - areRedundant: Whether it is about those whose versions have their value all the same, or the others.
    ///   - detail: Is given the setting, which would be copied if it were captured.
    mutating func addLosers(
        of setting: CheckedSetting, areRedundant: Bool,
        _ detail: (CheckedSetting, CheckedSetting.Loser, BlockingEntries) -> Finding.Detail
    ) {
        guard !setting.losers.isEmpty else { return }
        var search = BlockingEntriesSearch()
        for loser in setting.losers where loser.others.isEmpty == areRedundant {
            let blockers = search.blockers(of: loser.position, in: setting)
            add(
                at: setting.span(ofRequirement: loser.position), detail(setting, loser, blockers),
                related: RelatedPlace.blocking(blockers, in: setting), furtherCount: blockers.furtherCount,
                about: .setting(setting.slot))
        }
    }
}
