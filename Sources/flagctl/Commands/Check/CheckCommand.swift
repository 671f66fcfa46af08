import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<Instant?> {
    fileprivate static var checkedInstant: Self {
        Option(
            name: "at", value: .instant("INSTANT"),
            summary: "also report schedules that are over at this date, such as 2026-12-01T00:00:00Z")
    }
}

extension CommandOption where Self == Option<String?> {
    fileprivate static var checkedRevision: Self {
        Option(
            name: "against", value: .text("REV"),
            summary: "also report rollouts that take a value from users who had it at a git revision")
    }
}

extension CommandOption where Self == Option<Bool> {
    fileprivate static var statistics: Self {
        Option(name: "statistics", summary: "count the findings of each rule; text shows the counts only")
    }
}

extension Command {
    static let check = Command(
        name: "check",
        aliases: ["lint", "validate"],
        summary: "find the errors in documents, for all versions",
        examples: [
            Example(line: "flagctl check Configs/app.json", meaning: "errors and warnings, each with its location"),
            Example(
                line: "flagctl check --fail-on warning --releases releases.txt Configs",
                meaning: "all documents in a directory, compared with the released versions"),
            Example(
                line: "flagctl check --format github --report sarif=check.sarif Configs/app.json",
                meaning: "annotations for a pull request, and a file for code scanning"),
            Example(
                line: "flagctl check --baseline known.json Configs/app.json",
                meaning: "only findings that are new since \"flagctl check --format json … > known.json\""),
            Example(
                line: "flagctl check --statistics --notes Configs", meaning: "how often each rule found something"),
            Example(
                line: "flagctl check --fix --apply Configs", meaning: "make the fixes that change no value"),
            Example(
                line: "flagctl check --fix --unsafe-fixes Configs/app.json",
                meaning: "all fixes as a patch, with the values that they change"),
            Example(
                line: "flagctl check --against origin/main --fail-on warning Configs",
                meaning: "fail if a branch changes the salt of a rollout, or makes a percentage smaller"),
        ],
        operands: [.files],
        options: [
            .failOn, .select(among: Rules.all), .ignore(among: Rules.all), .severity, .notes, .statistics, .baseline,
            .releases,
            .checkedInstant,
            .checkedRevision, .patch, .fix, .unsafeFixes, .showsFixes, .appliesFixes,
            .format(CheckReport.Format.self),
            .report(CheckReport.Format.self), .watch, .exclude, .config, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "\"flagctl rules\" lists the rules; \"flagctl rules CODE\" explains one with examples.",
            "Text shows errors and warnings, and notes with --notes or --fail-on note; the other formats contain all "
                + "findings.",
            "With --against, a document is compared with the same file at the revision; a new file has nothing to be compared "
                + "with. Patches apply to the new document only.",
            "A fix is made without --unsafe-fixes only if it changes no value for any version, user or date, which is proved "
                + "before anything is written. Docs/Editing.md lists the fixes.",
            "A file that is not a settings document is always reported, regardless of --select, --ignore and --baseline.",
            "Exit codes: 0 no finding at or above --fail-on; 1 a finding at or above it, or a file that cannot be parsed; "
                + "2 a file cannot be read, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try CheckRun(arguments).run(in: &session)
        })
}

