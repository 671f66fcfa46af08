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
        return found(from: folder)
    }

    /// The nearest folder with `.git`: this one, or one above.
    ///
    /// As in git, the search ends at the file system of the folder and below the folders in `GIT_CEILING_DIRECTORIES`, and
    /// passes a directory `.git` that has no repository. A folder that is a bare repository itself is not found.
    static func found(from folder: String) -> String? {
        let ceilings = (RunningProcess.variable("GIT_CEILING_DIRECTORIES") ?? "").parts(
            separatedBy: ":", omittingEmpty: true
        )
        .map { (try? FileSystem.resolved(String($0))) ?? String($0) }
        let endsAtDevice = RunningProcess.variable("GIT_DISCOVERY_ACROSS_FILESYSTEM") == nil
        let device = device(of: folder)
        var next = folder
        while !hasRepository(next) {
            let above = FilePath.directory(of: next)
            guard next != "/", !ceilings.contains(above), !endsAtDevice || self.device(of: above) == device else {
                return nil
            }
            next = above
        }
        return next
    }

    private static func device(of folder: String) -> UInt64? { (try? FileSystem.entry(at: folder))?.identity.device }

    private static func hasRepository(_ folder: String) -> Bool {
        let path = FilePath.prefix(in: folder) + ".git"
        switch (try? FileSystem.entry(at: path))?.kind {
        case .folder: return FileSystem.exists(path + "/HEAD") || FileSystem.isLink(path + "/HEAD")
        case .file: return true
        default: return false
        }
    }
}
