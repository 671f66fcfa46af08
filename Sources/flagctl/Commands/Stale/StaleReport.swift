import FlagAnalysis
import FlagResolver

/// The result of `stale`.
struct StaleReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
        case github
    }

    struct File {
        let document: EditableDocument
        let stale: StaleDocument
        /// Whether defaults change too.
        let changesDefaults: Bool
        /// The code that names the settings.
        let code: StaleCode
        /// The settings that have expired, and the suppressions that are not needed.
        let checked: CheckedFile
        /// Whether the file has been written without its stale entries.
        var isApplied = false

        var loaded: LoadedDocument { document.loaded }
        /// `>=1.6.0`
        var supported: String { ">=\(stale.floor)" }

        var patch: UnifiedDiff? {
            stale.edited.map { document.patch(to: $0) }
        }
    }

    let files: [File]
    /// What happens to the edits. If the document is printed, text contains nothing else.
    let mode: EditMode
    /// Whether text contains only the patch.
    let isOnlyPatch: Bool
    /// Whether text shows the counts of owners instead of findings and patches.
    var showsOwners = false
    var failures = RunFailures()

    var documents: [SettingsDocument] { files.map(\.loaded.settings) }

    var status: ExitStatus {
        files.contains {
            $0.stale.findings.contains { $0.missingAttributes.isEmpty } || !$0.checked.findings.isEmpty
        } ? .found : .clean
    }

    var isTextForPeople: Bool { !isOnlyPatch && mode != .print }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text where mode == .print: break
        case .text where showsOwners: OwnerCount.write(owners, showsNotes: true, to: &buffer)
        case .text:
            if !isOnlyPatch { writeFindings(display.renderer, to: &buffer) }
            if mode == .diff { writePatch(for: display, to: &buffer) }
        case .json: Self.json.write(self, to: &buffer)
        case .github:
            let diagnostics = files.flatMap(\.allDiagnostics)
            GitHubAnnotations.write(failures.diagnostics + diagnostics, tool: "flagctl stale", to: &buffer)
        }
    }

    private func writeFindings(_ renderer: DiagnosticRenderer, to buffer: inout TextBuffer) {
        var rest = Diagnostic.maximumShownCount
        for file in files {
            let diagnostics = file.allDiagnostics
            for diagnostic in diagnostics.prefix(max(0, rest)) { renderer.write(diagnostic, to: &buffer) }
            rest -= diagnostics.count
        }
        Diagnostic.writeCount(ofFurther: -rest, "finding", to: &buffer)
    }

    /// The findings by the owners of their settings.
    var owners: [OwnerCount] {
        OwnerCount.all(
            of: files.lazy.flatMap { file in
                file.allDiagnostics.lazy.map { diagnostic in
                    let settings = file.loaded.settings
                    let setting = diagnostic.setting.flatMap { settings.index(named: $0) }
                    return OwnerCount.Finding(
                        owner: setting.flatMap { settings.owner(of: $0) }, severity: diagnostic.severity,
                        setting: diagnostic.setting)
                }
            })
    }

    /// The patches of all files, after an empty line if there are findings before them.
    private func writePatch(for display: Display, to buffer: inout TextBuffer) {
        let patches = files.compactMap(\.patch)
        if !patches.isEmpty, !isOnlyPatch { buffer.endLine() }
        for patch in patches { patch.write(for: display, to: &buffer) }
    }

    /// `Configs/app.json: 3 entries can be deleted, 1 setting with one value; compared for every version >=1.6.0`
    func writeSummary(to buffer: inout TextBuffer) {
        for file in files {
            buffer.write("\(PlainText.escaped(file.loaded.name)): \(file.counts.joined(separator: ", "))")
            buffer.write("; compared for \(file.loaded.versionStyle.apply { file.comparedUsers })\n")
            if let coverage = file.checked.readerCoverage { buffer.write("\(coverage.phrase)\n") }
        }
        if !failures.isEmpty { buffer.write("\(failures.coverage(""))\n") }
    }
}

extension StaleReport.File {
    /// What can be deleted, then the settings that have expired and the suppressions that are not needed.
    var allDiagnostics: [Diagnostic] {
        loaded.versionStyle.apply { diagnostics } + checked.findings.map { checked.diagnostic(of: $0) }
    }

    /// The number of findings for each remedy.
    fileprivate var counts: [String] {
        let findings = stale.findings.filter { $0.missingAttributes.isEmpty }
        let entries = findings.count { $0.isRemoval }
        let conditions = findings.count { $0.code == .satisfiedCondition }
        let collapsible = findings.count { $0.kind == .collapsible }
        let constants = findings.count { $0.kind == .constant }
        let others = stale.findings.count - findings.count
        var parts: [String] = []
        if entries > 0 { parts.append("\(Count.of(entries, "entry", "entries")) can be deleted") }
        if conditions > 0 { parts.append("\(Count.of(conditions, "condition")) can be deleted") }
        if collapsible > 0 { parts.append("\(Count.of(collapsible, "entry", "entries")) can be the default") }
        if constants > 0 { parts.append("\(Count.of(constants, "setting")) with one value") }
        let expired = checked.findings.count { $0.code == .expiredSetting }
        let unread = checked.findings.count { $0.code == .unreadByReleases }
        let unused = checked.findings.count { $0.code == .unusedAllow }
        if expired > 0 { parts.append("\(Count.of(expired, "setting")) expired") }
        if unread > 0 { parts.append("\(Count.of(unread, "setting")) that no release is seen to read") }
        if unused > 0 { parts.append("\(Count.of(unused, "\"$allow\" is", "\"$allow\" are")) not needed") }
        if parts.isEmpty { parts.append("nothing is stale") }
        if others > 0 {
            parts.append("\(Count.of(others, "finding")) that \(others == 1 ? "needs" : "need") more assumptions")
        }
        if stale.suppressedCount > 0 {
            parts.append("\(Count.of(stale.suppressedCount, "finding")) allowed by the document")
        }
        if isApplied { parts.append("written") }
        return parts
    }

    /// The users for whom values were compared, with all assumptions.
    fileprivate var comparedUsers: String {
        guard loaded.settings.firstTargetedEntry != nil else { return "every version \(supported)" }
        let assumptions = stale.assumptions
        var given = assumptions.instant.map { ["a date from \($0) on"] } ?? []
        for attribute in assumptions.attributes {
            switch (attribute.name, attribute.type) {
            case ("targetingKey", _): given.append("a targeting key")
            case (let name, nil): given.append(name)
            case (let name, let type?): given.append("\(name) (\(type.rawValue))")
            }
        }
        let last = given.popLast()
        let list = last.map { given.isEmpty ? $0 : "\(given.joined(separator: ", ")) and \($0)" }
        return "everybody with a version \(supported)" + (list.map { ", assuming that every app gives \($0)" } ?? "")
    }
}