/// One run of `check`.
private struct CheckRun {
    private let arguments: ParsedArguments
    private let output: ReportOutput<CheckReport.Format>
    private let selection: RuleSelection
    private let showsNotes: Bool
    private let fixMode: FixMode?
    /// The check whose findings are fixed: of all rules that are not ignored, whether or not the output shows notes.
    private let fixedCheck: DocumentCheck

    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.arguments = arguments
        fixMode = try FixMode.of(arguments)
        output = ReportOutput(arguments)
        let showsNotes = arguments[.notes] || arguments[.failOn] == .note
        self.showsNotes = showsNotes
        // Rules for notes cost time; text without notes does not need them.
        let lowest: Severity = showsNotes || output.formats != [.text] ? .note : .warning
        let wanted = RuleSelection(arguments, among: Rules.all)
        fixedCheck = wanted.check
        selection = wanted.filter { wanted.severity(of: $0) >= lowest || $0.rejectsDocument }
    }

    func run(in session: inout Session) -> ExitStatus {
        var files: [CheckedFile] = []
        var fixes: [FixedFile] = []
        var knownCount = 0
        // With unreadable resources, the findings would be different.
        if let resources = CheckResources(arguments, session: &session) {
            files = self.files(resources, fixes: &fixes, session: &session)
            if var baseline = resources.baseline {
                for file in files { baseline.remove(from: file) }
                knownCount = baseline.removedCount
            }
        }
        let report = CheckReport(
            files: files, selection: selection, hasReleases: arguments[.releases] != nil,
            hasInstant: arguments[.checkedInstant] != nil,
            hasRevision: arguments[.checkedRevision] != nil, failOn: arguments[.failOn],
            showsNotes: showsNotes, showsStatistics: arguments[.statistics], knownCount: knownCount, fixMode: fixMode,
            fixes: fixes)
        return output.write(report, in: &session)
    }

    private func files(
        _ resources: CheckResources, fixes: inout [FixedFile], session: inout Session
    ) -> [CheckedFile] {
        let check = selection.check
        let sources = InputSources(
            arguments[.files], standardInputName: arguments[.standardInputName], excluding: arguments.excludedFiles)
        var files: [CheckedFile] = []
        var inputs: [CheckInput] = []
        var gitFailures: Set<GitFailure> = []
        sources.forEachUnique(in: &session) { source, session in
            do throws(InputError) {
                // Before the content is read, so that a replacement in between counts as a change.
                let identity = fixMode == nil ? nil : source.path.flatMap { try? FileSystem.entry(at: $0) }
                let bytes = try source.read(atMost: CheckedFile.limits.byteCount + 1)
                let previous = try arguments[.checkedRevision].flatMap { (revision) throws(InputError) in
                    try PreviousDocument.read(source, at: revision, in: &session)
                }
                let input = CheckInput(
                    source: source, identity: identity.flatMap { $0.kind == .file ? $0.identity : nil },
                    releases: resources.releases, instant: arguments[.checkedInstant], previous: previous)
                files.append(input.checked(bytes, patches: resources.patches, check))
                inputs.append(input)
            } catch {
                // A missing revision is missing for every file: report it once.
                if case .git(_, let failure) = error, !gitFailures.insert(failure).inserted { return }
                session.report(error.diagnostic)
            }
        }
        if let fixMode { fix(&files, inputs, fixMode, &fixes, in: &session) }
        return files
    }

    /// Fixes what can be fixed. Files that are written are checked again.
    private func fix(
        _ files: inout [CheckedFile], _ inputs: [CheckInput], _ mode: FixMode, _ fixes: inout [FixedFile],
        in session: inout Session
    ) {
        var positions: [Int] = []
        for (position, input) in inputs.enumerated() {
            guard let settings = files[position].settings,
                let fixed = try? FixedDocument(
                    input.document(settings), fixedCheck, includesUnsafe: arguments[.unsafeFixes])
            else { continue }
            let file = FixedFile(input.source, input.identity, fixed)
            if mode == .print {
                session.output.write(bytes: fixed.edited?.settings.tree.bytes ?? settings.tree.bytes)
            } else if mode == .write, file.patch != nil, file.replacement == nil {
                session.report(.notWritable(file.name))
            }
            guard file.count > 0 || fixed.furtherCount > 0 else { continue }
            positions.append(position)
            fixes.append(file)
        }
        if mode == .write {
            let replacements = fixes.compactMap(\.replacement)
            guard replacements.write(isComplete: session.failures.isEmpty, session: &session) else { return }
            for index in fixes.indices { fixes[index].isApplied = fixes[index].replacement != nil }
        }
        guard mode != .diff else { return }
        for (fixed, position) in zip(fixes, positions) {
            guard let bytes = fixed.fixed.edited?.settings.tree.bytes else { continue }
            files[position] = inputs[position].checked(bytes, patches: [], selection.check)
        }
    }
}

extension Diagnostic {
    fileprivate static func notWritable(_ name: String) -> Diagnostic {
        Diagnostic(
            subject: .name(name), severity: .error, message: "--apply writes files, and this is not a file",
            help: "leave out --apply, and take the fixes from the patch")
    }
}

/// A document to check, with what it is compared with.
private struct CheckInput {
    let source: InputSource
    /// The file that was read; `nil` if it is not a regular file, or nothing is fixed.
    let identity: FileSystem.Identity?
    let releases: ReleaseList?
    let instant: Instant?
    let previous: SettingsDocument?

    func checked(_ bytes: [UInt8], patches: [JSONTree], _ check: DocumentCheck) -> CheckedFile {
        CheckedFile(
            checking: bytes, named: source.name, patches: patches, releases: releases, instant: instant,
            previous: previous, check)
    }

    func document(_ settings: SettingsDocument) -> CheckedDocument {
        CheckedDocument(settings, releases: releases, instant: instant, previous: previous)
    }
}

/// The files that a check reads beside those that it checks.
private struct CheckResources {
    private(set) var patches: [JSONTree] = []
    private(set) var releases: ReleaseList?
    private(set) var baseline: FindingBaseline?

    /// - Returns: `nil` if one of them cannot be read, which has been reported.
    init?(_ arguments: ParsedArguments, session: inout Session) {
        guard let reader = DocumentReader(patches: [], session: &session) else { return nil }
        for path in arguments[.patch] {
            guard let patch = reader.tree(of: .file(path), in: &session) else { return nil }
            patches.append(patch)
        }
        if let path = arguments[.releases] {
            guard let list = ReleaseFile.read(path, in: &session) else { return nil }
            releases = list
        }
        if let path = arguments[.baseline] {
            guard let known = FindingBaseline(path, of: "check FILE", reader: reader, session: &session) else {
                return nil
            }
            baseline = known
        }
    }
}
