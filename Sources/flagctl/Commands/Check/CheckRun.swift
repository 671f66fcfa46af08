import FlagAnalysis
import FlagResolver

/// One run of `check`.
struct CheckRun {
    private let arguments: ParsedArguments
    private let output: ReportOutput<CheckReport.Format>
    private let selection: RuleSelection
    private let showsNotes: Bool
    private let fixMode: EditMode?
    private let allowedChanges: AllowedChanges
    /// The check whose findings are fixed: all rules that are not ignored, whether or not the output shows notes.
    private let fixedCheck: DocumentCheck

    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.arguments = arguments
        allowedChanges = try AllowedChanges(arguments)
        fixMode = try EditMode.ofFixes(arguments)
        output = ReportOutput(arguments)
        try fixMode?.check(output)
        let showsNotes = arguments[.notes] || arguments[.failOn] == .note
        self.showsNotes = showsNotes
        // Rules for notes cost time; formats without notes do not need them.
        let lowest: Severity = showsNotes || !output.formats.allSatisfy(\.hidesNotes) ? .note : .warning
        try RuleSelection.checkSelected(arguments, among: Rules.all)
        let wanted = RuleSelection(arguments, among: Rules.all)
        fixedCheck = wanted.check
        selection = wanted.from(lowest)
    }

    func run(in session: inout Session) throws(UsageError) -> ExitStatus {
        let base = arguments.checkedBase(in: &session)
        let instant = arguments.checkedInstant(in: &session)
        var checked = CheckedFiles()
        var proofs: [ProofReport.Part] = []
        var knownCount = 0
        var gone: [GoneFinding] = []
        // With unreadable resources, the findings would be different.
        if let resources = CheckResources(arguments, session: &session) {
            checked = try CheckedFiles(
                of: arguments, resources, selection.check, since: base, at: instant, allowing: allowedChanges,
                identifiesFiles: fixMode != nil, in: &session)
            if let fixMode {
                checked.fix(
                    fixMode, selection.check, fixing: fixedCheck, includesUnsafe: arguments[.unsafeFixes], in: &session)
            }
            if arguments[.reportedFindings] == .new { knownCount += checked.removeKnownFindings(selection.check) }
            if var baseline = resources.baseline {
                for file in checked.files { baseline.remove(from: file) }
                knownCount += baseline.removedCount
                gone = baseline.gone { checked.wouldFind($1, in: $0, among: selection.rules) }
                for finding in gone { session.report(finding: finding.diagnostic) }
            }
            proofs = checked.prove(resources.policies, in: &session)
        }
        var report = CheckReport(
            files: checked.files, selection: selection, hasReleases: arguments.hasReleases,
            hasReaders: checked.files.contains { $0.readerCoverage != nil },
            hasInstant: instant != nil,
            hasRevision: base != nil && checked.isRevisionReadable, failOn: arguments[.failOn],
            showsNotes: showsNotes, showsStatistics: arguments[.statistics], showsOwners: arguments[.owners],
            knownCount: knownCount, gone: gone, proofs: proofs, fixMode: fixMode, fixes: checked.fixes)
        if let base {
            var changes = CheckedChanges(since: base, isIncomplete: !checked.isRevisionReadable)
            for (file, input) in zip(checked.files, checked.inputs) { changes.add(file, input) }
            report.changes = changes
        }
        return output.write(report, in: &session)
    }
}
