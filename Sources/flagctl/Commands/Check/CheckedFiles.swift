import FlagAnalysis
import FlagResolver

/// The files of a check, and what each of them was compared with.
struct CheckedFiles {
    private(set) var files: [CheckedFile] = []
    /// What each of the files was compared with.
    private(set) var inputs: [CheckInput] = []
    /// Whether every file could be compared with the revision of `--against`.
    private(set) var isRevisionReadable = true
    private(set) var fixes: [FixedFile] = []

    /// No files, as what they are to be compared with cannot be read.
    init() {}

    /// Checks the files of a command line, and the documents that are deleted since the revision.
    ///
    /// - Parameters:
    ///   - base: The revision to compare with; `nil` for none.
    ///   - identifiesFiles: Whether files may be replaced.
    init(
        of arguments: ParsedArguments, _ resources: CheckResources, _ check: DocumentCheck, since base: String?,
        at instant: Instant?, allowing allowedChanges: AllowedChanges, identifiesFiles: Bool, in session: inout Session
    ) throws(UsageError) {
        let sources = InputSources(
            arguments[.files], standardInputName: arguments[.standardInputName], excluding: arguments.excludedFiles,
            distinguishing: base == nil ? .files : .paths)
        var allowed = allowedChanges
        let previousDocuments = try arguments.previousDocuments(of: sources, since: base, &allowed, in: &session)
        isRevisionReadable = previousDocuments != nil
        sources.forEachUnique(in: &session) { source, session in
            do throws(InputError) {
                // Before the content is read, so that a replacement in between counts as a change.
                let identity = identifiesFiles ? source.path.flatMap { try? FileSystem.entry(at: $0) } : nil
                let bytes = try source.read(atMost: CheckedFile.limits.byteCount + 1)
                var previous = PreviousDocuments.Previous.unknown
                do throws(InputError) {
                    if let previousDocuments {
                        previous = try previousDocuments.previous(of: source, bytes, in: &session)
                    }
                } catch {
                    // The rules that need no revision still run.
                    isRevisionReadable = false
                    session.report(error.diagnostic)
                }
                let input = CheckInput(
                    source: source, identity: identity.flatMap { $0.kind == .file ? $0.identity : nil },
                    releases: resources.releases.list(for: source.name), instant: instant,
                    previous: previous.document, readers: resources.readers.readers(for: source.name),
                    allowedChanges: allowed.reasons)
                let file = input.checked(bytes, patches: resources.patches, check)
                if case .none = previous { file.newSince = base }
                add(file, input)
            } catch {
                session.report(error.diagnostic)
            }
        }
        for deleted in previousDocuments?.deletedDocuments(in: &session) ?? [] {
            let input = CheckInput(
                source: .file(deleted.path), identity: nil, releases: resources.releases.list(for: deleted.path),
                instant: instant, previous: deleted.document, isDeleted: true,
                readers: resources.readers.readers(for: deleted.path), allowedChanges: allowed.reasons)
            add(input.checked(Array("{}".utf8), patches: [], check), input)
        }
    }

    private mutating func add(_ file: CheckedFile, _ input: CheckInput) {
        files.append(file)
        inputs.append(input)
    }

    /// Whether a rule ran for a document, with everything that it compares with.
    func wouldFind(_ code: String, in name: String, among rules: [any Rule]) -> Bool {
        guard let rule = rules.first(where: { $0.code.rawValue.hasSameBytes(as: code) }) else { return false }
        return zip(files, inputs).contains { file, input in
            file.name.hasSameBytes(as: name) && file.settings.map { input.document($0).suffices(for: rule) } == true
        }
    }

    /// Omits the findings that the earlier states of the documents have as well.
    ///
    /// - Returns: How many.
    func removeKnownFindings(_ check: DocumentCheck) -> Int {
        zip(files, inputs).reduce(0) { $0 + $1.0.removeFindings(knownTo: $1.1, check) }
    }

    /// Fixes what can be fixed. Files that are written are checked again.
    ///
    /// - Parameters:
    ///   - check: The check of the files that are written.
    ///   - fixedCheck: The check whose findings are fixed.
    mutating func fix(
        _ mode: EditMode, _ check: DocumentCheck, fixing fixedCheck: DocumentCheck, includesUnsafe: Bool,
        in session: inout Session
    ) {
        var positions: [Int] = []
        for (position, input) in inputs.enumerated() {
            guard let settings = files[position].settings else {
                guard let text = files[position].unparsed,
                    let file = FixedFile(
                        correcting: text, of: input.source, input.identity, findings: files[position].findings)
                else { continue }
                if mode == .print { session.output.write(bytes: file.content ?? text) }
                if mode == .write, file.replacement == nil { session.report(.notWritable(file.name)) }
                positions.append(position)
                fixes.append(file)
                continue
            }
            let fixed: FixedDocument
            do throws(EditedDocument.Failure) {
                fixed = try FixedDocument(input.document(settings), fixedCheck, includesUnsafe: includesUnsafe)
            } catch {
                session.report(error, of: input.source.name)
                continue
            }
            if fixed.isCut {
                session.report(
                    Diagnostic(
                        subject: .name(input.source.name), severity: .error,
                        message: "not all fixes were tried, because comparing documents of this size takes too long",
                        help: "make the fixes that are found, and run it again"))
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
            guard let bytes = fixed.content else { continue }
            files[position] = inputs[position].checked(bytes, patches: [], check)
        }
    }

    /// The verdicts on policies for each document. What they find becomes a finding of its file.
    func prove(_ policies: [ProofReport.Source], in session: inout Session) -> [ProofReport.Part] {
        guard !policies.isEmpty else { return [] }
        return zip(files, inputs).compactMap { file, input in
            guard let settings = file.settings, !input.isDeleted else { return nil }
            let part = ProofReport.Part(
                proving: policies, for: LoadedDocument(name: file.name, settings: settings),
                shipped: input.releases?.shippedVersions, releases: input.releases, readers: input.readers,
                session: &session)
            file.violations = part.diagnostics().map { found in
                CheckedFinding(found.diagnostic, fingerprint: found.fingerprint, in: part.document)
            }
            return part
        }
    }
}

extension ParsedArguments {
    /// The earlier states of files; `nil` without a revision, or if git cannot read them, which has been reported.
    fileprivate func previousDocuments(
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
                of: paths, in: self[.files], excluding: excludedFiles, at: revision, declaredNew: self[.declaredNew])
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
}

extension CheckedFile {
    /// Omits the findings that the earlier state of the document has as well.
    ///
    /// - Returns: How many.
    fileprivate func removeFindings(knownTo input: CheckInput, _ check: DocumentCheck) -> Int {
        guard intervalCount != nil, let previous = input.previous, !findings.isEmpty else { return 0 }
        let document = CheckedDocument(
            previous.settings, releases: input.releases, instant: input.instant, readers: input.readers)
        // Fingerprints contain the name, which has to be the same one.
        let old = CheckedFile(name, previous.settings, check.result(for: document), isOnlySource: true)
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
