import FlagAnalysis
import FlagReferences
import FlagResolver

extension CommandOperand where Self == Operand<[String]> {
    fileprivate static var code: Self {
        Operand(
            several: .file("PATH"),
            summary: "a Swift file, a directory with Swift files, a quoted glob, REV:PATH, or \"-\"")
    }
}

extension CommandOption where Self == Option<[String]> {
    static var comparedDocument: Self {
        Option(
            name: "document", values: .file("FILE"),
            summary: "a document of settings to compare the code with; several count as one"
        ).orInputsOfProject
    }
}

extension Command {
    static let references = Command(
        name: "references",
        summary: "show where Swift code reads which setting",
        examples: [
            Example(line: "flagctl references Sources", meaning: "every setting that the code names, with all places"),
            Example(
                line: "flagctl references --document Configs/app.json Sources",
                meaning: "also the settings that no code reads, and the names that the document does not have"),
            Example(
                line: "flagctl references --document Configs/app.json --format github --fail-on warning Sources",
                meaning: "annotations for a pull request, and exit status 1 if a setting is not read"),
            Example(
                line: "flagctl references --document Configs/app.json --format json Sources > known.json; "
                    + "flagctl references --document Configs/app.json --baseline known.json Sources",
                meaning: "only findings that are new since a saved result"),
        ],
        operands: [.code],
        options: [
            .comparedDocument, .failOn, .select(among: Rules.ofReferences), .ignore(among: Rules.ofReferences),
            .severity,
            .notes,
            .baseline,
            .patch,
            .format(ReferencesReport.Format.self), .report(ReferencesReport.Format.self), .exclude, .config,
            .standardInputName,
            .color, .exitZero,
        ],
        folderContent: .code,
        notes: [
            "It sees names as text in SettingKey(\"…\"), value(for: \"…\"), resolution(of: \"…\") and group(\"…\"), and follows keys "
                + "to their uses, those of generated code too. A declaration, a list of all keys and an override are not "
                + "reads; a group reads all of its settings.",
            "Models that the code declares and decodes are read member by member. A setting whose name is a whole string elsewhere, also "
                + "in a file of another language, is \"mentioned\", and not reported as unread.",
            "It reads tokens, not types: \"may read\" marks a place that only mentions a key. Names that are made when the code runs, "
                + "and uses that are not understood, are notes. All branches of #if count.",
            "Without --document, the code is compared with the inputs of the project file; --config \"\" leaves them out. Without "
                + "documents, nothing is compared, and only what cannot be seen is a finding: --fail-on and --baseline need documents.",
            "Exit codes: 0 no finding at or above --fail-on; 1 a finding at or above it; 2 a file cannot be read, or the "
                + "command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in try ReferencesRun(arguments).run(in: &session) })
}

/// One run of `references`.
private struct ReferencesRun {
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run(in session: inout Session) throws(UsageError) -> ExitStatus {
        try RuleSelection.checkSelected(arguments, among: Rules.ofReferences)
        if arguments[.comparedDocument].isEmpty,
            arguments[.baseline] != nil || !arguments.texts(ofOptionNamed: "fail-on").isEmpty
        {
            throw .other(
                problem: "there is no document to compare the code with, so nothing can fail",
                help: "add --document FILE, or omit --fail-on and --baseline to list what the code reads")
        }
        let selection = RuleSelection(arguments, among: Rules.ofReferences)
        var findings: [CheckedFinding] = []
        var comparison = CodeComparison([], ScannedCode([]))
        var knownCount = 0
        var gone: [GoneFinding] = []
        // With unreadable documents or an unreadable baseline, the findings would be different.
        if let (documents, baseline) = resources(in: &session) {
            let code = ScannedCode.read(arguments[.code], of: arguments, documents, in: &session)
            comparison = CodeComparison(documents, code)
            let rules = selection.severities
            findings = CheckedFinding.all(of: comparison.unusedAllows(rules) + comparison.findings(of: rules))
            if var baseline {
                findings = baseline.newFindings(among: findings)
                knownCount = baseline.removedCount
                gone = goneFindings(of: baseline, comparison, selection, in: session)
                for finding in gone { session.report(finding: finding.diagnostic) }
            }
        }
        let report = ReferencesReport(
            comparison: comparison, findings: findings, selection: selection,
            failOn: arguments[.failOn], showsNotes: arguments[.notes] || arguments[.failOn] == .note,
            knownCount: knownCount, gone: gone)
        return ReportOutput(arguments).write(report, in: &session)
    }

    /// The findings of a baseline that are gone: none where something could not be read, and only those of files that were read and
    /// of rules that ran.
    private func goneFindings(
        of baseline: FindingBaseline, _ comparison: CodeComparison, _ selection: RuleSelection, in session: Session
    ) -> [GoneFinding] {
        guard session.failures.isEmpty else { return [] }
        let files = Set((comparison.documents.map(\.name) + comparison.code.fileNames).map { ExactText($0) })
        let codes = Set(selection.rules.map { ExactText($0.code.rawValue) })
        return baseline.gone { files.contains(ExactText($0)) && codes.contains(ExactText($1)) }
    }

    /// The documents and the baseline; `nil` if one of them cannot be read, which has been reported.
    private func resources(in session: inout Session) -> (documents: [LoadedDocument], baseline: FindingBaseline?)? {
        guard let reader = DocumentReader(patches: arguments[.patch], session: &session) else { return nil }
        let batch = reader.read(arguments[.comparedDocument], of: arguments, session: &session)
        guard session.failures.isEmpty else { return nil }
        guard let path = arguments[.baseline] else { return (batch.documents, nil) }
        guard let unpatched = DocumentReader(patches: [], session: &session),
            let baseline = FindingBaseline(
                path, of: "references --document FILE PATH", reader: unpatched, session: &session)
        else { return nil }
        return (batch.documents, baseline)
    }
}

extension CheckedFinding {
    /// Findings in code and in documents, with fingerprints that do not depend on their lines.
    fileprivate static func all(of diagnostics: [Diagnostic]) -> [CheckedFinding] {
        var counts: [String: Int] = [:]
        return diagnostics.compactMap { diagnostic in
            guard let location = diagnostic.subject.location, let code = diagnostic.code else { return nil }
            let start = location.source.bytes.startIndex
            let value = location.source.bytes[(start + location.span.lowerBound)..<(start + location.span.upperBound)]
            func fingerprint(_ number: Int) -> String {
                Fingerprint.of(
                    code: code, file: location.source.canonicalName, setting: diagnostic.setting ?? "",
                    value: "\(String(decoding: value, as: UTF8.self))\0\(number)")
            }
            let number = counts[fingerprint(0), default: 0]
            counts[fingerprint(0)] = number + 1
            return CheckedFinding(
                location: location, code: RuleCode(rawValue: code), diagnostic: diagnostic,
                fingerprint: fingerprint(number))
        }
    }
}
