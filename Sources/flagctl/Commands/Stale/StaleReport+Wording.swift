import FlagAnalysis
import FlagResolver

extension StaleReport.File {
    /// A finding as a diagnostic.
    func diagnostic(of finding: StaleFinding) -> Diagnostic {
        var diagnostic = Diagnostic(
            subject: loaded.subject(loaded.tree.nodes[node(of: finding)].span),
            severity: finding.isRemoval ? .warning : .note, message: message(of: finding), code: finding.code.rawValue,
            setting: loaded.settings.name(of: finding.settingIndex), help: help(of: finding))
        diagnostic.related = finding.blockers.compactMap { index in
            let entry = loaded.settings.loaded[index]
            let requirement = loaded.requirement(of: entry)
            return loaded.settings.requirementNode(of: entry).map { node in
                Diagnostic.RelatedLocation(
                    location: loaded.location(loaded.tree.nodes[node].span),
                    message: "\(quoted(ShortRequirement.of(requirement: requirement))) comes first")
            }
        }
        return diagnostic
    }

    /// The node of a finding: the entry, or the remaining value.
    func node(of finding: StaleFinding) -> Int {
        guard let entry = finding.entry, finding.kind != .constant else { return finding.value }
        return Int(loaded.settings.loaded[entry].node)
    }

    func message(of finding: StaleFinding) -> String {
        let name = quoted(loaded.settings.name(of: finding.settingIndex))
        let value = ValueText.text(of: loaded.tree[finding.value])
        switch finding.kind {
        case .belowFloor: return "this entry of \(name) matches only versions below \(stale.floor)"
        case .unreachable(isForEveryVersion: true):
            return "this entry of \(name) never wins: earlier entries match all of its versions"
        case .unreachable(isForEveryVersion: false):
            return
                "this entry of \(name) does not win from \(stale.floor) on: earlier entries match all of these versions"
        case .sameValue(let fallback):
            let source =
                switch fallback {
                case .default: "the default gives it"
                case .entry(let entry): "line \(line(ofEntry: entry)) gives it"
                case .several: "the entries below give it"
                }
            return "\(name) is \(value) from \(stale.floor) on without this entry too: \(source)"
        case .collapsible:
            return
                "the default of \(name) never applies from \(stale.floor) on; the value of this entry can become the default"
        case .constant: return "\(name) is \(value) for every version \(supported)"
        }
    }

    func help(of finding: StaleFinding) -> String {
        let unchanged = "no version \(supported)"
        switch finding.kind {
        case .belowFloor, .unreachable, .sameValue:
            let what = removal(of: finding.entry.map { [$0] } ?? [])
            guard finding.isIndependent else {
                return "removing \(what) changes \(unchanged), once the stale entries below it are gone"
            }
            guard finding.kind == .unreachable(isForEveryVersion: true) else {
                return "removing \(what) changes \(unchanged)"
            }
            return "removing \(what) changes no version; \"flagctl check\" says where it would take effect"
        case .collapsible:
            return "with the default \(defaultText(finding)), removing \(removal(of: finding.removed)) changes "
                + "\(unchanged) (--collapse)"
        case .constant where finding.changesDefault:
            return "with the default \(defaultText(finding)), removing all of its entries changes \(unchanged) "
                + "(--collapse)"
        case .constant:
            return "it needs no entries; when the app stops asking for it, it can go"
        }
    }

    /// The value as written in the document, shortened if it is long.
    private func defaultText(_ finding: StaleFinding) -> String {
        var writer = JSONWriter()
        writer.write(finding.value, of: loaded.tree)
        let text = PlainText.escaped(String(decoding: writer.bytes, as: UTF8.self))
        return text.unicodeScalars.count > 60 ? String(text.unicodeScalars.prefix(59)) + "…" : text
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
