import FlagAnalysis
import FlagResolver

/// What is responsible for a change, in words and as a place.
struct ShownCause {
    /// The word for machines.
    let kind: String
    /// The sentence: `Configs/app.json:15 now also matches (was ">=1.4.1 <1.4.3")`
    let text: String
    /// The document and the node that the sentence begins with.
    let document: LoadedDocument
    let node: Int
}

extension DiffReport.Pair {
    /// What is responsible for a change of a setting.
    func cause(of change: ValueChange, of setting: SettingDifference) -> ShownCause {
        switch change.cause {
        case .settingAdded(let entry):
            return here(
                "setting-added", entry.map { node($0, of: new) } ?? change.newValue ?? 0, "is new with its setting")
        case .settingRemoved(let entry):
            return there(
                "setting-removed", entry.map { node($0, of: old) } ?? change.oldValue ?? 0, "is gone with its setting")
        case .entryAdded(let entry):
            return here("entry-added", node(entry, of: new), "is new")
        case .requirementChanged(let entry, let before):
            let isWider = old.settings.versions(ofEntryAt: before)
                .isSubset(of: new.settings.versions(ofEntryAt: entry))
            let verb = isWider ? "now also matches" : "now matches"
            return here("requirement-changed", node(entry, of: new), "\(verb) (was \(requirement(before, of: old)))")
        case .valueChanged(let entry, _):
            return here("value-changed", node(entry, of: new), "gives another value")
        case .entryRemoved(let before, let winner):
            let text = "(\(requirement(before, of: old))) is gone, \(applies(winner, setting))"
            return there("entry-removed", node(before, of: old), text)
        case .noLongerMatches(let entry, let before, let winner):
            let text = "no longer matches (was \(requirement(before, of: old))), \(applies(winner, setting))"
            return here("requirement-changed", node(entry, of: new), text)
        case .movedBefore(let winner, let loser):
            return here(
                "entry-moved", node(winner, of: new), "now comes before \(new.line(of: node(loser, of: new)))")
        case .defaultChanged:
            return here("default-changed", change.newValue ?? 0, "is another default")
        case .typeChanged:
            return here("type-changed", key(setting.newSlot, of: new), "declares another type")
        }
    }

    private func here(_ kind: String, _ node: Int, _ text: String) -> ShownCause {
        ShownCause(kind: kind, text: "\(new.line(of: node)) \(text)", document: new, node: node)
    }

    private func there(_ kind: String, _ node: Int, _ text: String) -> ShownCause {
        ShownCause(kind: kind, text: "\(old.line(of: node)) \(text)", document: old, node: node)
    }

    private func key(_ slot: Int?, of document: LoadedDocument) -> Int {
        slot.map { Int(document.settings.loaded.settings[$0].key) } ?? 0
    }

    private func node(_ entry: Int, of document: LoadedDocument) -> Int {
        Int(document.settings.loaded.entries[entry].node)
    }

    private func requirement(_ entry: Int, of document: LoadedDocument) -> String {
        let record = document.settings.loaded.entries[entry]
        return quoted(document.settings.requirement(of: record)?.description ?? "")
    }

    /// `Configs/app.json:13 applies`: the entry that wins now, or the default.
    private func applies(_ winner: Int?, _ setting: SettingDifference) -> String {
        let standing = setting.newSlot.flatMap { new.settings.defaultValue(of: $0) } ?? 0
        return "\(new.line(of: winner.map { node($0, of: new) } ?? standing)) applies"
    }
}
