import FlagAnalysis
import FlagReaders
import FlagResolver
import FlagStore

extension CommandOption where Self == Option<String?> {
    static var readers: Self {
        Option(
            name: "readers", value: .file("FOLDER"),
            summary: "the records of what released versions read, *.reader.json; \"flagctl readers record\" makes them"
        ).configurable
    }
}

/// The records of releases that the documents of a run are compared with.
///
/// 1. With `--readers` or its variable, one folder applies to all documents.
/// 2. Otherwise a document has the folder of its platform in the project file, and that of the project if its platform has none.
struct ReaderFolders {
    private var common: DocumentReaders?
    private var folders: [String: DocumentReaders] = [:]
    private let files: PlatformFiles

    /// Reads the records of a run.
    ///
    /// - Returns: `nil` if one cannot be read, which has been reported.
    init?(_ arguments: ParsedArguments, in session: inout Session) {
        let usesPlatforms = arguments.usesPlatformValues(of: "readers")
        files = usesPlatforms ? arguments.platformFiles : PlatformFiles([])
        if let path = arguments[ifDeclared: .readers].flatMap({ $0 }), !path.isEmpty {
            common = ReaderFolder(path).readers(in: &session)
            guard common != nil else { return nil }
        }
        guard usesPlatforms, arguments[ifDeclared: .readers] != nil else { return }
        for platform in arguments.platforms {
            guard let path = platform.readers else { continue }
            folders[platform.name] = ReaderFolder(path).readers(in: &session)
            guard folders[platform.name] != nil else { return nil }
        }
    }

    /// The records for a document; `nil` if there are none.
    func readers(for document: String) -> DocumentReaders? {
        guard !folders.isEmpty else { return common }
        return files.platform(of: document).flatMap { folders[$0] } ?? common
    }
}

extension ParsedArguments {
    /// Whether any document is compared with records of releases.
    var hasReaders: Bool {
        self[ifDeclared: .readers].flatMap { $0 } != nil
            || usesPlatformValues(of: "readers") && platforms.contains { $0.readers != nil }
    }
}

/// A folder with the records of releases.
struct ReaderFolder {
    let path: String

    /// A record is much smaller than a document.
    private static let maximumByteCount = DocumentLimits.standard.byteCount

    init(_ path: String) {
        self.path = path
    }

    /// The records with the files that have them; `nil` if one cannot be read, which has been reported.
    func records(in session: inout Session) -> [(file: String, record: ReaderRecord)]? {
        guard let sources = sources(in: &session) else { return nil }
        var contents: [(source: InputSource, bytes: [UInt8])] = []
        for source in sources {
            guard let bytes = source.bytes(atMost: Self.maximumByteCount, "the record has", in: &session) else {
                return nil
            }
            contents.append((source, bytes))
        }
        return Self.records(of: contents, in: &session)
    }

    /// The files of the folder; `nil` if it cannot be read, which has been reported.
    private func sources(in session: inout Session) -> [InputSource]? {
        let inputs = InputSources([path], standardInputName: "<stdin>", of: .readers)
        var sources: [InputSource] = []
        for found in inputs.unique {
            switch found {
            case .source(let source): sources.append(source)
            case .failure(let error):
                session.report(error.diagnostic)
                return nil
            }
        }
        return sources
    }

    /// The parsed content of a file.
    private struct ParsedFile: Sendable {
        let result: Result<ReaderRecord?, JSONSyntaxError>
        let problems: [ReaderRecordProblem]
    }

    /// So many records are read one after another, because each has most lines in common with the one before.
    private static let leastPartCount = 40

    private static func records(
        of contents: [(source: InputSource, bytes: [UInt8])], in session: inout Session
    ) -> [(file: String, record: ReaderRecord)]? {
        let files = contents.map { (name: $0.source.name, bytes: $0.bytes) }
        let parsed = files.concurrentMap(partsOfAtLeast: leastPartCount) { files in
            var parser = ReaderRecordParser()
            return files.map { file in
                do throws(JSONSyntaxError) {
                    let record = try parser.record(of: file.bytes, named: file.name)
                    return ParsedFile(result: .success(record), problems: parser.problems)
                } catch {
                    return ParsedFile(result: .failure(error), problems: [])
                }
            }
        }
        var records: [(file: String, record: ReaderRecord)] = []
        var names: [AppVersion: String] = [:]
        var isComplete = true
        for ((source, bytes), parsed) in zip(contents, parsed.joined()) {
            let text = SourceText(name: source.name, bytes: bytes[...])
            func report(_ span: Range<Int>, _ message: String, help: String?) {
                session.report(
                    Diagnostic(
                        subject: .location(Diagnostic.Location(source: text, span: span)), severity: .error,
                        message: message, code: "bad-reader", help: help))
                isComplete = false
            }
            do throws(JSONSyntaxError) {
                let record = try parsed.result.get()
                for problem in parsed.problems { report(problem.span, problem.message, help: problem.help) }
                guard let record else { continue }
                if let other = names.updateValue(source.name, forKey: record.release) {
                    let tree = try JSONTree(parsing: bytes, sourceName: source.name)
                    let node = tree.member(named: "release" as StaticString, of: 0) ?? 0
                    report(
                        tree.nodes[node].span, "\(record.release) is recorded twice, also in \(quoted(other))",
                        help: "delete one of the files")
                }
                records.append((source.name, record))
            } catch {
                report(error.span, error.message, help: error.help)
            }
        }
        return isComplete ? records : nil
    }

    /// What the recorded releases read; `nil` if a record cannot be read, which has been reported.
    func readers(in session: inout Session) -> DocumentReaders? {
        guard let records = records(in: &session) else { return nil }
        let bundled = BundledDocuments()
        return DocumentReaders(RecordedReleases(records.map(\.record))) { bundled.document($0) }
    }
}

/// The documents that releases have bundled, read from the repository when one is needed.
private final class BundledDocuments: Sendable {
    private let known = Locked<[String: SettingsDocument?]>([:])

    func document(_ bundled: ReaderRecord.Bundled) -> SettingsDocument? {
        if let found = known.withLock({ $0[bundled.object] }) { return found }
        let contents = (try? GitObjects.contents(of: [bundled.object])) ?? [:]
        let document = contents[bundled.object].flatMap { bytes in
            try? SettingsDocument(parsing: bytes, sourceName: bundled.path, limits: .standard)
        }
        known.withLock { $0[bundled.object] = .some(document) }
        return document
    }
}
