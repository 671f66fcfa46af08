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
        let base = base(in: &session)
        let instant = instant(in: &session)
        var result = Result()
        var knownCount = 0
        var gone: [GoneFinding] = []
        // With unreadable resources, the findings would be different.
        if let resources = CheckResources(arguments, session: &session) {
            result = try check(resources, since: base, at: instant, in: &session)
            if arguments[.reportedFindings] == .new {
                for (file, input) in zip(result.files, result.inputs) {
                    knownCount += file.removeFindings(knownTo: input, selection.check)
                }
            }
            if var baseline = resources.baseline {
                for file in result.files { baseline.remove(from: file) }
                knownCount += baseline.removedCount
                gone = baseline.gone { result.wouldFind($1, in: $0, among: selection.rules) }
                for finding in gone { session.report(finding: finding.diagnostic) }
            }
        }
        var report = CheckReport(
            files: result.files, selection: selection, hasReleases: arguments.hasReleases,
            hasReaders: result.files.contains { $0.readerCoverage != nil },
            hasInstant: instant != nil,
            hasRevision: base != nil && result.isRevisionReadable, failOn: arguments[.failOn],
            showsNotes: showsNotes, showsStatistics: arguments[.statistics], showsOwners: arguments[.owners],
            knownCount: knownCount, gone: gone, fixMode: fixMode,
            fixes: result.fixes)
        if let base {
            var changes = CheckedChanges(since: base, isIncomplete: !result.isRevisionReadable)
            for (file, input) in zip(result.files, result.inputs) { changes.add(file, input) }
            report.changes = changes
        }
        return output.write(report, in: &session)
    }

    /// The checked files, and what was fixed in them.
    private struct Result {
        var files: [CheckedFile] = []
        var fixes: [FixedFile] = []
        /// What each of the files was compared with.
        var inputs: [CheckInput] = []
        /// Whether every file could be compared with the revision of `--against`.
        var isRevisionReadable = true

        /// Whether a rule ran for a document, with everything that it compares with.
        func wouldFind(_ code: String, in name: String, among rules: [any Rule]) -> Bool {
            guard let rule = rules.first(where: { $0.code.rawValue.hasSameBytes(as: code) }) else { return false }
            return zip(files, inputs).contains { file, input in
                file.name.hasSameBytes(as: name) && file.settings.map { input.document($0).suffices(for: rule) } == true
            }
        }
    }

    /// The revision to compare with; `nil` if there is none, or if it cannot be found, which has been reported.
    private func base(in session: inout Session) -> String? {
        guard let given = arguments[.checkedRevision], given == BaseRevision.automatic else {
            return arguments[.checkedRevision]
        }
        do throws(GitFailure) {
            switch try BaseRevision.find() {
            case .revision(let name):
                session.report(Diagnostic(subject: .name(given), severity: .note, message: "compared with \(name)"))
                return name
            case .nothing(let reason):
                session.report(
                    Diagnostic(subject: .name(given), severity: .note, message: "compared with nothing: \(reason)"))
            }
        } catch {
            session.report(InputError.git(name: given, error).diagnostic)
        }
        return nil
    }

    /// The date that schedules are compared with; `nil` without one. A note says which date today is.
    private func instant(in session: inout Session) -> Instant? {
        switch arguments[.checkedDate] {
        case nil: return nil
        case .instant(let instant): return instant
        case .today:
            let now = WallClock.now.seconds
            let midnight = Instant(seconds: now - now % (24 * 60 * 60))
            session.report(
                Diagnostic(
                    subject: .name(CheckedDate.todayWord), severity: .note,
                    message: "schedules are compared with \(midnight)"))
            return midnight
        }
    }

    private func check(
        _ resources: CheckResources, since base: String?, at instant: Instant?, in session: inout Session
    ) throws(UsageError) -> Result {
        let check = selection.check
        let sources = InputSources(
            arguments[.files], standardInputName: arguments[.standardInputName], excluding: arguments.excludedFiles,
            distinguishing: base == nil ? .files : .paths)
        var result = Result()
        var allowed = allowedChanges
        let previousDocuments = try previousDocuments(of: sources, since: base, &allowed, in: &session)
        result.isRevisionReadable = previousDocuments != nil
        sources.forEachUnique(in: &session) { source, session in
            do throws(InputError) {
                // Before the content is read, so that a replacement in between counts as a change.
                let identity = fixMode == nil ? nil : source.path.flatMap { try? FileSystem.entry(at: $0) }
                let bytes = try source.read(atMost: CheckedFile.limits.byteCount + 1)
                var previous = PreviousDocuments.Previous.unknown
                do throws(InputError) {
                    if let previousDocuments {
                        previous = try previousDocuments.previous(of: source, bytes, in: &session)
                    }
                } catch {
                    // The rules that need no revision still run.
                    result.isRevisionReadable = false
                    session.report(error.diagnostic)
                }
                let input = CheckInput(
                    source: source, identity: identity.flatMap { $0.kind == .file ? $0.identity : nil },
                    releases: resources.releases.list(for: source.name), instant: instant,
                    previous: previous.document, readers: resources.readers.readers(for: source.name),
                    allowedChanges: allowed.reasons)
                let file = input.checked(bytes, patches: resources.patches, check)
                if case .none = previous { file.newSince = base }
                result.files.append(file)
                result.inputs.append(input)
            } catch {
                session.report(error.diagnostic)
            }
        }
        for deleted in previousDocuments?.deletedDocuments(in: &session) ?? [] {
            let input = CheckInput(
                source: .file(deleted.path), identity: nil, releases: resources.releases.list(for: deleted.path),
                instant: instant, previous: deleted.document, isDeleted: true,
                readers: resources.readers.readers(for: deleted.path), allowedChanges: allowed.reasons)
            result.files.append(input.checked(Array("{}".utf8), patches: [], check))
            result.inputs.append(input)
        }
        if let fixMode { fix(&result.files, result.inputs, fixMode, &result.fixes, in: &session) }
        return result
    }

    /// The earlier states of the files; `nil` without `--against`, or if git cannot read them, which has been reported.
    private func previousDocuments(
        of sources: InputSources, since base: String?, _ allowed: inout AllowedChanges, in session: inout Session
    ) throws(UsageError) -> PreviousDocuments? {
        guard let name = base else { return nil }
        let paths = sources.found.compactMap(\.path)
        var failure: GitFailure
        do throws(GitFailure) {
            let revision = try GitRevision(name)
            session.reportAncestry(of: revision)
            try allowed.add(since: revision.commit)
            return try PreviousDocuments(
                of: paths, in: arguments[.files], excluding: arguments.excludedFiles, at: revision,
                declaredNew: arguments[.declaredNew])
        } catch {
            failure = error
        }
        if let old = failure.revisionPath(in: name) {
            guard sources.found.count == 1, let path = paths.first else {
                throw .comparedWithOne(name, sources.found.count)
            }
            do throws(GitFailure) {
                return try PreviousDocuments(of: path, comparedWith: old)
            } catch {
                failure = error
            }
        }
        session.report(InputError.git(name: name, failure).diagnostic)
        return nil
    }

    /// Fixes what can be fixed. Files that are written are checked again.
    private func fix(
        _ files: inout [CheckedFile], _ inputs: [CheckInput], _ mode: EditMode, _ fixes: inout [FixedFile],
        in session: inout Session
    ) {
        var positions: [Int] = []
        for (position, input) in inputs.enumerated() {
            guard let settings = files[position].settings else { continue }
            let fixed: FixedDocument
            do throws(EditedDocument.Failure) {
                fixed = try FixedDocument(
                    input.document(settings), fixedCheck, includesUnsafe: arguments[.unsafeFixes])
            } catch {
                session.report(error, of: input.source.name)
                continue
            }
            let file = FixedFile(input.source, input.identity, fixed)
            if mode == .print {
                session.print(fixed.edited?.settings, insteadOf: settings, named: file.name)
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
        guard mode != .diff else {
            for file in fixes { session.reportRefusal(of: file.patch, to: file.name) }
            return
        }
        for (fixed, position) in zip(fixes, positions) {
            guard let bytes = fixed.fixed.edited?.settings.editedBytes else { continue }
            files[position] = inputs[position].checked(bytes, patches: [], selection.check)
        }
    }
}

extension CheckedFile {
    /// Omits the findings that the earlier state of the document has as well.
    ///
    /// - Returns: How many.
    fileprivate func removeFindings(knownTo input: CheckInput, _ check: DocumentCheck) -> Int {
        guard intervalCount != nil, let previous = input.previous, !findings.isEmpty else { return 0 }
        // Fingerprints contain the name, which has to be the same one.
        let old = CheckedFile(
            checking: Array(previous.tree.bytes), named: name, releases: input.releases, instant: input.instant,
            readers: input.readers, check)
        let before = findings.count
        removeFindings(knownBy: Set(old.fingerprints))
        return before - findings.count
    }
}

extension Diagnostic {
    fileprivate static func notWritable(_ name: String) -> Diagnostic {
        Diagnostic(
            subject: .name(name), severity: .error, message: "--apply writes files, and this is not a file",
            help: "omit --apply, and take the fixes from the patch")
    }
}
