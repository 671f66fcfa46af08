import FlagAnalysis
import FlagReaders
import FlagReferences
import FlagResolver
import FlagStore

/// Records the releases of git tags, from the code and the documents of each tag, without a checkout.
struct TagRecorder {
    /// What became of a tag.
    enum Outcome {
        case recorded(ReaderRecord)
        /// The tag does not name a version, or has no Swift file.
        case skipped(reason: String)
    }

    /// Paths of files and folders, from the working folder.
    let code: [String]
    let documents: [String]
    let bundled: String?
    /// The names of the settings that are known today: old code may mention those, too.
    let names: [String]
    let modulesWithoutSettings: [String]

    private var scanned: [String: ScannedSource] = [:]
    private var parsed: [String: SettingsDocument] = [:]

    init(
        code: [String], documents: [String], bundled: String?, names: [String], modulesWithoutSettings: [String]
    ) {
        self.names = names
        self.modulesWithoutSettings = modulesWithoutSettings
        self.code = code
        self.documents = documents
        self.bundled = bundled
    }

    /// A tag and the version that it names.
    struct Tag {
        let name: String
        let version: AppVersion
    }

    /// The names of all tags.
    private static func names(in folder: String) throws(GitFailure) -> [String] {
        let output = try Git.output(["for-each-ref", "--format=%(refname:strip=2)", "refs/tags"], in: folder)
        return output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The patterns that fit the tags that look like versions: `*` for `1.0.0`, `v*` for `v1.0.0`, `release/*` for `release/1.0.0`.
    ///
    /// - Returns: The patterns with the number of their tags, the most frequent first.
    static func patterns(in folder: String = ".") throws(GitFailure) -> [(pattern: String, tags: [String])] {
        var found: [String: [String]] = [:]
        for name in try names(in: folder) {
            guard let start = name.utf8.firstIndex(where: \.isDigit) else { continue }
            // A digit can be a part of the text before the version: `ios17/1.0.0`.
            let starts =
                [start]
                + name.utf8.indices.filter { index in
                    name.utf8[index].isDigit && index > start
                        && [UInt8(ascii: "/"), UInt8(ascii: "-")].contains(name.utf8[name.utf8.index(before: index)])
                }
            let version = starts.first { name[$0...].containsByte(".") && AppVersion(String(name[$0...])) != nil }
            guard let version else { continue }
            found["\(name[..<version])*", default: []].append(name)
        }
        return found.map { (pattern: $0.key, tags: $0.value) }
            .sorted { ($1.tags.count, $0.pattern) < ($0.tags.count, $1.pattern) }
    }

    /// The tags that match a pattern, in the order of their versions; and those that name no version.
    static func tags(matching pattern: String) throws(GitFailure) -> (tags: [Tag], others: [String]) {
        let names = try names(in: ".")
        // The text before the first special character is no part of the version: `v` of `v*`, `ios/` of `ios/*`.
        let prefix = pattern.prefix { !"*?[\\".contains($0) }
        var tags: [Tag] = []
        var others: [String] = []
        for name in names where GlobPattern(pattern).matches(path: name) {
            if let version = AppVersion(String(name.dropFirst(prefix.count))) ?? AppVersion(name) {
                tags.append(Tag(name: name, version: version))
            } else {
                others.append(name)
            }
        }
        return (tags.sorted { ($0.version, $0.name) < ($1.version, $1.name) }, others)
    }

    /// Records the release of a tag.
    ///
    /// - Throws: `GitFailure` if git cannot read the revision.
    mutating func record(_ tag: Tag) throws(GitFailure) -> Outcome {
        let revision = try GitRevision("refs/tags/\(tag.name)")
        var problems: [String] = []
        let (sources, others, otherDocuments) = try files(of: revision, &problems)
        guard !sources.isEmpty else {
            return .skipped(reason: "it has no Swift file in \(code.joined(separator: ", "))")
        }
        var found: [LoadedDocument] = []
        for path in documents {
            // A folder of documents, or one of them.
            let listed = try revision.files(below: revision.path(of: path)) { FolderContent.documents.includes($0) }
            if listed.isEmpty {
                problems.append("\(path) is not there, so the types of generated keys are not known")
            }
            for (path, entry) in listed {
                guard let object = entry.file, let settings = try document(object, named: path) else {
                    problems.append("\(path) is no document of settings, so the types of generated keys are not known")
                    continue
                }
                found.append(LoadedDocument(name: path, settings: settings))
            }
        }
        let settings = found.settingNames + names
        let recorded = RecordedCode(
            sources, documents: found, names: names, others: others.map { OtherFile($0.path, $0.bytes, settings) },
            otherDocuments: otherDocuments.filter { path in !found.contains { $0.name == path } },
            modulesWithoutSettings: modulesWithoutSettings)
        let outside = OutsideCode(of: sources, at: revision.commit, recorded.entryNames)
        problems += try outside.messages { (path) throws(GitFailure) in
            guard let object = try revision.entries(at: [path])[0].file else { return nil }
            return try GitObjects.contents(of: [object])[object]
        }
        let folders = try code.map { (path) throws(GitFailure) in try revision.path(of: path) }
        problems += try outside.links(below: folders, of: revision, besides: Set(scanned.keys))
        let bundled = try bundled.flatMap { (path) throws(GitFailure) in
            let inside = try revision.path(of: path)
            return try object(of: path, at: revision).map { ReaderRecord.Bundled(path: inside, object: $0) }
        }
        let origin = ReaderRecord.Origin(tag: tag.name, revision: revision.commit)
        return .recorded(recorded.record(of: tag.version, from: origin, bundled: bundled, problems: problems))
    }

    private func object(of path: String, at revision: GitRevision) throws(GitFailure) -> String? {
        try revision.entries(at: [revision.path(of: path)])[0].file
    }

    private mutating func document(_ object: String, named name: String) throws(GitFailure) -> SettingsDocument? {
        if let known = parsed[object] { return known }
        let bytes = try GitObjects.contents(of: [object])[object] ?? []
        let document = try? SettingsDocument(parsing: bytes, sourceName: name, limits: .standard)
        parsed[object] = document
        return document
    }

    /// The sources of a revision. Those that the last one had, too, are not scanned again.
    ///
    /// - Parameter problems: What cannot be read, such as a submodule.
    private mutating func files(
        of revision: GitRevision, _ problems: inout [String]
    ) throws(GitFailure) -> (
        sources: [RecordedCode.Source], others: [(path: String, bytes: [UInt8])], documents: [String]
    ) {
        var files: [(path: String, object: String)] = []
        var others: [(path: String, object: String)] = []
        var documents: [String] = []
        for path in code {
            let listed = try revision.files(below: revision.path(of: path)) { path in
                [FolderContent.code, .otherCode, .documents].contains { $0.includes(path) }
            }
            for (path, entry) in listed {
                switch entry {
                case .file where FolderContent.documents.includes(path): documents.append(path)
                case .file(let object) where FolderContent.otherCode.includes(path): others.append((path, object))
                case .file(let object): files.append((path, object))
                case .failure(let failure): problems.append("\(path): \(failure.message)")
                case .absent, .folder: break
                }
            }
        }
        let objects = Set(files.map(\.object))
        scanned = scanned.filter { objects.contains($0.key) }
        let missing = objects.filter { scanned[$0] == nil }
        if !missing.isEmpty {
            let contents = try GitObjects.contents(of: Array(missing))
            let found = Array(contents).concurrentMap(partsOfAtLeast: 8) { part in
                part.map { ($0.key, ScannedSource(SwiftTokens(scanning: $0.value))) }
            }
            for part in found { for (object, source) in part { scanned[object] = source } }
        }
        let contents = others.isEmpty ? [:] : try GitObjects.contents(of: Array(Set(others.map(\.object))))
        return (
            files.compactMap { file in
                scanned[file.object].map { RecordedCode.Source(name: file.path, scanned: $0) }
            },
            others.compactMap { file in contents[file.object].map { (file.path, $0) } }, documents
        )
    }
}
