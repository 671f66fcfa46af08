import FlagAnalysis
import FlagReaders
import FlagReferences
import FlagResolver

/// What `readers` does.
enum ReadersAction: String, Sendable, CaseIterable {
    case show
    case diff
    case record
}

extension CommandOperand where Self == Operand<ReadersAction> {
    fileprivate static var action: Self {
        Operand(.choice("ACTION"), summary: "show records, diff two of them, or record releases")
    }
}

extension CommandOperand where Self == Operand<[AppVersion]> {
    fileprivate static var recordedVersions: Self {
        Operand(any: .version("VERSION"), summary: "the releases: two for diff; for show, all of them by default")
    }
}

extension CommandOption where Self == Option<String?> {
    static var recordedTags: Self {
        Option(
            name: "tags", value: .text("GLOB"),
            summary: "record the git tags that match, such as 'v*', and have no record yet")
    }

    static var bundledDocument: Self {
        Option(
            name: "bundled", value: .file("FILE"),
            summary: "the document that the app contains, for releases that cannot read the current one")
    }
}

extension CommandOption where Self == Option<String?> {
    static var attestedBy: Self {
        Option(
            name: "attested-by", value: .text("PERSON"),
            summary: "who says that incomplete records list everything; every claim that rests on it names the person")
    }

    static var because: Self {
        Option(name: "because", value: .text("REASON"), summary: "why they do, for --attested-by")
    }
}

extension CommandOption where Self == Option<Bool> {
    static var again: Self {
        Option(name: "again", summary: "with --tags, also record tags that have a record, such as one by an older rule")
    }
}

extension CommandOption where Self == Option<[String]> {
    static var modulesWithoutSettings: Self {
        Option(
            name: "without-settings", values: .text("MODULE"),
            summary: "modules that the code imports, that are not given, and that read no settings; every claim says so"
        ).configurable
    }

    static var recordedCode: Self {
        Option(name: "code", values: .file("PATH"), summary: "Swift files, or directories with Swift files")
    }
}

extension Command {
    static let readers = Command(
        name: "readers",
        summary: "what the code of each released version reads",
        examples: [
            Example(
                line: "flagctl readers show --readers Configs/release-checks/readers/readers",
                meaning: "the recorded releases"),
            Example(
                line: "flagctl readers show 1.9.0 --readers Configs/release-checks/readers/readers",
                meaning: "each setting that a release reads, with its type and default"),
            Example(
                line: "flagctl readers diff 1.9.0 2.0.0 --readers Configs/release-checks/readers/readers",
                meaning: "what two releases read differently"),
            Example(
                line:
                    "flagctl readers record --tags 'v*' --code Configs/code --document Configs/app.json --readers readers",
                meaning: "a record for every tag that has none, from its own code and document"),
            Example(
                line: "flagctl readers record 2.1.0 --code Configs/code --document Configs/app.json --readers readers",
                meaning: "a record of the working tree"),
        ],
        operands: [.action, .recordedVersions],
        options: [
            .readers, .recordedTags, .recordedCode, .comparedDocument, .bundledDocument,
            .again, .modulesWithoutSettings, .attestedBy, .because, .format(ReadersReport.Format.self),
            .report(ReadersReport.Format.self), .exclude, .config, .standardInputName, .color, .exitZero,
        ],
        folderContent: .code,
        notes: [
            "A record is a file for each release, such as readers/2.0.1.reader.json: the settings that its code reads, with their "
                + "types and defaults. With --readers, other commands say what each release gets; a release without a record is "
                + "never guessed.",
            "Names are found as by \"flagctl references\". Types and defaults come from the code that names a setting, as in "
                + "SettingKey<Bool>(\"payments\", default: false), and from the members of models; those of generated keys come from "
                + "--document.",
            "A record is complete if every use of the libraries that is found names its settings, or decodes a model that the code "
                + "declares. Anything else makes it incomplete, and is listed: a name that is made when the code runs, a type that is "
                + "inferred, a module whose code is not given and that --without-settings does not name, Swift files elsewhere that may belong to the app. A setting whose name is a "
                + "whole string elsewhere, also in other languages, is listed with that place. Tests are left out. Records by an older rule "
                + "count as incomplete: --again records them anew. The search goes by words, not by types; Docs/Readers.md says what it "
                + "takes for granted.",
            "Exit codes: 0 shown or recorded; 1 with diff, the releases differ; 2 a record or a file cannot be read or written, or "
                + "the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            guard let path = arguments[.readers], !path.isEmpty else {
                throw .other(
                    problem: "no folder with records is given",
                    help: "add --readers FOLDER, or \"readers\" to flagctl.json")
            }
            let versions = arguments[.recordedVersions]
            let content: ReadersReport.Content?
            switch arguments[.action] {
            case .show: content = try show(versions, ReaderFolder(path), in: &session)
            case .diff: content = try difference(versions, ReaderFolder(path), in: &session)
            case .record: content = try RecordRun(arguments, ReaderFolder(path)).run(versions, in: &session)
            }
            return ReportOutput(arguments).write(ReadersReport(content ?? .made([])), in: &session)
        })

    private static func show(
        _ versions: [AppVersion], _ folder: ReaderFolder, in session: inout Session
    ) throws(UsageError) -> ReadersReport.Content? {
        guard versions.count <= 1 else {
            throw .other(problem: "show takes one version", help: "name one, or omit it for all releases")
        }
        guard let records = folder.records(in: &session) else { return nil }
        guard let version = versions.first else {
            return .releases(records.sorted { $0.record.release < $1.record.release })
        }
        guard let found = record(of: version, among: records, folder, in: &session) else { return nil }
        return .release(file: found.file, found.record)
    }

    private static func difference(
        _ versions: [AppVersion], _ folder: ReaderFolder, in session: inout Session
    ) throws(UsageError) -> ReadersReport.Content? {
        guard versions.count == 2 else {
            throw .other(
                problem: "diff compares two releases, found \(Count.of(versions.count, "version"))",
                help: "as in \"flagctl readers diff 1.9.0 2.0.0\"")
        }
        guard let records = folder.records(in: &session),
            let old = record(of: versions[0], among: records, folder, in: &session)?.record,
            let new = record(of: versions[1], among: records, folder, in: &session)?.record
        else { return nil }
        let reads = Dictionary(old.settings.map { (ExactText($0.name), $0.reads) }) { first, _ in first }
        let others = Dictionary(new.settings.map { (ExactText($0.name), $0.reads) }) { first, _ in first }
        let names = Set(reads.keys).union(others.keys).map(\.text).sorted { NaturalOrder.precedes($0, $1) }
        let found = names.compactMap { name -> ReadersReport.Difference? in
            let (old, new) = (reads[ExactText(name)], others[ExactText(name)])
            return old?.all == new?.all ? nil : ReadersReport.Difference(name: name, old: old, new: new)
        }
        return .differences(old: versions[0], new: versions[1], found)
    }

    private static func record(
        of version: AppVersion, among records: [(file: String, record: ReaderRecord)], _ folder: ReaderFolder,
        in session: inout Session
    ) -> (file: String, record: ReaderRecord)? {
        if let found = records.first(where: { $0.record.release == version }) { return found }
        session.report(
            Diagnostic(
                subject: .name(folder.path), severity: .error, message: "\(version) is not recorded",
                help: records.isEmpty
                    ? "record it with \"flagctl readers record\""
                    : "the recorded releases are "
                        + records.map(\.record.release).sorted().map(\.description).joined(separator: ", ")))
        return nil
    }
}
