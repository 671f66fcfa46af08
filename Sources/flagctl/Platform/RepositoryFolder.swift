import FlagStore

/// The folders of git repositories, found without git.
enum RepositoryFolder {
    /// The top of the repository or worktree that contains a folder; `nil` if there is none.
    ///
    /// - Parameter folder: An absolute path without links.
    static func top(of folder: String) -> String? {
        if let tree = RunningProcess.variable("GIT_WORK_TREE"), let top = try? FileSystem.resolved(tree) {
            let names = FilePath.names(of: top)
            return FilePath.names(of: folder).starts(with: names) ? top : nil
        }
        var next = folder
        while !FileSystem.exists(FilePath.prefix(in: next) + ".git") {
            guard next != "/" else { return nil }
            next = FilePath.directory(of: next)
        }
        return next
    }
}
