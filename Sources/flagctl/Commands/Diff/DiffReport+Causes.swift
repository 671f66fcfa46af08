import FlagAnalysis
import FlagResolver

/// What is responsible for a change, in words and as a place.
struct ShownCause {
    /// The word for machines.
    let kind: String
    /// The sentence: `Configs/app.json:15 now also matches (was ">=1.4.1 <1.4.3")`
    let bytes: [UInt8]
    /// The document and the node that the sentence begins with.
    let document: LoadedDocument
    let node: Int

    var text: String { String(decoding: bytes, as: UTF8.self) }
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
            return here("requirement-changed", node(entry, of: new)) { text in
                text.write(verb)
                text.write(" (was ")
                writeOldRequirement(before, to: &text)
                text.write(")")
            }
        case .valueChanged(let entry, _):
            return here("value-changed", node(entry, of: new), "gives another value")
        case .entryRemoved(let before, let winner):
            return there("entry-removed", node(before, of: old)) { text in
                text.write("(")
                writeOldRequirement(before, to: &text)
                text.write(") is gone, ")
                writeApplying(winner, setting, to: &text)
            }
        case .noLongerMatches(let entry, let before, let winner):
            return here("requirement-changed", node(entry, of: new)) { text in
                text.write("no longer matches (was ")
                writeOldRequirement(before, to: &text)
                text.write("), ")
                writeApplying(winner, setting, to: &text)
            }
        case .movedBefore(let winner, let loser):
            return here("entry-moved", node(winner, of: new)) { text in
                text.write("now comes before ")
                new.write(lineOf: node(loser, of: new), to: &text)
            }
        case .defaultChanged:
            return here("default-changed", change.newValue ?? 0, "is another default")
        case .typeChanged:
            return here("type-changed", key(setting.newSlot, of: new), "declares another type")
        }
    }

    private func here(_ kind: String, _ node: Int, _ text: String) -> ShownCause {
        here(kind, node) { $0.write(text) }
    }

    private func there(_ kind: String, _ node: Int, _ text: String) -> ShownCause {
        there(kind, node) { $0.write(text) }
    }

    private func here(_ kind: String, _ node: Int, _ write: (inout TextBuffer) -> Void) -> ShownCause {
        cause(kind, new, node, write)
    }

    private func there(_ kind: String, _ node: Int, _ write: (inout TextBuffer) -> Void) -> ShownCause {
        cause(kind, old, node, write)
    }

    private func cause(
        _ kind: String, _ document: LoadedDocument, _ node: Int, _ write: (inout TextBuffer) -> Void
    ) -> ShownCause {
        var text = TextBuffer()
        text.reserve(128)
        document.write(lineOf: node, to: &text)
        text.write(" ")
        write(&text)
        return ShownCause(kind: kind, bytes: text.bytes, document: document, node: node)
    }

    private func key(_ slot: Int?, of document: LoadedDocument) -> Int {
        slot.map { Int(document.settings.loaded.settings[$0].key) } ?? 0
    }

    private func node(_ entry: Int, of document: LoadedDocument) -> Int {
        if document === new { return Int(difference.newLoaded.entries[entry].node) }
        return Int(difference.oldLoaded.entries[entry].node)
    }

    /// A requirement of the old document as it is written, in quotes.
    private func writeOldRequirement(_ entry: Int, to text: inout TextBuffer) {
        let record = difference.oldLoaded.entries[entry]
        let tree = old.tree
        if let node = old.settings.requirementNode(of: record), let content = tree.plainContentRange(at: node),
            tree.bytes[content].isPlainText
        {
            // Such a text holds no quotation marks: they would be escaped.
            text.write("\"")
            text.write(bytes: tree.bytes[content])
            text.write("\"")
        } else {
            text.write(quoted(old.settings.requirement(of: record)?.description ?? ""))
        }
    }

    /// `Configs/app.json:13 applies`: the entry that wins now, or the default.
    private func writeApplying(_ winner: Int?, _ setting: SettingDifference, to text: inout TextBuffer) {
        let standing = setting.newSlot.flatMap { new.settings.defaultValue(of: $0) } ?? 0
        new.write(lineOf: winner.map { node($0, of: new) } ?? standing, to: &text)
        text.write(" applies")
    }
}

extension LoadedDocument {
    /// Writes `Configs/app.json:15`.
    fileprivate func write(lineOf node: Int, to text: inout TextBuffer) {
        let offset = tree.nodes[node].span.lowerBound
        guard let place = place(offset..<offset) else {
            text.write(line(of: node))
            return
        }
        text.write(place.source.shownName)
        text.write(literal: ":")
        text.write(decimal: place.source.location(of: place.span.lowerBound).line)
    }
}
