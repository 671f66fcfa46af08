import FlagAnalysis
import FlagResolver

/// The result of `check`.
struct CheckReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
        case ndjson
        case github
        case gitlab
        case junit
        case sarif

        /// Whether the format has notes only on request, as people read it.
        var hidesNotes: Bool { self == .text || self == .github || self == .sarif }
    }

    let files: [CheckedFile]
    /// The rules that were looked for, and their severities.
    let selection: RuleSelection
    let hasReleases: Bool
    /// Whether documents were compared with records of releases.
    let hasReaders: Bool
    /// Whether schedules were compared with a date.
    let hasInstant: Bool
    /// Whether documents were compared with a revision.
    let hasRevision: Bool
    let failOn: Severity
    /// Whether the formats for people show notes.
    let showsNotes: Bool
    /// Whether text shows the counts of rules instead of findings.
    var showsStatistics = false
    /// Whether text shows the counts of owners instead of findings.
    var showsOwners = false
    /// How many findings the baseline omitted.
    var knownCount = 0
    /// The findings of the baseline that are gone.
    var gone: [GoneFinding] = []
    /// The verdicts on policies for each document; empty if none are given.
    var proofs: [ProofReport.Part] = []
    /// What changes for shipped versions; `nil` without a revision.
    var changes: CheckedChanges?
    /// What happens with the fixes; `nil` without `--fix`.
    var fixMode: EditMode?
    /// The files with fixes, or with findings that only unsafe fixes would fix.
    var fixes: [FixedFile] = []
    var failures = RunFailures()

    var documents: [SettingsDocument] { files.compactMap(\.settings) }

    var rules: [any Rule] { selection.rules }

    var status: ExitStatus {
        let isFinding =
            Severity.allCases.contains { $0 >= failOn && count(of: $0) > 0 } || failOn <= .warning && !gone.isEmpty
        return isFinding ? .found : .clean
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        // The document is the output.
        case .text where fixMode == .print: break
        case .text where showsStatistics || showsOwners:
            if showsStatistics { writeStatistics(to: &buffer) }
            if showsOwners { writeOwners(to: &buffer) }
        case .text:
            writeText(display.renderer, to: &buffer)
            writeFixes(for: display, to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .ndjson: writeLines(to: &buffer)
        case .github:
            GitHubAnnotations.write(
                failures.diagnostics
                    + files.flatMap { file in
                        file.findings.filter(shows).map { file.diagnostic(of: $0) } + file.violations.map(\.diagnostic)
                    },
                tool: "flagctl check", listing: showsNotes ? "flagctl check --notes" : nil, to: &buffer)
        case .gitlab: codeQualityReport.write(to: &buffer)
        case .junit: junitReport.write(to: &buffer)
        case .sarif: sarifReport.write(to: &buffer)
        }
    }

    func count(of severity: Severity) -> Int {
        files.reduce(0) { $0 + $1.count(of: severity) }
    }

    /// The number of findings that the documents allow.
    var suppressedCount: Int {
        files.reduce(0) { $0 + $1.suppressed.count { $0.suppression != nil } }
    }

    /// The number of findings about changes that are allowed.
    var allowedChangeCount: Int { files.reduce(0) { $0 + $1.suppressed.count { $0.suppression == nil } } }

    /// The number of version intervals that were checked, summed over all documents.
    var intervalCount: Int { files.reduce(0) { $0 + ($1.intervalCount ?? 0) } }

    /// Whether the formats for people show a finding.
    func shows(_ finding: Finding) -> Bool { showsNotes || finding.severity > .note }

    private func writeText(_ renderer: DiagnosticRenderer, to buffer: inout TextBuffer) {
        var frame = renderer.frame
        var rest = Diagnostic.maximumShownCount
        for file in files {
            // Reserve the typical size of a finding: doubling the buffer would copy all earlier ones.
            let count = Severity.allCases.reduce(0) { $0 + (showsNotes || $1 > .note ? file.count(of: $1) : 0) }
            buffer.reserve(max(0, min(rest, count)) * 280)
            for finding in file.findings where shows(finding) {
                rest -= 1
                guard rest >= 0 else { continue }
                renderer.write(file.diagnostic(of: finding), &frame, to: &buffer)
                buffer.flushFullChunk()
            }
            for violation in file.violations {
                rest -= 1
                if rest >= 0 { renderer.write(violation.diagnostic, &frame, to: &buffer) }
            }
        }
        Diagnostic.writeCount(ofFurther: -rest, "finding", to: &buffer)
    }

    /// `3 of 4 supported releases are recorded; those without a record have 12.5 % of installs`
    private func writeReaderCoverage(to buffer: inout TextBuffer) {
        let covered = files.compactMap { file in file.readerCoverage.map { (file.name, $0.phrase) } }
        let phrases = Set(covered.map(\.1))
        for (name, phrase) in phrases.count > 1 ? covered : Array(covered.prefix(1)) {
            buffer.write("\(phrases.count > 1 ? "\(PlainText.escaped(name)): " : "")\(phrase)\n")
        }
    }

    /// `2 errors, 0 warnings in 1 file (7 version ranges, exhaustive)`
    func writeSummary(to buffer: inout TextBuffer) {
        guard !files.isEmpty || !failures.isEmpty else { return }
        // Standard output has only the document.
        if fixMode == .print { writeText(buffer.display.renderer, to: &buffer) }
        var parts = [Count.of(count(of: .error), "error"), Count.of(count(of: .warning), "warning")]
        if showsNotes { parts.append(Count.of(count(of: .note), "note")) }
        buffer.write("\(parts.joined(separator: ", ")) in \(Count.of(files.count, "file"))")
        let refused = files.count { $0.intervalCount == nil }
        var coverage: [String] = []
        if refused < files.count {
            let intervals = Count.of(intervalCount, "version range")
            coverage.append("\(intervals), \(failures.coverage("exhaustive"))")
        } else if !failures.isEmpty {
            coverage.append(failures.coverage(""))
        }
        if refused > 0, refused < files.count {
            coverage.append("\(Count.of(refused, "file")) could not be checked completely")
        }
        if selection.excludedCount > 0 { coverage.append("\(Count.of(selection.excludedCount, "rule")) left out") }
        if !coverage.isEmpty { buffer.write(" (\(coverage.joined(separator: "; ")))") }
        if knownCount > 0 { buffer.write("; \(Count.of(knownCount, "known finding")) left out") }
        if !gone.isEmpty { buffer.write("; \(Count.of(gone.count, "known finding")) gone") }
        if suppressedCount > 0 { buffer.write("; \(Count.of(suppressedCount, "finding")) allowed by \"$allow\"") }
        if allowedChangeCount > 0 {
            buffer.write("; \(Count.of(allowedChangeCount, "finding")) about allowed changes")
        }
        if let fixSummary { buffer.write("; \(fixSummary)") }
        buffer.endLine()
        for file in files {
            for allowed in file.suppressed where allowed.suppression == nil {
                buffer.write(
                    "allowed: \(PlainText.escaped(allowed.finding.message)) (\(PlainText.escaped(allowed.reason)))\n")
            }
        }
        writeReaderCoverage(to: &buffer)
        if !proofs.isEmpty {
            let counts = ProofCounts(
                proofs.flatMap(\.results), unevaluated: proofs.reduce(0) { $0 + $1.unevaluatedCount })
            buffer.write("policies: \(counts.text)\n")
        }
        changes?.writeText(to: &buffer)
    }
}
