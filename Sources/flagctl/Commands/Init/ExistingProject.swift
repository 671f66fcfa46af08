import FlagAnalysis
import FlagResolver
import FlagStore

/// What a folder has before `init` creates files in it.
struct ExistingProject {
    /// The path of the document below the folder, whether it exists or not.
    let path: String
    /// The document; `nil` if it does not exist, or is not one.
    let settings: SettingsDocument?
    /// Whether the file exists and is not a document of settings.
    let isRefused: Bool
    /// What `check` finds in the document.
    let errorCount: Int
    let warningCount: Int
    /// Whether there is a file of policies where `init` creates one.
    let hasPolicies: Bool
    /// Whether the app is one for Apple's platforms only.
    let isForApple: Bool
    /// The pattern of the git tags of releases: `v*` if no tag looks like a version.
    let releaseTags: String
    /// The versions of these tags, without pre-releases, in ascending order.
    let releases: [String]
    /// The paths of the other documents below the folder.
    let others: [String]

    /// - Parameters:
    ///   - folder: The folder; empty for the working folder. It need not exist.
    ///   - document: The path of the document below the folder; `nil` for the only one there, or a new `Flags.json`.
    /// - Throws: `UsageError` if there are several documents to choose from.
    init(in folder: String, document: String?) throws(UsageError) {
        let prefix = FilePath.prefix(in: folder)
        let found = Self.documents(below: prefix)
        if let document {
            path = document
        } else {
            path = try Self.chosen(among: found) ?? "Flags.json"
        }
        others = found.documents.filter { [path] in !$0.hasSameBytes(as: path) }
        let root = RootFolder(of: folder.isEmpty ? "." : folder)
        settings = Self.settings(at: prefix + path, in: root)
        isRefused = settings == nil && FileSystem.exists(prefix + path)
        let tags = (try? TagRecorder.patterns(in: folder.isEmpty ? "." : folder))?.first
        releaseTags = tags?.pattern ?? "v*"
        releases = Self.releases(tags?.tags ?? [], below: releaseTags)
        // As the project will be checked.
        let list = try? ReleaseList(parsing: Array(releases.joined(separator: "\n").utf8))
        let check = DocumentCheck(rules: Rules.all)
        let findings = settings.map { check.result(for: CheckedDocument($0, releases: list)).findings } ?? []
        errorCount = findings.count { $0.severity == .error }
        warningCount = findings.count { $0.severity == .warning }
        hasPolicies = FileSystem.exists(prefix + InitialFiles.policies)
        isForApple = Self.isForApple(prefix, root)
    }

    private static func releases(_ tags: [String], below pattern: String) -> [String] {
        let texts = tags.map { String($0.dropFirst(pattern.count - 1)) }
        let versions = texts.compactMap { text in AppVersion(text).map { (version: $0, text: text) } }
        var known: Set<AppVersion> = []
        return versions.sorted { ($0.version, $0.text) < ($1.version, $1.text) }
            .filter { !$0.version.isPrerelease && known.insert($0.version).inserted }.map(\.text)
    }

    private static func settings(at path: String, in root: RootFolder) -> SettingsDocument? {
        guard let tree = bytes(of: path, in: root).flatMap({ try? JSONTree(parsing: $0, sourceName: path) }),
            DocumentRecognition.refusal(of: tree) == nil
        else { return nil }
        return try? SettingsDocument(tree: tree)
    }

    private static func bytes(of path: String, in root: RootFolder) -> [UInt8]? {
        root.content(of: path, atMost: DocumentLimits.standard.byteCount)
    }

    /// The files below a folder that are documents, and those that were most likely meant as one.
    private struct Found {
        var documents: [String] = []
        /// The paths with the reasons why they are none.
        var refused: [(path: String, reason: String)] = []
    }

    private static func documents(below prefix: String) -> Found {
        let sources = InputSources([prefix.isEmpty ? "." : prefix], standardInputName: "-")
        let root = RootFolder(of: prefix.isEmpty ? "." : prefix)
        var found = Found()
        for path in sources.found.compactMap({ $0.path?.after(prefix: prefix).map(String.init) })
        where Set(FilePath.names(of: path)).isDisjoint(with: foldersOfOthers) {
            guard let bytes = bytes(of: prefix + path, in: root) else { continue }
            // Almost every file is of another kind, and need not be parsed.
            let text = String(decoding: bytes, as: UTF8.self)
            let looksLikeDocument = text.contains(bytesOf: "defaultValue") || text.contains(bytesOf: "valuesByVersion")
            guard looksLikeDocument || text.contains(bytesOf: "variants") || text.contains(bytesOf: "variations") else {
                continue
            }
            do throws(JSONSyntaxError) {
                let tree = try JSONTree(parsing: bytes)
                if ForeignFormat(of: tree) != nil {
                    found.refused.append((path, "it is a file of another flag system"))
                } else if DocumentRecognition.refusal(of: tree) == nil {
                    found.documents.append(path)
                } else if looksLikeDocument, tree.kind(of: 0) == .object,
                    tree.member(named: "$schema" as StaticString, of: 0) == nil
                {
                    found.refused.append((path, "no member of its settings has the right name"))
                }
            } catch {
                if looksLikeDocument { found.refused.append((path, "it is not JSON")) }
            }
        }
        return found
    }

    /// The path of the only document; `nil` if there is none.
    ///
    /// - Throws: `UsageError` if there are several, or only files that are no documents but were meant as such.
    private static func chosen(among found: Found) throws(UsageError) -> String? {
        let documents = found.documents
        if documents.isEmpty, let (path, reason) = found.refused.first {
            throw .other(
                problem: "\(PlainText.escaped(path)) is not a document of settings: \(reason)",
                help: "correct it, which flagctl check helps with, or name a document with --document")
        }
        if let path = documents.first(where: { !InitialFiles.canName($0) }) {
            throw .other(
                problem: "\(PlainText.escaped(path)) cannot be in a workflow: \(InitialFiles.unusablePath)",
                help: "rename it: \(InitialFiles.helpForUnusablePath)")
        }
        guard documents.count > 1 else { return documents.first }
        let shown = documents.prefix(3).map { PlainText.escaped($0) }.joined(separator: ", ")
        throw .other(
            problem: "there are \(documents.count) documents of settings: \(shown)\(documents.count > 3 ? ", …" : "")",
            help:
                "name the one for the first policies with --document; \"inputs\" in flagctl.json can name the others, too"
        )
    }

    /// The folders of dependencies and of build results.
    private static let foldersOfOthers: Set<String> = [
        "node_modules", "Pods", "Carthage", "DerivedData", "vendor", "build",
    ]

    private static func isForApple(_ prefix: String, _ root: RootFolder) -> Bool {
        let names = (try? FileSystem.names(in: prefix.isEmpty ? "." : prefix)) ?? []
        guard !names.contains(where: { $0.starts(withBytesOf: "build.gradle") }) else { return false }
        if names.contains(where: { $0.ends(withBytesOf: ".xcodeproj") || $0.ends(withBytesOf: ".xcworkspace") }) {
            return true
        }
        let manifest = bytes(of: prefix + "Package.swift", in: root).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return manifest.contains(bytesOf: ".iOS(")
    }
}
