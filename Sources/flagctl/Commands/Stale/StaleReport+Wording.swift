import FlagAnalysis
import FlagResolver

extension StaleReport.File {
    /// All findings as diagnostics.
    var diagnostics: [Diagnostic] {
        stale.findings.enumerated().map { index, finding in
            var diagnostic = diagnostic(of: finding)
            if let effect = stale.effects[index] { diagnostic.notes = notes(on: effect, of: finding) }
            if finding.kind == .constant { code.add(to: &diagnostic) }
            return diagnostic
        }
    }

    private func diagnostic(of finding: StaleFinding) -> Diagnostic {
        var diagnostic = Diagnostic(
            subject: loaded.subject(loaded.tree.nodes[node(of: finding)].span),
            severity: finding.isEdit ? .warning : .note, message: message(of: finding), code: finding.code.rawValue,
            setting: loaded.settings.name(of: finding.settingIndex), help: help(of: finding))
        diagnostic.related = finding.blockers.compactMap { index in
            let entry = loaded.settings.loaded[index]
            let location: Int
            let what: String
            if isTargeted(finding) {
                location = Int(entry.node)
                what = "this entry"
            } else {
                guard let node = loaded.settings.requirementNode(of: entry) else { return nil }
                location = node
                what = quoted(ShortText.of(requirement: loaded.requirement(of: entry)))
            }
            return Diagnostic.RelatedLocation(
                location: loaded.location(loaded.tree.nodes[location].span), message: "\(what) comes first")
        }
        return diagnostic
    }

    /// The node of a finding: the entry, its condition, or the remaining value.
    func node(of finding: StaleFinding) -> Int {
        if case .satisfied(let condition) = finding.kind { return condition.node }
        guard let entry = finding.entry, finding.kind != .constant else { return finding.value }
        return Int(loaded.settings.loaded[entry].node)
    }

    /// Whether the setting of a finding tests more than the version.
    private func isTargeted(_ finding: StaleFinding) -> Bool {
        loaded.loaded.testsMoreThanVersion(finding.settingIndex)
    }

    func message(of finding: StaleFinding) -> String {
        guard !finding.missingAttributes.isEmpty else { return fact(of: finding) }
        let names = finding.missingAttributes.map { $0 == "targetingKey" ? "a targeting key" : $0 }
        return "\(fact(of: finding)), if every app gives \(Count.list(names))"
    }

    private func fact(of finding: StaleFinding) -> String {
        let name = quoted(loaded.settings.name(of: finding.settingIndex))
        let value = ValueText.clipped(loaded.tree[finding.value])
        switch finding.kind {
        case .belowFloor: return "this entry of \(name) matches only versions below \(stale.floor)"
        case .expired(let until): return "this entry of \(name) matches only before \(until)"
        case .unmatched: return "this entry of \(name) matches no user who meets the assumptions"
        case .unreachable(isForEveryVersion: true):
            return "this entry of \(name) never wins: earlier entries match "
                + (isTargeted(finding) ? "wherever it does" : "all of its versions")
        case .unreachable(isForEveryVersion: false):
            return "this entry of \(name) does not win from \(stale.floor) on: earlier entries match "
                + (isTargeted(finding) ? "wherever it does" : "all of these versions")
        case .sameValue(let fallback):
            let source =
                switch fallback {
                case .default: "the default gives it"
                case .entry(let entry): "line \(line(ofEntry: entry)) gives it"
                case .several: "the entries below give it"
                }
            let text = isTargeted(finding) ? "where this entry wins, \(name)" : name
            return "\(text) is \(value) from \(stale.floor) on without this entry too: \(source)"
        case .satisfied(let condition): return message(on: condition, of: name, finding)
        case .collapsible:
            return
                "the default of \(name) never applies from \(stale.floor) on; the value of this entry can become the default"
        case .constant:
            return isTargeted(finding)
                ? "\(name) is \(value) for everybody from \(stale.floor) on"
                : "\(name) is \(value) for every version \(supported)"
        }
    }

