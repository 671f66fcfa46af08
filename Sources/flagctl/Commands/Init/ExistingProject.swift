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
    /// Whether the app is one for Apple's platforms only.
    let isForApple: Bool

    /// - Parameters:
    ///   - folder: The folder; empty for the working folder. It need not exist.
    ///   - document: The path of the document below the folder; `nil` for the only one there, or a new `Flags.json`.
    /// - Throws: `UsageError` if there are several documents to choose from.
    init(in folder: String, document: String?) throws(UsageError) {
        let prefix = FilePath.prefix(in: folder)
        if let document { path = document } else { path = try Self.onlyDocument(in: prefix) ?? "Flags.json" }
        settings = Self.settings(at: prefix + path)
        isRefused = settings == nil && FileSystem.exists(prefix + path)
        let check = DocumentCheck(rules: Rules.all)
        let findings = settings.map { check.result(for: CheckedDocument($0)).findings } ?? []
        errorCount = findings.count { $0.severity == .error }
        warningCount = findings.count { $0.severity == .warning }
        isForApple = Self.isForApple(prefix)
    }

    private static func settings(at path: String) -> SettingsDocument? {
        guard let tree = bytes(of: path).flatMap({ try? JSONTree(parsing: $0, sourceName: path) }),
            DocumentRecognition.refusal(of: tree) == nil
        else { return nil }
        return try? SettingsDocument(tree: tree)
    }

    private static func bytes(of path: String) -> [UInt8]? {
        let limit = DocumentLimits.standard.byteCount
        guard let bytes = try? FileSystem.read(path, atMost: limit + 1), bytes.count <= limit else { return nil }
        return bytes
    }

    /// The path of the only document below a folder; `nil` if there is none.
    private static func onlyDocument(in prefix: String) throws(UsageError) -> String? {
        let sources = InputSources([prefix.isEmpty ? "." : prefix], standardInputName: "-")
        let paths = sources.found.compactMap { try? $0.get().path }.compactMap {
            $0.after(prefix: prefix).map(String.init)
        }
        let documents = paths.filter { path in
            guard Set(FilePath.names(of: path)).isDisjoint(with: foldersOfOthers),
                let tree = bytes(of: prefix + path).flatMap({ try? JSONTree(parsing: $0) })
            else { return false }
            return DocumentRecognition.refusal(of: tree) == nil && ForeignFormat(of: tree) == nil
        }
        guard documents.count > 1 else { return documents.first }
        let shown = documents.prefix(3).map { PlainText.escaped($0) }.joined(separator: ", ")
        throw .other(
            problem: "there are \(documents.count) documents of settings: \(shown)\(documents.count > 3 ? ", …" : "")",
            help: "name one with --document; \"inputs\" in flagctl.json can name the others")
    }

    /// The folders of dependencies and of build results.
    private static let foldersOfOthers: Set<String> = [
        "node_modules", "Pods", "Carthage", "DerivedData", "vendor", "build",
    ]

    private static func isForApple(_ prefix: String) -> Bool {
        let names = (try? FileSystem.names(in: prefix.isEmpty ? "." : prefix)) ?? []
        guard !names.contains(where: { $0.starts(withBytesOf: "build.gradle") }) else { return false }
        if names.contains(where: { $0.ends(withBytesOf: ".xcodeproj") || $0.ends(withBytesOf: ".xcworkspace") }) {
            return true
        }
        let manifest = bytes(of: prefix + "Package.swift").map { String(decoding: $0, as: UTF8.self) } ?? ""
        return manifest.contains(".iOS(")
    }
}
