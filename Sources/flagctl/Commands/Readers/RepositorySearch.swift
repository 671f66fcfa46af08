import FlagResolver
import FlagStore

/// Searches the files of a revision, or of the working tree with those that git does not track.
struct RepositorySearch {
    /// The revision; `nil` for the working tree.
    private let commit: String?
    private let top: String

    init(commit: String?) {
        self.commit = commit
        // Otherwise, git would search the working folder only.
        top = (try? FileSystem.resolved(".")).flatMap { RepositoryFolder.top(of: $0) } ?? "."
    }

    var isOfRevision: Bool { commit != nil }

    /// The paths of all files, in order. Code that git ignores can be in the app, except for what builds and packages leave behind.
    func paths() throws(GitFailure) -> [String] {
        let arguments =
            commit.map { ["ls-tree", "-r", "-z", "--name-only", "--full-tree", $0] }
            ?? ["-C", top, "ls-files", "-z", "--cached", "--others"]
        return try Git.output(arguments).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            .filter { !isBuilt($0) }.sorted()
    }

    /// The paths of the submodules.
    func submodules() throws(GitFailure) -> [String] { try paths(ofMode: "160000") }

    /// The paths of the symbolic links.
    func links() throws(GitFailure) -> [String] { try paths(ofMode: "120000") }

    private func paths(ofMode mode: String) throws(GitFailure) -> [String] {
        let arguments =
            commit.map { ["ls-tree", "-r", "-z", "--full-tree", $0] } ?? ["-C", top, "ls-files", "-z", "--stage"]
        // MODE …<tab>PATH
        return try Git.output(arguments).split(separator: 0).filter { $0.starts(with: mode.utf8) }
            .compactMap { record in
                record.firstIndex(of: UInt8(ascii: "\t")).map { String(decoding: record[($0 + 1)...], as: UTF8.self) }
            }.sorted()
    }

    /// The paths of the Swift files that have one of some words.
    func files(withWords words: Set<String>) throws(GitFailure) -> [String] {
        guard !words.isEmpty else { return [] }
        var arguments = ["grep", "-l", "-z", "-a", "-w", "-F", "--no-color", "--no-textconv", "--full-name"]
        arguments += words.sorted().flatMap { ["-e", $0] }
        arguments += commit.map { [$0] } ?? ["--untracked", "--no-exclude-standard"]
        let result = try Git.run(arguments + ["--", top], input: [])
        // git says with 1 that there are none.
        guard result.status == 0 || result.status == 1 else { throw GitFailure(result, of: arguments) }
        let prefix = commit.map { "\($0):" } ?? ""
        return result.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            .map { String($0.after(prefix: prefix) ?? $0[...]) }
            .filter { FolderContent.code.includes($0) && !isBuilt($0) }
    }

    /// Whether a file of the working tree is in a folder of builds and packages. Those of a revision are tracked, whatever the folder.
    private func isBuilt(_ path: String) -> Bool {
        commit == nil && FilePath.names(of: path).dropLast().contains { Self.builtFolders.contains($0) }
    }

    private static let builtFolders: Set<String> = [
        ".build", ".git", ".swiftpm", "Carthage", "DerivedData", "Pods", "SourcePackages", "build", "node_modules",
    ]
}