    private func message(on condition: SatisfiedCondition, of name: String, _ finding: StaleFinding) -> String {
        let entry = "this entry of \(name)"
        switch condition.kind {
        case .attribute(let attribute): return "everybody satisfies the condition on \(attribute) in \(entry)"
        case .rollout: return "the rollout of \(entry) includes everybody"
        case .from(let instant): return "the schedule of \(entry) began at \(instant)"
        case .requires(let setting): return "\(quoted(setting)), which \(entry) requires, is true for everybody"
        }
    }

    func help(of finding: StaleFinding) -> String {
        let unchanged = isTargeted(finding) ? "nobody's value from \(stale.floor) on" : "no version \(supported)"
        let change = change(by: finding, unchanged)
        guard !finding.missingAttributes.isEmpty else { return change }
        let names = finding.missingAttributes.filter { $0 != "targetingKey" }
        let action =
            names.isEmpty
            ? "use --assume-key"
            : "declare \(Count.list(finding.missingAttributes)) with \"required\" and the type \"string\" in \"$attributes\""
        return "if so, \(action); \(change)"
    }

    private func change(by finding: StaleFinding, _ unchanged: String) -> String {
        switch finding.kind {
        case .belowFloor, .expired, .unmatched, .unreachable, .sameValue:
            let what = removal(of: finding.entry.map { [$0] } ?? [])
            guard finding.isIndependent else {
                return "removing \(what) changes \(unchanged) once the stale entries below it are removed"
            }
            guard finding.kind == .unreachable(isForEveryVersion: true) else {
                return "removing \(what) changes \(unchanged)"
            }
            return isTargeted(finding)
                ? "removing \(what) changes nobody's value; \"flagctl check\" says where it would take effect"
                : "removing \(what) changes no version; \"flagctl check\" says where it would take effect"
        case .satisfied: return "removing the condition changes \(unchanged)"
        case .collapsible:
            return "with the default \(defaultText(finding)), removing \(removal(of: finding.removed)) changes "
                + "\(unchanged) (--collapse)"
        case .constant where finding.changesDefault:
            return "with the default \(defaultText(finding)), removing all of its entries changes \(unchanged) "
                + "(--collapse)"
        case .constant:
            return "it needs no entries; delete it when the app no longer reads it"
        }
    }

    /// The value as written in the document, shortened if it is long.
    private func defaultText(_ finding: StaleFinding) -> String {
        var writer = JSONWriter()
        writer.write(finding.value, of: loaded.tree)
        let text = PlainText.escaped(String(decoding: writer.bytes, as: UTF8.self))
        return ValueText.shortened(text, to: ValueText.clippedLength)
    }

    /// `line 15`, `lines 15 and 24`, `lines 6 to 9`, or `it` if the entry shares its lines with others.
    private func removal(of entries: [EntryIndex]) -> String {
        let nodes = entries.map { Int(loaded.settings.loaded[$0].node) }.sorted()
        guard nodes.allSatisfy({ hasOwnLines($0) }) else { return nodes.count == 1 ? "it" : "\(nodes.count) entries" }
        let lines = nodes.map { self.lines(of: $0) }
        guard lines.count > 1 else {
            return lines.first.map {
                $0.count == 1 ? "line \($0.lowerBound)" : "lines \($0.lowerBound) to \($0.upperBound)"
            }
                ?? "it"
        }
        guard lines.count <= 5 else { return "\(lines.count) entries" }
        let texts = lines.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        return "lines \(texts.dropLast().joined(separator: ", ")) and \(texts.last ?? "")"
    }

    private func line(ofEntry entry: EntryIndex) -> Int {
        loaded.location(of: Int(loaded.settings.loaded[entry].node)).location.line
    }

    private func lines(of node: Int) -> ClosedRange<Int> {
        let start = loaded.location(of: node).location.line
        let span = loaded.tree.nodes[node].span
        let breaks = loaded.tree.bytes[span].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        return start...(start + breaks)
    }

    private func hasOwnLines(_ node: Int) -> Bool {
        let bytes = loaded.tree.bytes
        let span = loaded.tree.nodes[node].span
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let before = bytes[..<span.lowerBound].last { !isBlank($0) }
        let after = bytes[span.upperBound...].first { !isBlank($0) && $0 != UInt8(ascii: ",") }
        return before == UInt8(ascii: "\n") && (after == UInt8(ascii: "\n") || after == UInt8(ascii: "\r"))
    }
}
