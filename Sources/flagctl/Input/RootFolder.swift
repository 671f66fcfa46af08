import FlagStore

/// The folder that nothing leads out of, unless the command line names it: no path of another file, and no link in a folder.
///
/// Otherwise, a document of a stranger could have a message quote a secret, or an edit change a file elsewhere.
///
/// 1. In a git repository, it is the top of it; otherwise the nearest folder with a project file, here or above; otherwise
///    the folder itself.
/// 2. Paths are compared with all links followed.
struct RootFolder: Hashable, Sendable {
    enum Kind: Hashable {
        case repository
        case project
        case folder
    }

    let kind: Kind
    private let names: [String]

    /// - Parameter folder: A folder that the command line names, or that contains a file that it names.
    init(of folder: String) {
        let folder = Self.real(folder) ?? FileSystem.workingFolder
        if let top = RepositoryFolder.top(of: folder) {
            (kind, names) = (.repository, FilePath.names(of: top))
            return
        }
        let names = FilePath.names(of: folder)
        let project = (0...names.count).reversed().lazy.map { names.prefix($0) }
            .first { FileSystem.exists("/" + ($0 + [FolderContent.projectName]).joined(separator: "/")) }
        kind = project == nil ? .folder : .project
        self.names = Array(project ?? names[...])
    }

    /// Whether a path leads to a place in the folder. It need not exist.
    func contains(_ path: String) -> Bool {
        guard let real = Self.real(path) else { return false }
        let found = FilePath.names(of: real)
        // What git keeps for itself is no part of the repository's content.
        return found.starts(with: names) { $0.hasSameBytes(as: $1) }
            && !found.dropFirst(names.count).contains { $0.lowercased() == ".git" }
    }

    /// The content of a regular file in the folder; `nil` if it is not one, cannot be read, or has more bytes than the limit.
    func content(of path: String, atMost limit: Int) -> [UInt8]? {
        guard contains(path), let file = try? FileSystem.readRegularFile(path, atMost: limit + 1) else { return nil }
        return file.bytes.count <= limit ? file.bytes : nil
    }

    /// The path with all links followed; `nil` if that is not known. What does not exist yet has no links.
    private static func real(_ path: String) -> String? {
        let names = FilePath.isAbsolute(path) ? [] : FilePath.names(of: FileSystem.workingFolder)
        var existing = (names + FilePath.names(of: path))[...]
        while true {
            let candidate = "/" + existing.joined(separator: "/")
            do throws(SystemError) {
                let missing = (names + FilePath.names(of: path)).dropFirst(existing.count)
                let resolved = FilePath.names(of: try FileSystem.resolved(candidate)) + missing
                return "/" + FilePath.resolvingParents(in: resolved).joined(separator: "/")
            } catch {
                // A link of the system can lead to something that has no path.
                guard error == .missing || error == .notFolder, !FileSystem.exists(candidate), existing.popLast() != nil
                else { return nil }
            }
        }
    }
}

extension RootFolder {
    /// The folder in a message.
    var description: String {
        switch kind {
        case .repository: "the git repository"
        case .project: "the directory of the project file"
        case .folder: "the directory"
        }
    }
}
