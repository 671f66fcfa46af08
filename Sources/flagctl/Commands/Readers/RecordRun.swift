import FlagAnalysis
import FlagReaders
import FlagReferences
import FlagResolver
import FlagStore

/// One run of `readers record`.
struct RecordRun {
    private let arguments: ParsedArguments
    private let folder: ReaderFolder

    init(_ arguments: ParsedArguments, _ folder: ReaderFolder) {
        self.arguments = arguments
        self.folder = folder
    }

    /// - Returns: `nil` if something cannot be read, which has been reported.
    func run(_ versions: [AppVersion], in session: inout Session) throws(UsageError) -> ReadersReport.Content? {
        guard !arguments[.recordedCode].isEmpty else {
            throw .other(problem: "no code is given to record", help: "add --code PATH, such as --code Sources")
        }
        guard (arguments[.recordedTags] == nil) != versions.isEmpty else {
            throw .other(
                problem: versions.isEmpty ? "no release is given to record" : "a version and --tags are both given",
                help: "name the version of the working tree, or give --tags GLOB for the tags of git")
        }
        if let pattern = arguments[.recordedTags] { return try recordTags(matching: pattern, in: &session) }
        guard versions.count == 1, let version = versions.first else {
            throw .other(problem: "the working tree is one release", help: "name one version")
        }
        return recordWorkingTree(version, in: &session)
    }

    // MARK: Tags

    private func recordTags(
        matching pattern: String, in session: inout Session
    ) throws(UsageError) -> ReadersReport.Content? {
        var known: [AppVersion: ReaderRecord] = [:]
        if FileSystem.exists(folder.path) {
            guard let records = folder.records(in: &session) else { return nil }
            for (_, record) in records { known[record.release] = record }
        }
        var made: [ReadersReport.Made] = []
        do throws(GitFailure) {
            let (tags, others) = try TagRecorder.tags(matching: pattern)
            guard !tags.isEmpty else {
                session.report(
                    Diagnostic(
                        subject: .name(pattern), severity: .error,
                        message: "no tag of git that matches names a version",
                        help: "\"git tag\" lists the tags; a shallow clone lacks them until \"git fetch --tags\""))
                return nil
            }
            var recorder = TagRecorder(
                code: arguments[.recordedCode], documents: arguments[.comparedDocument],
                bundled: arguments[.bundledDocument])
            var progress = session.progress("tag", of: tags.count)
            defer { progress.end() }
            for tag in tags {
                progress.step()
                guard known[tag.version] == nil else { continue }
                switch try recorder.record(tag) {
                case .recorded(let record):
                    known[tag.version] = record
                    guard let outcome = write(record, in: &session) else { return nil }
                    made.append(.init(name: "\(tag.version)", outcome: outcome, record: record))
                case .skipped(let reason): made.append(.init(name: tag.name, outcome: .skipped, reason: reason))
                }
            }
            guard !known.isEmpty else {
                session.report(
                    Diagnostic(
                        subject: .name(arguments[.recordedCode].joined(separator: ", ")), severity: .error,
                        message: "no tag has a Swift file there, so no release is recorded",
                        help: "correct --code, which is a path of the working tree"))
                return nil
            }
            made += others.map { .init(name: $0, outcome: .skipped, reason: "it does not name a version") }
        } catch {
            session.report(InputError.git(name: pattern, error).diagnostic)
            return nil
        }
        return .made(made)
    }

    // MARK: The working tree

    private func recordWorkingTree(_ version: AppVersion, in session: inout Session) -> ReadersReport.Content? {
        guard let reader = DocumentReader(patches: [], session: &session) else { return nil }
        let documents = reader.read(arguments[.comparedDocument], of: arguments, session: &session).documents
        guard session.failures.isEmpty else { return nil }
        let sources = ScannedCode.sources(arguments[.recordedCode], of: arguments, in: &session).map { source in
            RecordedCode.Source(name: source.name, scanned: ScannedSource(SwiftTokens(scanning: source.bytes)))
        }
        guard session.failures.isEmpty else { return nil }
        guard !sources.isEmpty else {
            session.report(
                Diagnostic(
                    subject: .name(arguments[.recordedCode].joined(separator: ", ")), severity: .error,
                    message: "there is no Swift file to record"))
            return nil
        }
        let recorded = RecordedCode(sources, documents: documents)
        var bundled: ReaderRecord.Bundled?
        if let path = arguments[.bundledDocument] {
            bundled = self.bundled(path, in: &session)
            guard bundled != nil else { return nil }
        }
        let record = ReaderRecord(
            release: version, isComplete: recorded.unseen.isEmpty, bundled: bundled, settings: recorded.settings,
            unseen: recorded.unseen)
        guard let outcome = write(record, in: &session) else { return nil }
        return .made([.init(name: "\(version)", outcome: outcome, record: record)])
    }

    /// The document of the app by the name that git gives to its content; `nil` if it has none, which is reported.
    private func bundled(_ path: String, in session: inout Session) -> ReaderRecord.Bundled? {
        do throws(GitFailure) {
            let inside = try GitRevision("HEAD").path(of: path)
            let output = try Git.output(["hash-object", "-w", "--", path])
            let name = output.prefix { $0 != UInt8(ascii: "\n") }
            return ReaderRecord.Bundled(path: inside, object: String(decoding: name, as: UTF8.self))
        } catch {
            session.report(InputError.git(name: path, error).diagnostic)
            return nil
        }
    }

    // MARK: Files

    /// Writes a record; `nil` if it cannot be written, which is reported.
    private func write(_ record: ReaderRecord, in session: inout Session) -> ReadersReport.Made.Outcome? {
        let path = FilePath.prefix(in: folder.path) + ReaderRecord.fileName(for: record.release)
        let bytes = record.fileContent
        do throws(SystemError) {
            if try FileSystem.create(path, with: bytes) { return .created }
            let limit = bytes.count + 1
            if try FileSystem.readRegularFile(path, atMost: limit)?.bytes == bytes { return .unchanged }
            try FileSystem.write(bytes, to: path)
            return .updated
        } catch {
            session.report(InputError(path, error).diagnostic)
            return nil
        }
    }
}
