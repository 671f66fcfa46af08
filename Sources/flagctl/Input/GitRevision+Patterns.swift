extension GitRevision {
    /// The paths that a pattern matches at a revision, from the top of the repository; with `./` or `../`, from here.
    ///
    /// If a file has exactly this path, it is the only match.
    static func paths(at revision: String, matching pattern: String) throws(GitFailure) -> [String] {
        let isRelative = RevisionPath.isRelative(pattern)
        let revision = try GitRevision(revision)
        func name(_ path: String) -> String {
            guard isRelative else { return path }
            let path = revision.pathFromHere(path)
            return RevisionPath.isRelative(path) ? path : "./\(path)"
        }
        let exact = try revision.path(ofRevisionPath: pattern)
        if case .file = try revision.entries(at: [exact])[0] { return [pattern] }
        let glob = GlobPattern(pattern)
        let folder = glob.fixedFolder
        let top = isRelative ? try revision.path(ofRevisionPath: "./\(folder)") : folder
        let found = try revision.files(below: top) { glob.matches(path: name($0)) }
        for file in found {
            if case .failure(let failure) = file.entry, !failure.isAboutSubmodule { throw failure }
        }
        return found.filter { $0.entry.file != nil }.map { name($0.path) }
    }
}
