import FlagAnalysis
import FlagResolver

/// The cause of a change as a sentence, and its location.
struct ShownCause {
    /// The cause as one word.
    enum Kind: String, CaseIterable {
        case settingAdded = "setting-added"
        case settingRemoved = "setting-removed"
        case entryAdded = "entry-added"
        case entryRemoved = "entry-removed"
        case entryMoved = "entry-moved"
        case requirementChanged = "requirement-changed"
        case valueChanged = "value-changed"
        case defaultChanged = "default-changed"
        case typeChanged = "type-changed"
    }

    let kind: Kind
    /// The sentence: `Configs/app.json:15 now also matches (was ">=1.4.1 <1.4.3")`
    let text: String
    /// The document and the node that the sentence begins with.
    let document: LoadedDocument
    let node: Int
}

extension DiffReport.Pair {
    /// The kind of a cause, and where it is.
    private struct Origin {
        let kind: ShownCause.Kind
        /// Whether the node is in the old document.
        let isOld: Bool
        let node: Int

        static func new(_ kind: ShownCause.Kind, _ node: Int) -> Origin {
            Origin(kind: kind, isOld: false, node: node)
        }

        static func old(_ kind: ShownCause.Kind, _ node: Int) -> Origin {
            Origin(kind: kind, isOld: true, node: node)
        }
    }

    /// The cause of a change of a setting.
    func cause(
        of change: ValueChange, of setting: SettingDifference, naming: LoadedDocument.Naming = .given
    ) -> ShownCause {
        var text = TextBuffer()
        write(causeOf: change, of: setting, naming: naming, to: &text)
        let origin = origin(of: change, of: setting)
        return ShownCause(
            kind: origin.kind, text: text.text, document: origin.isOld ? old : new, node: origin.node)
    }

    /// Writes the cause of a change of a setting, as a sentence.
    func write(
        causeOf change: ValueChange, of setting: SettingDifference, naming: LoadedDocument.Naming = .given,
        to text: inout TextBuffer
    ) {
        let origin = origin(of: change, of: setting)
        (origin.isOld ? old : new).write(lineOf: origin.node, naming: naming, to: &text)
        switch change.cause {
        case .settingAdded: text.write(literal: " is new with its setting")
        case .settingRemoved: text.write(literal: " is gone with its setting")
        case .entryAdded: text.write(literal: " is new")
        case .requirementChanged(let entry, let before) where !isVersionChange(change, entry, before):
            text.write(literal: " now matches")
            write(changedConditionsOf: entry, before, to: &text)
        case .noLongerMatches(let entry, let before, let winner) where !isVersionChange(change, entry, before):
            text.write(literal: " no longer matches")
            write(changedConditionsOf: entry, before, to: &text)
            text.write(literal: ", ")
            writeApplying(winner, setting, naming, to: &text)
        case .requirementChanged(let entry, let before):
            if old.settings.versions(of: before).isSubset(of: new.settings.versions(of: entry)) {
                text.write(literal: " now also matches (was ")
            } else {
                text.write(literal: " now matches (was ")
            }
            writeOldRequirement(before, to: &text)
            text.write(literal: ")")
        case .valueChanged: text.write(literal: " gives another value")
        case .entryRemoved(let before, let winner):
            if old.loaded.targeting(of: before) == nil {
                text.write(literal: " (")
                writeOldRequirement(before, to: &text)
                text.write(literal: ")")
            }
            text.write(literal: " is gone, ")
            writeApplying(winner, setting, naming, to: &text)
        case .noLongerMatches(_, let before, let winner):
            text.write(literal: " no longer matches (was ")
            writeOldRequirement(before, to: &text)
            text.write(literal: "), ")
            writeApplying(winner, setting, naming, to: &text)
        case .movedBefore(_, let other):
            text.write(literal: " now comes before ")
            new.write(lineOf: newNode(other), naming: naming, to: &text)
        case .defaultChanged: text.write(literal: " is another default")
        case .typeChanged: text.write(literal: " declares another type")
        }
    }

