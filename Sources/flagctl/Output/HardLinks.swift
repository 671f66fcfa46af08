import FlagAnalysis

/// The other names of files that are about to be replaced by renaming: those names keep the old content.
struct HardLinks {
    /// The files that have other names, and how many.
    private let found: [(path: String, count: Int)]

    /// - Parameter paths: The paths of the files, before they are replaced.
    init(of paths: some Sequence<String>) {
        found = paths.compactMap { path in
            let count = FileSystem.otherNameCount(of: path)
            return count > 0 ? (path, count) : nil
        }
    }

    /// A note about each file.
    var notes: [Diagnostic] {
        found.map { path, count in
            Diagnostic(
                subject: .name(path), severity: .note,
                message: count == 1
                    ? "the file had another hard link, which keeps the old content"
                    : "the file had \(count) other hard links, which keep the old content",
                help: "link them again, or use symbolic links, which lead to the new content")
        }
    }
}

extension Session {
    /// Reports the other names of files that have been replaced.
    mutating func report(_ links: HardLinks) {
        for note in links.notes { report(note) }
    }
}
