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
    /// Whether text is only a patch.
    let showsPatch: Bool
    var failures = RunFailures()

    var status: ExitStatus { files.contains { !$0.stale.findings.isEmpty } ? .found : .clean }

    var isTextForPeople: Bool { !showsPatch }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text where showsPatch:
            for file in files { file.patch?.write(to: &buffer) }
        case .text:
            let renderer = display.renderer
            for file in files {
                for finding in file.stale.findings { renderer.write(file.diagnostic(of: finding), to: &buffer) }
            }
        case .json: Self.json.write(self, to: &buffer)
        case .github:
            let diagnostics = files.flatMap { file in file.stale.findings.map { file.diagnostic(of: $0) } }
            GitHubAnnotations.write(failures.diagnostics + diagnostics, tool: "flagctl stale", to: &buffer)
        }
    }

    /// `Configs/app.json: 3 entries can go, 1 setting has one value; compared for every version >=1.6.0`
    func writeSummary(to buffer: inout TextBuffer) {
        for file in files {
            var parts: [String] = []
            let entries = file.stale.findings.count { $0.isRemoval }
            let constants = file.stale.findings.count { $0.kind == .constant }
            let collapsible = file.stale.findings.count { $0.kind == .collapsible }
            if entries > 0 { parts.append("\(Count.of(entries, "entry", "entries")) can go") }
            if collapsible > 0 { parts.append("\(Count.of(collapsible, "entry", "entries")) can be the default") }
            if constants > 0 { parts.append("\(Count.of(constants, "setting")) with one value") }
            if parts.isEmpty { parts.append("nothing is stale") }
            if file.isApplied { parts.append("written") }
            buffer.write("\(PlainText.escaped(file.loaded.name)): \(parts.joined(separator: ", "))")
            buffer.write("; compared for every version \(file.supported)\n")
        }
        if !failures.isEmpty { buffer.write("\(failures.coverage(""))\n") }
    }
}

extension StaleFinding {
    /// Whether it is an entry that can be removed without another change.
    var isRemoval: Bool {
        switch kind {
        case .belowFloor, .unreachable, .sameValue: true
        case .collapsible, .constant: false
        }
    }

    enum Code: String, CaseIterable {
        case belowFloor = "below-floor"
        case unreachableEntry = "unreachable-entry"
        case sameValue = "same-value"
        case collapsibleEntry = "collapsible-entry"
        case constantSetting = "constant-setting"
    }

    var code: Code {
        switch kind {
        case .belowFloor: .belowFloor
        case .unreachable: .unreachableEntry
        case .sameValue: .sameValue
        case .collapsible: .collapsibleEntry
        case .constant: .constantSetting
        }
    }
}
