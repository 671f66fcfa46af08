import FlagAnalysis

/// The result of `check`, to be written in any of its formats.
struct CheckReport {
    enum Format: String, CaseIterable {
        case text
        case json
        case ndjson
        case github
        case gitlab
        case junit
        case sarif
    }

    let files: [CheckedFile]
    /// The rules that were looked for.
    let rules: [any Rule]
    let hasReleases: Bool
    let failOn: Severity
    /// Whether text shows notes.
    let showsNotes: Bool
    var failures = RunFailures()

    func write(_ format: Format, _ renderer: DiagnosticRenderer, to buffer: inout TextBuffer) {
        switch format {
        case .text:
            writeText(renderer, to: &buffer)
            failures.writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .ndjson: writeLines(to: &buffer)
        case .github:
            GitHubAnnotations.write(
                failures.diagnostics + diagnostics(), tool: "flagctl check", listing: "flagctl check --notes",
                to: &buffer)
        case .gitlab: writeCodeQuality(to: &buffer)
        case .junit: writeTestResults(to: &buffer)
        case .sarif: writeAnalysisLog(to: &buffer)
        }
    }

    func count(of severity: Severity) -> Int {
        files.reduce(0) { $0 + $1.count(of: severity) }
    }

    /// How many intervals of versions were looked at, those of each document counted for itself.
    var intervalCount: Int { files.reduce(0) { $0 + ($1.intervalCount ?? 0) } }

    func diagnostics() -> [Diagnostic] {
        files.flatMap { file in file.findings.map { file.diagnostic(of: $0) } }
    }

    private func writeText(_ renderer: DiagnosticRenderer, to buffer: inout TextBuffer) {
        var frame = renderer.frame
        for file in files {
            // About what a finding takes: growing by doubling would go through as much memory again.
            buffer.reserve(
                Severity.allCases.reduce(0) { $0 + (showsNotes || $1 > .note ? file.count(of: $1) : 0) } * 280)
            // By position, since a finding is too large to be copied for a look at it.
            for position in file.findings.indices where showsNotes || file.findings[position].severity > .note {
                file.write(findingAt: position, renderer, &frame, to: &buffer)
                buffer.passOn()
            }
        }
    }

    /// `2 errors, 0 warnings in 1 file (7 version ranges, exhaustive)`
    func writeSummary(knownCount: Int, to buffer: inout TextBuffer) {
        guard !files.isEmpty || !failures.isEmpty else { return }
        var parts = [Count.of(count(of: .error), "error"), Count.of(count(of: .warning), "warning")]
        if showsNotes { parts.append(Count.of(count(of: .note), "note")) }
        buffer.write("\(parts.joined(separator: ", ")) in \(Count.of(files.count, "file"))")
        let refused = files.count { $0.intervalCount == nil }
        var coverage: [String] = []
        if refused < files.count {
            let intervals = Count.of(intervalCount, "version range", "version ranges")
            coverage.append("\(intervals), \(failures.coverage("exhaustive"))")
        } else if !failures.isEmpty {
            coverage.append(failures.coverage(""))
        }
        if refused > 0, refused < files.count {
            coverage.append("\(Count.of(refused, "file")) could not be analysed")
        }
        if !coverage.isEmpty { buffer.write(" (\(coverage.joined(separator: "; ")))") }
        if knownCount > 0 { buffer.write("; \(Count.of(knownCount, "known finding")) left out") }
        buffer.endLine()
    }
}