    private func origin(of change: ValueChange, of setting: SettingDifference) -> Origin {
        switch change.cause {
        case .settingAdded(let entry): .new(.settingAdded, entry.map(newNode) ?? change.newValue ?? 0)
        case .settingRemoved(let entry): .old(.settingRemoved, entry.map(oldNode) ?? change.oldValue ?? 0)
        case .entryAdded(let entry): .new(.entryAdded, newNode(entry))
        case .requirementChanged(let entry, _): .new(.requirementChanged, newNode(entry))
        case .valueChanged(let entry, _): .new(.valueChanged, newNode(entry))
        case .entryRemoved(let before, _): .old(.entryRemoved, oldNode(before))
        case .noLongerMatches(let entry, _, _): .new(.requirementChanged, newNode(entry))
        case .movedBefore(let winner, _): .new(.entryMoved, newNode(winner))
        case .defaultChanged: .new(.defaultChanged, change.newValue ?? 0)
        case .typeChanged:
            .new(.typeChanged, setting.newSetting.map { Int(new.loaded[$0].key) } ?? 0)
        }
    }

    /// Whether everybody of some versions is affected, and nothing but the versions of an entry differs.
    private func isVersionChange(_ change: ValueChange, _ entry: EntryIndex, _ before: EntryIndex) -> Bool {
        guard change.users.isEmpty else { return false }
        let isTargeted = new.loaded.targeting(of: entry) != nil || old.loaded.targeting(of: before) != nil
        return !isTargeted || changedConditions(of: entry, before) == ["appVersion"]
    }

    /// ` (another "rollout" and "until")`: the conditions that differ, or what else decides.
    private func write(
        changedConditionsOf entry: EntryIndex, _ before: EntryIndex, to text: inout TextBuffer
    ) {
        let changed = changedConditions(of: entry, before)
        guard !changed.isEmpty else {
            text.write(literal: " (a setting that it requires has changed)")
            return
        }
        text.write(" (another \(changed.map { "\"\($0)\"" }.joined(separator: " and ")))")
    }

    /// The names of the conditions that differ between an entry of the new document and one of the old document.
    private func changedConditions(of entry: EntryIndex, _ before: EntryIndex) -> [String] {
        (["appVersion"] + SettingsDocument.targetingMembers).filter { name in
            let (member, oldMember) = (
                new.tree.member(named: name, of: newNode(entry)), old.tree.member(named: name, of: oldNode(before))
            )
            guard let member, let oldMember else { return member != nil || oldMember != nil }
            return !new.tree.isEqual(member, to: old.tree, oldMember)
        }
    }

    private func newNode(_ entry: EntryIndex) -> Int { Int(new.loaded[entry].node) }
    private func oldNode(_ entry: EntryIndex) -> Int { Int(old.loaded[entry].node) }

    /// A requirement of the old document as it is written, in quotes.
    private func writeOldRequirement(_ entry: EntryIndex, to text: inout TextBuffer) {
        let record = old.loaded[entry]
        guard let node = old.tree.member(named: "appVersion" as StaticString, of: Int(record.node)),
            let content = old.tree.plainContentRange(at: node), content.count <= ShortText.maximumLength,
            old.tree.bytes.withRawSpan({ $0.isPrintableASCII(from: content.lowerBound, to: content.upperBound) })
        else {
            text.write(quoted(ShortText.of(requirement: old.requirement(of: record))))
            return
        }
        // Such text contains no quotation marks: they would be escaped.
        text.write(literal: "\"")
        old.tree.bytes.withRawSpan { text.write($0, from: content.lowerBound, to: content.upperBound) }
        text.write(literal: "\"")
    }

    /// `Configs/app.json:13 applies`: the entry that wins now, or the default.
    private func writeApplying(
        _ winner: EntryIndex?, _ setting: SettingDifference, _ naming: LoadedDocument.Naming, to text: inout TextBuffer
    ) {
        let node = winner.map(newNode) ?? setting.newSetting.flatMap { new.settings.defaultValue(of: $0) } ?? 0
        new.write(lineOf: node, naming: naming, to: &text)
        text.write(literal: " applies")
    }
}
