import FlagAnalysis
import FlagPublishing
import FlagResolver

extension CommandOperand where Self == Operand<String?> {
    fileprivate static var setting: Self {
        Operand(
            optional: .setting("NAME"), summary: "only this setting, the settings of a group, or those of a pattern")
    }
}

extension CommandOperand where Self == Operand<String> {
    fileprivate static var tracked: Self {
        Operand(
            .file("FILE"),
            summary:
                "a file in a git repository; REV:PATH for the history of a revision, or of a range such as v1..v2:PATH; with "
                + "--published a destination of publish")
    }
}

extension CommandOption where Self == Option<Bool> {
    fileprivate static var published: Self {
        Option(
            name: "published",
            summary: "list the publications of a destination: a file, or etcd://HOST:PORT,…/KEY")
    }
}

extension CommandOption where Self == Option<Int?> {
    fileprivate static var limit: Self {
        Option(
            name: "limit", value: .number("N", from: 1, to: 1_000_000),
            summary: "look only at the newest N revisions or publications")
    }
}

extension Command {
    static let log = Command(
        name: "log",
        summary: "since when settings have their values: the git revisions that changed them",
        examples: [
            Example(
                line: "flagctl log payments Configs/app.json", meaning: "when one setting changed, for which versions"),
            Example(line: "flagctl log Configs/app.json", meaning: "every revision that changed a value"),
            Example(
                line: "flagctl log payments HEAD~1..HEAD:Configs/app.json",
                meaning: "only the revisions between a tag and a branch"),
            Example(
                line: "flagctl log 'checkout.*' --format json Configs/showcase.json",
                meaning: "the changes of a group, as JSON"),
            Example(
                line: "flagctl log --published etcds://etcd1:2379/flags/app",
                meaning: "what was published when and by whom, and what it changed"),
        ],
        operands: [.setting, .tracked],
        options: [
            .published, .publicationTrust, .limit, .headerFile, .authorityFile, .etcdUser, .allowPlainEtcd,
            .format(LogReport.Format.self),
            .report(LogReport.Format.self), .config, .color, .exitZero,
        ],
        notes: [
            "Revisions are listed from the newest to the oldest, with the date and the name of the author. Renames of the file "
                + "are followed. A revision that changes the text and no value is left out. A merge is listed with the values that no "
                + "parent has, and with those that it sets back to what they were before the branches parted.",
            "A revision whose content is no document is listed, and the next one is compared with the last readable one.",
            "With --published, every publication that is kept is listed, also one that changes no value. Versions and keys are those "
                + "that --trust, or \"trust\" in the project file, verifies. What it does not verify is "
                + "named, and compared with nothing: whoever can write the destination can write it.",
            "Exit codes: 0 a revision changed a value; 1 none did; 2 the history or the newest revision cannot be read, or "
                + "no revision has such a setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            if let name = arguments[.setting], !arguments[.published] {
                try MisplacedOperands.check(name, before: arguments[.tracked], of: "log")
            }
            var report = LogReport(
                name: arguments[.setting], file: arguments[.tracked], arePublications: arguments[.published])
            // A file of that name takes precedence, as in all commands.
            let range =
                report.arePublications || FileSystem.exists(report.file) ? nil : RevisionPath.parse(report.file)
            let path = range?.path ?? report.file
            let pattern = report.name.map { SettingPattern($0) }
            let location =
                report.arePublications ? try arguments.destination(report.file, of: "FILE") : nil
            do throws(InputError) {
                var listed: [GitHistory.Revision]
                let all: [GitHistory.Revision]
                let source: LogReader.Source
                var signings: [String: PublishedSigning] = [:]
                if let location {
                    guard let history = history(of: location, arguments, in: &session) else {
                        return ReportOutput(arguments).write(report, in: &session)
                    }
                    (listed, all) = (history.revisions, history.revisions)
                    source = { history.contents(of: $0) }
                    signings = history.signings
                } else {
                    let isCut: Bool
                    (listed, all, isCut) = try gitRevisions(of: path, in: range?.revision)
                    if isCut {
                        session.report(
                            Diagnostic(
                                subject: .name(report.file), severity: .error,
                                message: "it was renamed more than \(GitHistory.maximumRenameCount) times; "
                                    + "earlier revisions are left out",
                                help: "name the file as it was then, as in REV:PATH"))
                    }
                    source = { (objects) throws(InputError) in
                        try git(report.file) { () throws(GitFailure) in try GitObjects.contents(of: objects) }
                    }
                }
                if let limit = arguments[.limit] { listed = Array(listed.prefix(limit)) }
                var reader = LogReader(
                    pattern, file: path, source, signings: signings,
                    listsAll: report.arePublications && pattern == nil)
                var progress = session.progress(
                    report.arePublications ? "publication" : "revision", of: listed.count)
                defer { progress.end() }
                try reader.read(listed, among: all, &progress)
                for diagnostic in reader.problems(for: report.file, newest: listed.first) {
                    session.report(diagnostic)
                }
                if let end = listed.first(where: \.isCut) {
                    session.report(
                        Diagnostic(
                            subject: .name(report.file), severity: .error,
                            message: "this is a shallow clone, whose history ends at \(end.shortName)",
                            help: GitFailure.helpForShallowClones))
                }
                if let name = report.name, !reader.isKnown {
                    var diagnostic = Diagnostic.unknownSetting(
                        name, in: [reader.newest].compactMap { $0 }, &session.suggestions)
                    if let meant = MisplacedOperands.fileAtRevision(name, before: report.file) {
                        diagnostic.help = Spelling.didYouMean(quoted(meant))
                    }
                    session.report(diagnostic)
                }
                report.entries = reader.entries.reversed()
            } catch {
                var diagnostic = error.diagnostic
                if case .git(_, .noRepository) = error {
                    diagnostic.help = "run it inside a git repository; \"--published\" lists publications instead"
                }
                session.report(diagnostic)
            }
            return ReportOutput(arguments).write(report, in: &session)
        })
}

private func git<Value>(_ name: String, _ read: () throws(GitFailure) -> Value) throws(InputError) -> Value {
    do throws(GitFailure) {
        return try read()
    } catch {
        throw .git(name: name, error)
    }
}

private func gitRevisions(
    of file: String, in range: String?
) throws(InputError) -> (listed: [GitHistory.Revision], all: [GitHistory.Revision], isCutAtRename: Bool) {
    if (try? FileSystem.entry(at: file))?.kind == .folder { throw .git(name: file, .folderWithoutHistory) }
    return try git(range.map { "\($0):\(file)" } ?? file) { () throws(GitFailure) in
        try GitHistory.revisions(of: file, in: range)
    }
}

/// The publications of a destination; `nil` if it cannot be read, which has been reported.
private func history(
    of location: DocumentLocation, _ arguments: ParsedArguments, in session: inout Session
) -> PublishedHistory? {
    guard let options = arguments.connectionOptions(in: &session) else { return nil }
    do throws(PublishingFailure) {
        let publications = try location.destination(options).history()
        if publications.isEmpty {
            session.report(
                Diagnostic(
                    subject: .name(arguments[.tracked]), severity: .error, message: "nothing is published here",
                    help: "check the name; \"flagctl publish\" publishes a document"))
            return nil
        }
        return PublishedHistory(publications, session.trust)
    } catch {
        session.report(error.diagnostic(for: arguments[.tracked]))
        return nil
    }
}
