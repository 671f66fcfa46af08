import FlagResolver

extension RuleReport {
    /// Adds a finding for each of some entries that never win, with the entries that take their versions.
    mutating func addLosers(
        of setting: CheckedSetting, where isMeant: (CheckedSetting.Loser) -> Bool,
        _ detail: (CheckedSetting.Loser, BlockingEntries) -> Finding.Detail
    ) {
        guard !setting.losers.isEmpty else { return }
        var search = BlockingEntriesSearch()
        for loser in setting.losers where isMeant(loser) {
            let blockers = search.blockers(of: loser.position, in: setting)
            add(
                at: setting.span(ofRequirement: loser.position), detail(loser, blockers),
                related: RelatedPlace.blocking(blockers, in: setting), furtherCount: blockers.furtherCount,
                slot: setting.slot)
        }
    }
}
