import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<[GivenVersion]?> {
    fileprivate static var floor: Self {
        Option(
            name: "floor", value: .platformVersions("V"),
            summary:
                "the oldest supported app version, or one for each platform; the default is the \"$minimumVersion\" of the document",
            hintForMissingValue: "write the oldest supported version, such as --floor 1.6.0")
    }
}

extension ParsedArguments {
    /// The floor of a document: that of its platform, or of all documents, or its own minimum version.
    fileprivate func floor(of document: LoadedDocument, _ platforms: PlatformFiles) -> AppVersion? {
        let given = (self[.floor] ?? []).first {
            $0.platform == nil || $0.platform == platforms.platform(of: document.name)
        }
        return given?.version ?? document.settings.minimumVersion
    }
}

extension ParsedArguments {
    /// Checks that the patch is what is to be printed.
    ///
    /// - Throws: `UsageError` if `--fix` and an option that prints something else are given.
    fileprivate func checkFix() throws(UsageError) {
        guard self[.fix] else { return }
        for (name, isGiven) in [("--apply", self[.apply]), ("--owners", self[.owners])] where isGiven {
            throw .other(problem: "--fix and \(name) exclude each other", help: "omit one of the two")
        }
    }
}

extension CommandOption where Self == Option<Bool> {
    fileprivate static var fix: Self {
        Option(
            name: "fix", summary: "like --diff, but print only the patch")
    }

    fileprivate static var collapse: Self {
        Option(
            name: "collapse", summary: "also replace defaults that only older versions get"
        )
    }
}

extension CommandOption where Self == Option<Instant?> {
    fileprivate static var earliestDate: Self {
        Option(
            name: "at", value: .instant("INSTANT"),
            summary:
                "assume that every app gives a date, and that none is before this one, such as 2026-12-01T00:00:00Z")
    }
}

extension CommandOption where Self == Option<Bool> {
    fileprivate static var assumeKey: Self {
        Option(name: "assume-key", summary: "assume that every app gives a targeting key")
    }
}

extension CommandOption where Self == Option<[String]> {
    fileprivate static var code: Self {
        Option(
            name: "code", values: .file("PATH"),
            summary: "Swift files, or directories with them: list the code that reads the settings with one value")
    }
}

