import FlagResolver
import FlagStore

/// The repository that git reads.
///
/// git itself would also take a folder with the files of a bare repository for one, and a clone can contain such a folder:
/// its settings name programs. So the repository is found here, by `.git` only, which no clone contains.
enum GitRepository {
    /// The options that name the repository of a folder and its working tree; none if `GIT_DIR` names the repository, as for
    /// the hooks of a server.
    ///
    /// - Throws: `GitFailure` if the folder is in no repository, or in that of another user.
    static func options(for folder: String) throws(GitFailure) -> [String] {
        if RunningProcess.variable("GIT_DIR") != nil { return [] }
        guard let here = try? FileSystem.resolved(folder), let top = RepositoryFolder.found(from: here) else {
            throw .noRepository
        }
        let directory = try directory(at: top)
        let tree = RunningProcess.variable("GIT_WORK_TREE") == nil ? ["--work-tree=\(top)"] : []
        return ["--git-dir=\(directory)"] + tree
    }

    /// The directories that have been found, by the folder that has `.git`.
    private static let known = Locked<[String: String]>([:])

    /// The directory of the repository of a folder that has `.git`.
    ///
    /// git finds it, because it also checks who owns the repository: with `--git-dir`, it does not.
    private static func directory(at top: String) throws(GitFailure) -> String {
        if let directory = known.withLock({ $0[top] }) { return directory }
        let words = ["rev-parse", "--absolute-git-dir"]
        let above = "GIT_CEILING_DIRECTORIES=\(FilePath.directory(of: top))"
        let result = try Git.start(["-C", top] + words, variables: [above])
        guard result.status == 0 else { throw GitFailure(result, of: words) }
        let directory = String(decoding: result.output.dropLast(), as: UTF8.self)
        let link = FilePath.prefix(in: top) + ".git"
        // A `.git` that git does not accept: it has gone on with the folder itself.
        if (try? FileSystem.entry(at: link))?.kind == .folder {
            guard let expected = try? FileSystem.resolved(link), directory.hasSameBytes(as: expected) else {
                throw .noRepository
            }
        }
        known.withLock { $0[top] = directory }
        return directory
    }
}
