import FlagReferences
import FlagResolver
import FlagStore

/// Swift files of a repository that may be in the app, but are not recorded.
///
/// 1. What the code imports is a matter of modules, which `CodeInventory` looks at. This is about the rest: files of the same module in
///    another folder, and an app that calls recorded code.
/// 2. In a package, a module has the files below `Sources/MODULE`. Otherwise, any file that imports one of the libraries can belong to the
///    app.
/// 3. Tests and manifests of packages are left out: no app contains them.
struct OutsideCode {
    private let sources: [RecordedCode.Source]
    /// The revision; `nil` for the working tree.
    private let commit: String?

    init(of sources: [RecordedCode.Source], at commit: String?) {
        self.sources = sources
        self.commit = commit
    }

    /// What may be in the app beside the sources, in words.
    ///
    /// - Parameter content: The content of a file of the revision, by its path from the top; `nil` if there is none.
    func messages(_ content: (String) throws(GitFailure) -> [UInt8]?) throws(GitFailure) -> [String] {
        var isPackage = true
        var messages: [String] = []
        for folder in Set(sources.map { Self.place(of: $0.name)?.package }) {
            guard let folder, let manifest = try content(folder.isEmpty ? "Package.swift" : "\(folder)/Package.swift")
            else {
                isPackage = false
                continue
            }
            for plugin in Set(ScannedSource(SwiftTokens(scanning: manifest)).generators).sorted() {
                messages.append("the plugin \(NameText.quoted(plugin)) may write code, which is not seen")
            }
        }
        return try messages + (self.files(isPackage: isPackage).map { [$0] } ?? [])
    }

    /// The files in words; `nil` if there are none.
    private func files(isPackage: Bool) throws(GitFailure) -> String? {
        let modules = ScannedModules(sources)
        let isApp = sources.contains { $0.scanned.isMain || FilePath.names(of: $0.name).last == "main.swift" }
        let callers = isApp || modules.readers.isEmpty ? [] : Set(try files(importing: modules.readers))
        let files = Set(try files(importing: EntryPoints.modules)).union(callers).sorted()
        guard !files.isEmpty else { return nil }
        let known = Set(sources.map(\.name))
        let found = files.filter { path in
            guard !known.contains(path), !TestFolder.contains(path) else { return false }
            // An app that calls the recorded code has modules of its own.
            guard isApp || !callers.contains(path) else { return true }
            guard let module = Self.place(of: path)?.module else { return !isPackage }
            return modules.names.contains(module)
        }
        guard let first = found.first else { return nil }
        let rest = found.count > 1 ? " and \(Count.of(found.count - 1, "further file"))" : ""
        return "\(first)\(rest) elsewhere may belong to the app and \(found.count == 1 ? "reads" : "read") settings"
    }

    /// The package and the module of a file below `Sources/MODULE`; `nil` for another one.
    private static func place(of path: String) -> (package: String, module: String)? {
        let folders = FilePath.names(of: path).dropLast()
        guard let index = folders.firstIndex(where: { $0.utf8.elementsEqual("Sources".utf8) }),
            index + 1 < folders.endIndex
        else { return nil }
        return (folders[..<index].joined(separator: "/"), folders[index + 1])
    }

    /// The paths of the Swift files that import one of some modules.
    private func files(importing modules: Set<String>) throws(GitFailure) -> [String] {
        let names = modules.sorted().map(Self.escaped).joined(separator: "|")
        var arguments = [
            "grep", "-l", "-z", "-I", "--no-color", "--no-textconv", "--full-name", "-E", "-e",
            "import.*\\b(\(names))\\b",
        ]
        arguments += commit.map { [$0] } ?? ["--untracked"]
        // Otherwise, git would search the working folder only.
        let top = (try? FileSystem.resolved(".")).flatMap { RepositoryFolder.top(of: $0) } ?? "."
        let result = try Git.run(arguments + ["--", top], input: [])
        // git says with 1 that there are none.
        guard result.status == 0 || result.status == 1 else { throw GitFailure(result, of: arguments) }
        let prefix = commit.map { "\($0):" } ?? ""
        return result.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            .map { String($0.after(prefix: prefix) ?? $0[...]) }
            .filter { path in
                let names = FilePath.names(of: path)
                return FolderContent.code.includes(path) && !(names.last ?? "").starts(withBytesOf: "Package")
            }
    }

    private static func escaped(_ name: String) -> String {
        String(name.unicodeScalars.filter { $0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0) })
    }
}
