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
        return try recordWorkingTree(version, in: &session)
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
        let attestation = try attestation()
        let documents = self.documents(in: &session)
        var made: [ReadersReport.Made] = []
        do throws(GitFailure) {
            let (tags, others) = try TagRecorder.tags(matching: pattern)
            guard !tags.isEmpty else {
                session.report(
                    Diagnostic(
                        subject: .name(pattern), severity: .error,
                        message: "no tag of git that matches names a version",
                        help: try Self.otherTags()
                            ?? "\"git tag\" lists the tags; a shallow clone lacks them until \"git fetch --tags\""))
                return nil
            }
            var recorder = TagRecorder(
                code: arguments[.recordedCode], documents: arguments[.comparedDocument],
                bundled: arguments[.bundledDocument], names: documents.settingNames,
                modulesWithoutSettings: arguments[.modulesWithoutSettings])
            let missing = tags.filter { tag in
                let old = known[tag.version]
                return old == nil || arguments[.again] && old?.origin != nil
                    || attestation != nil && old?.isComplete == false
            }
            var progress = session.progress("tag", of: min(missing.count, Self.maximumTagCount))
            defer { progress.end() }
            if missing.count > Self.maximumTagCount { report(missing.count, of: pattern, in: &session) }
            // The newest ones are those that users have.
            for tag in missing.suffix(Self.maximumTagCount) {
                progress.step()
                let old = known[tag.version]
                let outcome = try recorder.record(tag)
                switch outcome.attested(attestation, of: old) {
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

    /// Each tag takes several processes of git. No app has that many releases, but a repository can have any number of tags.
    static let maximumTagCount = 500

    private func report(_ count: Int, of pattern: String, in session: inout Session) {
        session.report(
            Diagnostic(
                subject: .name(pattern), severity: .error,
                message: "\(count) tags have no record; one run records the newest \(Self.maximumTagCount) of them",
                help: "run it again for the others, or use a pattern that matches fewer tags"))
    }

    /// The tags that look like versions, in words; `nil` if there is none.
    private static func otherTags() throws(GitFailure) -> String? {
        let patterns = try TagRecorder.patterns()
        guard let first = patterns.first else { return nil }
        let tags = patterns.flatMap(\.tags)
        let shown = tags.prefix(3).joined(separator: ", ") + (tags.count > 3 ? ", …" : "")
        return
            "\(tags.count == 1 ? "the tag" : "the tags") \(PlainText.escaped(shown)) \(tags.count == 1 ? "looks" : "look") like "
            + "\(tags.count == 1 ? "a version" : "versions"): --tags \(ShellQuoting.quoted(first.pattern))"
    }

    /// The attestation of the command line.
    private func attestation() throws(UsageError) -> ReaderRecord.Attestation? {
        switch (arguments[.attestedBy], arguments[.because]) {
        case (nil, nil): return nil
        case (let person?, let reason?) where !person.isEmpty && !reason.isEmpty:
            return ReaderRecord.Attestation(person: person, reason: reason)
        default:
            throw .other(
                problem: "an attestation needs a person and a reason",
                help: "as in --attested-by Ada --because 'the analytics package reads no settings'")
        }
    }

    /// The current documents, whose settings old code may mention. What cannot be read is no reason not to record a tag.
    private func documents(in session: inout Session) -> [LoadedDocument] {
        arguments[.comparedDocument].flatMap { path -> [LoadedDocument] in
            InputSources([path], standardInputName: "").found.compactMap { found in
                guard case .source(let source) = found,
                    let bytes = try? source.read(atMost: DocumentLimits.standard.byteCount),
                    let settings = try? SettingsDocument(parsing: bytes, sourceName: source.name)
                else { return nil }
                return LoadedDocument(name: source.name, settings: settings)
            }
        }
    }

    // MARK: The working tree

    private func recordWorkingTree(
        _ version: AppVersion, in session: inout Session
    ) throws(UsageError) -> ReadersReport.Content? {
        let attestation = try attestation()
        guard let reader = DocumentReader(patches: [], session: &session) else { return nil }
        let documents = reader.read(arguments[.comparedDocument], of: arguments, session: &session).documents
        guard session.failures.isEmpty else { return nil }
        let (files, others) = ScannedCode.files(arguments[.recordedCode], of: arguments, in: &session)
        let sources = files.map { source in
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
        let listed = InputSources(arguments[.recordedCode], standardInputName: "", of: .documents).found.compactMap(
            \.path)
        let recorded = RecordedCode(
            sources, documents: documents, others: others.map { OtherFile($0.name, $0.bytes, documents.settingNames) },
            otherDocuments: listed.filter { path in !documents.contains { $0.name.hasSameBytes(as: path) } },
            modulesWithoutSettings: arguments[.modulesWithoutSettings])
        var bundled: ReaderRecord.Bundled?
        if let path = arguments[.bundledDocument] {
            bundled = self.bundled(path, in: &session)
            guard bundled != nil else { return nil }
        }
        var record = recorded.record(
            of: version, bundled: bundled, problems: outsideCode(of: sources, recorded.entryNames))
        if let attestation, !record.statesComplete { record = record.attested(attestation) }
        guard let outcome = write(record, in: &session) else { return nil }
        return .made([.init(name: "\(version)", outcome: outcome, record: record)])
    }

    /// The files of the working tree that are not recorded, and folders that are left out.
    private func outsideCode(of sources: [RecordedCode.Source], _ names: EntryNames) -> [String] {
        let links = InputSources(arguments[.recordedCode], standardInputName: "", of: .code).skipped
            .map { "\($0.path): it is not a regular file or folder, and is left out" }
        let inside = sources.map { source in
            let path = (try? GitRevision("HEAD").path(of: source.name)) ?? source.name
            return RecordedCode.Source(name: path, scanned: source.scanned)
        }
        // Outside of a repository, only what is given is known.
        guard let top = (try? FileSystem.resolved(".")).flatMap({ RepositoryFolder.top(of: $0) }) else { return links }
        do throws(GitFailure) {
            return links
                + (try OutsideCode(of: inside, at: nil, names).messages { (path) throws(GitFailure) in
                    RootFolder(of: top).content(
                        of: FilePath.prefix(in: top) + path, atMost: DocumentLimits.standard.byteCount)
                })
        } catch {
            return links + ["git cannot search the other files of the repository: \(error.message)"]
        }
    }

    /// The document of the app by the name that git gives to its content; `nil` if it has none, which is reported.
    private func bundled(_ path: String, in session: inout Session) -> ReaderRecord.Bundled? {
        do throws(GitFailure) {
            let inside = try GitRevision("HEAD").path(of: path)
            let output = try Git.output(["hash-object", "-w", "--no-filters", "--", path])
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
        let root = RootFolder(of: folder.path)
        guard root.contains(path) else {
            session.report(InputError.outside(path, of: root).diagnostic)
            return nil
        }
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

extension TagRecorder.Outcome {
    /// The outcome with the attestation of the command line, or with that of an earlier record for the same reasons.
    fileprivate func attested(_ attestation: ReaderRecord.Attestation?, of old: ReaderRecord?) -> TagRecorder.Outcome {
        guard case .recorded(let record) = self, !record.statesComplete else { return self }
        let kept = old.flatMap { $0.unseen == record.unseen ? $0.attestation : nil }
        // What the project says today counts, not what it said then.
        let attestation = attestation ?? record.attestation ?? (kept?.isByProject ?? false ? nil : kept)
        return .recorded(record.attested(attestation))
    }
}
