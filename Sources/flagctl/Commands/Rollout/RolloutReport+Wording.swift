import FlagAnalysis
import FlagResolver

extension RolloutReport.Change {
    /// What changes, and for what share of keys.
    var summary: String {
        let subject = "\(PlainText.escaped(name)), entry \(quoted(label))"
        let key = edit.attribute == "targetingKey" ? "" : " by \(PlainText.escaped(edit.attribute))"
        let rollout = "of \(quoted(edit.salt))\(key)"
        if edit.before == edit.after { return "\(subject): \(edit.before) % \(rollout) already" }
        let effect =
            edit.before < edit.after
            ? "it gains \(changedShare) % of all keys and loses none" : "it loses \(changedShare) % of all keys"
        return "\(subject): \(edit.before) % → \(edit.after) % \(rollout); \(effect)"
    }

    /// A smaller percentage loses the keys with the highest buckets.
    var warning: Diagnostic? {
        guard edit.after < edit.before else { return nil }
        return Diagnostic(
            subject: loaded.subject(loaded.tree.nodes[edit.node].span), severity: .warning,
            message:
                "in \(quoted(name)): the rollout of the entry \(quoted(label)) loses \(changedShare) % of all keys: it "
                + "shrinks from \(edit.before) % to \(edit.after) %",
            code: RuleCode.shrunkRollout.rawValue, setting: name,
            help: "these are the keys with the highest buckets; a larger percentage includes the same ones again")
    }
}

/// Why a percentage is not replaced, with the data of the message.
struct RolloutRefusal {
    let name: String
    let label: String?
    let refusal: RolloutEdit.Refusal
    let loaded: LoadedDocument

    var diagnostic: Diagnostic {
        switch refusal {
        case .unknownSetting(let nearest):
            error("\(loaded.name) has no setting \(quoted(name))", "unknown-setting", nil, help: didYouMean(nearest))
        case .noRollout(let key):
            error(
                "\(quoted(name)) has no well-formed entry with a rollout", "no-rollout", key,
                help: #"add one to an entry: "rollout": { "percent": 10, "salt": "…" }"#)
        case .severalRollouts(let entries): severalRollouts(entries)
        case .unknownEntry(let key, let nearest):
            error(
                "\(quoted(name)) has no entry \(quoted(label ?? ""))", "unknown-entry", key, help: didYouMean(nearest))
        case .severalEntries(let nodes):
            error(
                "\(quoted(name)) has \(nodes.count) entries with the name \(quoted(label ?? ""))", "ambiguous-entry",
                nodes.first, help: "give each entry its own name", related: nodes.dropFirst().first)
        case .malformedEntry(let node):
            error(
                "the entry \(quoted(label ?? "")) of \(quoted(name)) is malformed, so it never matches",
                "malformed-entry", node, help: "correct it first")
        case .entryWithoutRollout(let node):
            error(
                "the entry \(quoted(label ?? "")) of \(quoted(name)) has no rollout", "no-rollout", node,
                help: #"add one: "rollout": { "percent": 10, "salt": "…" }"#)
        case .severalConditions(let node):
            error(
                "the rollout of \(quoted(name)) is a list, and one percentage does not determine which one changes",
                "several-rollouts", node, help: "change it by hand")
        case .slice(let node):
            error(
                "the rollout of \(quoted(name)) has slices, and one percentage does not determine which edge moves",
                "rollout-slice", node, help: "change it by hand; each edge that moves adds or removes keys")
        case .failedVerification:
            error(
                "the edit failed verification and was not made", nil, nil,
                help: "this is a bug in flagctl; please report it with the document")
        }
    }

    private func severalRollouts(_ entries: [EntryIndex]) -> Diagnostic {
        let labels = entries.map { quoted(RolloutEdit.label(of: $0, in: loaded.settings)) }
        let shown = labels.prefix(5).joined(separator: ", ") + (labels.count > 5 ? ", …" : "")
        let nodes = entries.map { Int(loaded.loaded[$0].node) }
        return error(
            "\(quoted(name)) has \(entries.count) entries with a rollout: \(shown)", "several-rollouts", nodes.first,
            help: "choose one with --entry", related: nodes.dropFirst().first)
    }

    private func didYouMean(_ nearest: String?) -> String? { nearest.map { Spelling.didYouMean(quoted($0)) } }

    private func error(
        _ message: String, _ code: String?, _ node: Int?, help: String?, related: Int? = nil
    ) -> Diagnostic {
        var diagnostic = Diagnostic(
            subject: loaded.subject(node.map { loaded.tree.nodes[$0].span }), severity: .error, message: message,
            code: code, setting: name, help: help)
        if let related {
            diagnostic.related = [
                .init(location: loaded.location(loaded.tree.nodes[related].span), message: "another entry is here")
            ]
        }
        return diagnostic
    }
}
