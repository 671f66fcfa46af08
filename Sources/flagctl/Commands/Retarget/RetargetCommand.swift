import FlagAnalysis
import FlagResolver

extension CommandOperand where Self == Operand<GivenVersion> {
    fileprivate static var oldVersion: Self {
        Operand(
            .givenVersion("OLD"), summary: "the version that the boundaries are at; with a platform, as in ios=2.0.0",
            hintForMissingValue: hint)
    }

    fileprivate static var newVersion: Self {
        Operand(.givenVersion("NEW"), summary: "the version that they move to", hintForMissingValue: hint)
    }

    private static var hint: String { "two versions come first: flagctl retarget 2.0.0 2.0.1 FILE…" }
}

extension Command {
    static let retarget = Command(
        name: "retarget",
        summary: "move all boundaries from one version to another, when a release slips",
        examples: [
            Example(
                line: "flagctl retarget 2.0.0 2.0.1 Configs/app.json",
                meaning: "show the patch that moves boundaries from 2.0.0 to 2.0.1, and the values that change"),
            Example(
                line: "flagctl retarget 2.0.0 2.0.1 Configs/app.json | git apply",
                meaning: "apply the patch with git"),
            Example(
                line: "flagctl retarget --apply 2.0.0 2.0.1 Configs/release-checks/shop/before.json",
                meaning: "write all files in a directory, or none"),
            Example(
                line: "flagctl retarget --flag checkout 2.0.0 2.0.1 Configs/app.json",
                meaning: "move the boundaries of one setting, or of a group"),
            Example(
                line: "flagctl retarget ios=7.230.0 7.231.0 --config Configs/release-checks/shop/flagctl.json",
                meaning: "move the boundaries of the documents of one platform, which flagctl.json names"),
        ],
        operands: [.oldVersion, .newVersion, .files],
        options: [
            .flag, .readers, .diff, .apply, .format(RetargetReport.Format.self), .report(RetargetReport.Format.self),
            .exclude,
            .config, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "A boundary is at 2.0.0 if it is just before it, just after it, or before all of its pre-releases, in any "
                + "spelling: >=2.0.0, <2.0, 2.0.0, <=2.0.0, ^2.0, ~2.0.0, 2.x, <2.0.0-0, and the ends of 1.x and "
                + "^1.4. Boundaries at single pre-releases, such as >=2.0.0-rc.1, do not move.",
            "OLD can be a pre-release. 2.0.0-0 selects the boundaries before all pre-releases of 2.0.0, and moves them "
                + "before those of NEW.",
            "A move that would leave a requirement without versions, or move two boundaries of a setting to the same version "
                + "or past each other, is refused, and nothing is written. Values do not change, so a minimum version "
                + "that is OLD is only reported.",
            "With --readers, the values that change for recorded releases, as their code reads them, are shown, too.",
            "Exit codes: 0 the boundaries can move, or have; 1 there is none at OLD; 2 the move is refused, a file cannot "
                + "be read or written, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let run = RetargetRun(arguments, move: try arguments.boundaryMove())
            let output = ReportOutput<RetargetReport.Format>(arguments)
            return output.write(try run.report(for: output, in: &session), in: &session)
        })
}

extension ParsedArguments {
    fileprivate func boundaryMove() throws(UsageError) -> BoundaryMove {
        let (old, new) = (self[.oldVersion], self[.newVersion])
        guard old.version != new.version else {
            throw .other(problem: "OLD and NEW are the same version", help: "usage: \(Command.retarget.synopsis)")
        }
        if let platform = old.platform { try check(platform: platform, of: "OLD") }
        if let platform = new.platform {
            try check(platform: platform, of: "NEW")
            guard platform == old.platform else {
                throw .other(
                    problem: "OLD and NEW belong to different platforms",
                    help: "write \(platform)=\(old.text) \(platform)=\(new.text)")
            }
        }
        return BoundaryMove(from: old.version, to: new.version)
    }

