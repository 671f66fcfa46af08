import FlagAnalysis
import FlagResolver

extension ReleaseReport {
    func sections(of part: Part) -> [ReleaseSection] {
        [
            checkSection(of: part), policySection(of: part), valueSection(of: part), boundarySection(of: part),
            shippedSection(of: part),
        ]
    }

    func checkSection(of part: Part) -> ReleaseSection { ReleaseSection(findingsOf: part.checked) }

    func policySection(of part: Part) -> ReleaseSection {
        guard part.proof != nil || request.policies.isEmpty else {
            return ReleaseSection(name: "policies", outcome: .skipped, summary: "none could be read")
        }
        return ReleaseSection(policiesOf: part.proof)
    }

    func valueSection(of part: Part) -> ReleaseSection {
        guard let values = part.values, let previous = part.versions.previous else {
            return ReleaseSection(
                name: "values", outcome: .skipped, summary: "no earlier version is known (--previous W)")
        }
        let document = part.document
        let rows = values.changes.map { change in
            let values = ValueText.change(from: document.tree[change.before], to: document.tree[change.after])
            return [
                name(of: change.settingIndex, in: document), "\(values)\(part.users(of: change))",
                document.line(of: change.origin),
            ]
        }
        let count = Set(values.changes.map(\.settingIndex)).count
        let summary =
            count == 0
            ? "the same as in \(previous), \(Count.of(values.count, "setting"))"
            : "\(count) of \(Count.of(values.count, "setting")) \(count == 1 ? "changes" : "change") from "
                + "\(previous) to \(part.versions.version)"
        return ReleaseSection(name: "values", outcome: .passed, summary: summary, rows: rows)
    }

    func boundarySection(of part: Part) -> ReleaseSection {
        let boundaries = part.boundaries.map(\.diagnostic)
        let worst = boundaries.map(\.severity).max()
        let errors = boundaries.count { $0.severity == .error }
        let warnings = boundaries.count { $0.severity == .warning }
        var rows: [[String]] = []
        for (index, boundary) in boundaries.enumerated() {
            rows.append([boundary.firstLine])
            // Several findings with the same help show it once, after the last of them.
            let next = index + 1 < boundaries.count ? boundaries[index + 1].help : nil
            if let help = boundary.help, help != next { rows.append(["  help: \(help)"]) }
        }
        return ReleaseSection(
            name: "boundaries", outcome: worst == .error ? .failed : worst == .warning ? .warned : .passed,
            summary: "\(Count.of(errors, "error")), \(Count.of(warnings, "warning"))",
            rows: rows)
    }

    func shippedSection(of part: Part) -> ReleaseSection {
        if let comparison = part.comparison { return shippedSection(of: comparison, part.versions) }
        let summary = request.revision.map { "could not be compared with \($0)" }
        return ReleaseSection(
            name: "shipped", outcome: .skipped, summary: summary ?? "nothing to compare with (--against REV)")
    }

    func shippedSection(of comparison: DiffReport, _ versions: ReleaseVersions) -> ReleaseSection {
        guard let changes = ShippedChanges(comparison) else {
            return ReleaseSection(name: "shipped", outcome: .skipped, summary: "nothing to compare with")
        }
        guard !comparison.frozen.isEmpty else {
            return ReleaseSection(name: "shipped", outcome: .skipped, summary: "no version is shipped yet")
        }
        let pair = changes.pair
        let what =
            pair.releases == nil
            ? versions.previous.map { "versions up to \($0)" } ?? "all versions" : "shipped versions"
        // The heading says that a document is deleted.
        let statement = pair.isDeleted ? "" : pair.fileStatement.map { "; \($0)" } ?? ""
        return ReleaseSection(
            name: "shipped", outcome: changes.count > 0 ? .failed : .passed,
            summary: "\(changes.statement) for \(what) since \(request.revision ?? "")\(statement)",
            rows: changes.changes.map { changes.cells(of: $0) }
        )
    }

    func name(of setting: SettingIndex, in document: LoadedDocument) -> String {
        NameText.text(of: document.settings.name(of: setting))
    }
}

extension ReleaseReport.Part {
    /// ` for country DE`; empty if everybody's value changes.
    func users(of change: ReleaseValues.Change) -> String {
        document.space.text(of: change.users).map { " for \(PlainText.escaped($0))" } ?? ""
    }
}
