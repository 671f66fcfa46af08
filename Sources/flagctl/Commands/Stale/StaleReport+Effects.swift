import FlagAnalysis
import FlagResolver

extension StaleReport.File {
    private static let maximumNoteCount = 5

    /// What the edits of a setting change for users who do not meet the assumptions.
    func notes(on effect: StaleDocument.Effect, of finding: StaleFinding) -> [String] {
        let edits =
            !finding.missingAttributes.isEmpty
            ? "without that assumption, the edits would change"
            : finding.changesDefault && !changesDefaults
                ? "without the assumptions, --collapse changes" : "without the assumptions, the edits change"
        let own = loaded.settings.name(of: finding.settingIndex)
        var notes = effect.changes.prefix(Self.maximumNoteCount).map { setting, change in
            let values = ValueText.change(
                from: change.oldValue.map { effect.difference.old.tree[$0] },
                to: change.newValue.map { effect.difference.new.tree[$0] })
            let item = Case(versions: change.versions, terms: change.users, decision: .yes)
            let users = PlainText.escaped(effect.difference.space.text(of: item) ?? "everybody")
            let subject = setting == own ? "" : "\(quoted(setting)) "
            return "\(edits) \(subject)\(values) for \(users)"
        }
        let others = effect.changes.count - notes.count
        if others > 0 { notes.append("and \(Count.of(others, "more case")), which --format json lists") }
        return notes
    }
}