extension Command {
    static let stale = Command(
        name: "stale",
        summary: "find what can be deleted: entries for old versions, past schedules, complete rollouts",
        examples: [
            Example(
                line: "flagctl stale --floor 1.6.0 Configs/app.json",
                meaning: "what no version from 1.6.0 on needs, with lines"),
            Example(
                line: "flagctl stale --floor 1.6.0 --fix Configs/app.json | git apply",
                meaning: "apply the removals with git"),
            Example(
                line: "flagctl stale --floor 1.6.0 --collapse --apply Configs/app.json",
                meaning: "write the removals to the files, with new defaults where they make entries obsolete"),
            Example(
                line: "flagctl stale --floor 2.0.0 --at 2027-01-01T00:00:00Z --assume-key Configs/targeting.json",
                meaning: "also past schedules, and rollouts that include everybody"),
            Example(
                line: "flagctl stale --floor 2.0.0 --at 2027-01-01T00:00:00Z --owners Configs/showcase.json",
                meaning: "the owners of the settings that can be deleted, including expired ones"),
            Example(
                line: "flagctl stale --floor 2.0.0 --code Sources Configs/app.json",
                meaning: "also the code that reads the settings with one value, which can be deleted with them"),
        ],
        operands: [.files],
        options: [
            .floor, .earliestDate, .assumeKey, .code, .releases, .readers, .diff, .fix, .collapse, .apply, .owners,
            .format(StaleReport.Format.self),
            .report(StaleReport.Format.self), .exclude, .config, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "It finds entries for versions below the floor only, entries that never win from the floor up, entries whose "
                + "value other entries or the default give as well, entries that could be the default, and settings with a "
                + "single value from the floor up. Every suggestion is verified: no value changes for any version from the "
                + "floor up, and with --readers none for a recorded release as its code reads it.",
            "Pre-releases of the floor are below it; --floor 2.0.0-0 includes them. Without --collapse no default changes, "
                + "because apps that do not know their version use the default.",
            "If more than the version decides, no value changes for users who meet the assumptions: a date from --at on, a "
                + "targeting key with --assume-key, and the attributes that \"$attributes\" declares as required, with "
                + "their types. The summary states the assumptions. Notes state what the edits change for all other users, "
                + "and which assumption would make a rollout of all keys deletable.",
            "With --releases and --readers, settings that no release from the floor up reads are reported, too, if every one of "
                + "these releases has a complete record. They are not edited.",
            "With --at, settings whose \"expires\" is not after the date are reported, too. They are not edited.",
            "Entries that are malformed, contain no version or have the wrong type are mistakes; \"flagctl check\" reports "
                + "them.",
            "Exit codes: 0 nothing can be deleted; 1 something can be, or was; 2 a file cannot be read or written, a "
                + "setting has no value, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            for given in arguments[.floor] ?? [] {
                if let platform = given.platform { try arguments.check(platform: platform, of: "--floor") }
            }
            let platforms = arguments.platformFiles
            guard let releases = ReleaseLists(arguments, in: &session),
                let readers = ReaderFolders(arguments, in: &session)
            else { return .failed }
            let batch = EditableDocument.read(arguments, session: &session)
            let mode = try EditMode(arguments, of: batch.documents)
            try arguments.checkFix()
            let output = ReportOutput<StaleReport.Format>(arguments)
            try mode.check(output)

            let code = StaleCode(arguments[.code], of: arguments, batch.documents.map(\.loaded), in: &session)
            var isComplete = batch.isComplete && code.isComplete
            var files: [StaleReport.File] = []
            var progress = session.progress("file", of: batch.documents.count)
            for document in batch.documents {
                progress.step()
                document.reportIssues(in: &session)
                guard let floor = arguments.floor(of: document.loaded, platforms) else {
                    session.report(.noFloor(document.loaded))
                    isComplete = false
                    continue
                }
                do throws(EditedDocument.Failure) {
                    let settings = document.loaded.settings
                    let stale = try StaleDocument(
                        settings,
                        StaleAssumptions(
                            floor: floor, instant: arguments[.earliestDate], requiredBy: settings,
                            includesKey: arguments[.assumeKey]),
                        changesDefaults: arguments[.collapse], readers: readers.readers(for: document.loaded.name))
                    for (setting, failure) in stale.failures {
                        session.report(Diagnostic(failure, of: settings.name(of: setting), in: document.loaded))
                    }
                    files.append(
                        StaleReport.File(
                            document: document, stale: stale, changesDefaults: arguments[.collapse], code: code,
                            checked: .checked(
                                document.loaded, stale, at: arguments[.earliestDate],
                                releases.list(for: document.loaded.name), readers.readers(for: document.loaded.name),
                                from: floor)))
                } catch {
                    session.report(error, of: document.loaded.name)
                    isComplete = false
                }
            }
            progress.end()
            if mode == .write {
                let replacements = files.compactMap { file in
                    file.stale.edited.flatMap { file.document.replacement(with: $0.settings.editedBytes) }
                }
                if replacements.write(isComplete: isComplete, session: &session) {
                    for index in files.indices { files[index].isApplied = files[index].stale.edited != nil }
                }
            }
            if mode == .diff, !arguments[.owners] {
                for file in files { session.reportRefusal(of: file.patch, to: file.loaded.name) }
            }
            if mode == .print, isComplete, let file = files.first {
                session.print(
                    file.stale.edited?.settings, insteadOf: file.loaded.settings, named: file.loaded.name)
            }
            let report = StaleReport(
                files: files, mode: mode, isOnlyPatch: arguments[.fix], showsOwners: arguments[.owners])
            return output.write(report, in: &session)
        })
}

extension Diagnostic {
    fileprivate static func noFloor(_ document: LoadedDocument) -> Diagnostic {
        let metadata = document.tree.member(named: "$minimumVersion" as StaticString, of: 0)
        return Diagnostic(
            subject: document.subject(metadata.map { document.tree.nodes[$0].span }), severity: .error,
            message: metadata == nil
                ? "no floor is given, and the document has no \"$minimumVersion\""
                : "no floor is given, and \"$minimumVersion\" is not a version",
            help: "write the oldest version that is still supported: --floor 1.6.0")
    }
}

extension CheckedFile {
    /// The findings of rules: settings that have expired at a date, settings that no supported release reads, and
    /// suppressions that the document does not need.
    fileprivate static func checked(
        _ document: LoadedDocument, _ stale: StaleDocument, at instant: Instant?, _ releases: ReleaseList?,
        _ readers: DocumentReaders?, from floor: AppVersion
    ) -> CheckedFile {
        let checked = CheckedDocument(
            document.settings, releases: releases, instant: instant, readers: readers, floor: floor)
        let check = DocumentCheck(rules: [ExpiredSettingRule(), UnreadByReleasesRule(), UnusedAllowRule()])
        let file = CheckedFile(
            document.name, document.settings, check.result(for: checked, unused: unused(stale, in: checked)))
        file.readerCoverage = readers?.coverage(from: floor, of: releases)
        return file
    }

    /// The suppressions that neither `stale` nor a rule of `check` with the same code needs.
    private static func unused(_ stale: StaleDocument, in document: CheckedDocument) -> [Suppression] {
        let unused = stale.unusedSuppressions
        let codes = Set(unused.map(\.code))
        let rules = Rules.all.filter { codes.contains($0.code.rawValue) }
        guard !rules.isEmpty else { return unused }
        let needed = Set(DocumentCheck(rules: rules).result(for: document).suppressed.compactMap(\.suppression))
        return unused.filter { !needed.contains($0) }
    }
}