    /// The documents to edit: those of the platform of the versions, or all.
    fileprivate func documents(
        among documents: [EditableDocument], in session: inout Session
    ) -> [EditableDocument] {
        guard let platform = self[.oldVersion].platform else { return documents }
        let platforms = platformFiles
        let own = documents.filter { platforms.platform(of: $0.loaded.name) == platform }
        if own.isEmpty, session.failures.isEmpty { session.report(.noDocument(of: platform)) }
        return own
    }
}

/// One run of `retarget`: moves the boundaries of all documents, or reports why that is impossible.
struct RetargetRun {
    private let arguments: ParsedArguments
    private let move: BoundaryMove

    init(_ arguments: ParsedArguments, move: BoundaryMove) {
        self.arguments = arguments
        self.move = move
    }

    func report(
        for output: ReportOutput<RetargetReport.Format>, in session: inout Session
    ) throws(UsageError) -> RetargetReport {
        let readers = ReaderFolders(arguments, in: &session)
        let all = EditableDocument.read(arguments, session: &session).documents
        let documents = arguments.documents(among: all, in: &session)
        let mode = try EditMode(arguments, of: documents)
        try mode.check(output)
        let flags = arguments[.flag].map { SettingPattern($0) }
        session.reportUnknownSettings(flags, in: documents.map(\.loaded))
        var files: [RetargetReport.File] = []
        for document in documents {
            document.reportIssues(in: &session)
            do throws(EditedDocument.Failure) {
                let settings = document.loaded.settings
                let chosen = flags.isEmpty ? nil : Set(flags.flatMap { $0.settings(in: settings) })
                let result = try RetargetedDocument(settings, move: move, of: chosen)
                files.append(
                    RetargetReport.File(
                        document: document, result: result, readers: readers?.readers(for: document.loaded.name)))
            } catch {
                session.report(error, of: document.loaded.name)
            }
        }
        let style = VersionStyle.common(files.map(\.loaded.settings), otherwise: session.givenStyles.common)
        style.apply { reportBoundaries(of: files, in: &session) }
        var report = RetargetReport(move: move, files: files, mode: mode)
        switch mode {
        case .diff: for file in files { session.reportRefusal(of: file.patch, to: file.loaded.name) }
        case .write: style.apply { apply(to: &report.files, in: &session) }
        case .print:
            if session.failures.isEmpty, let file = files.first {
                session.print(
                    file.result.edited?.settings, insteadOf: file.loaded.settings, named: file.loaded.name)
            }
        }
        return report
    }

    /// Reports boundaries that cannot be moved, minimum versions that stay, and, if nothing can move, every document.
    private func reportBoundaries(of files: [RetargetReport.File], in session: inout Session) {
        for file in files {
            for refusal in file.result.refusals { session.report(file.diagnostic(of: refusal)) }
            for node in file.result.floorsAtOldVersion { session.report(file.diagnostic(ofFloor: node)) }
        }
        // A name that no document has is the reason, and has been reported.
        guard session.failures.isEmpty, files.allSatisfy(\.hasNothingToMove) else { return }
        for file in files { session.report(file.nothingToMove(areChosen: !arguments[.flag].isEmpty)) }
    }

    /// Writes the files, if every boundary in every document can be moved.
    private func apply(to files: inout [RetargetReport.File], in session: inout Session) {
        let moved = files.indices.filter { files[$0].result.edited != nil }
        let replacements = moved.compactMap { index in
            files[index].result.edited.flatMap { files[index].document.replacement(with: $0.settings.editedBytes) }
        }
        guard replacements.write(isComplete: session.failures.isEmpty, session: &session) else { return }
        for index in moved {
            files[index].isApplied = true
            let count = Count.of(files[index].result.rewritten.count, "requirement")
            session.messages.write(
                "\(PlainText.escaped(files[index].loaded.name)): \(count) moved from \(move.old) to \(move.new)\n")
        }
    }
}
