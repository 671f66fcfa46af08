import FlagStore

/// Patterns for paths: those of `--exclude`, and the inputs of platforms.
///
/// 1. A pattern matches a path, or a folder above it.
/// 2. An empty pattern matches nothing. On a command line, it replaces the patterns of the project.
/// 3. Patterns and paths are compared as text, from the root of the file system, with `..` resolved but not links.
struct PathPatterns {
    static let none = PathPatterns([], folder: "/")

    private let patterns: [GlobPattern]
    private let folder: String

    /// - Parameter folder: The absolute path that relative patterns and paths are relative to.
    init(_ patterns: [String], folder: String) {
        self.folder = folder
        // Special characters in the name of the folder are literal.
        let prefix = folder.unicodeScalars.reduce(into: "") { text, character in
            if "*?[\\".unicodeScalars.contains(character) { text.append("\\") }
            text.unicodeScalars.append(character)
        }
        self.patterns = patterns.filter { !$0.isEmpty }.map { GlobPattern(Self.absolute($0, in: prefix)) }
    }

    func contains(_ path: String) -> Bool {
        guard !patterns.isEmpty else { return false }
        var next = Self.absolute(path, in: folder)
        while !patterns.contains(where: { $0.matches(path: next) }) {
            guard next != "/" else { return false }
            next = FilePath.directory(of: next)
        }
        return true
    }

    /// A path from the root, without `.` and `..`.
    private static func absolute(_ path: String, in folder: String) -> String {
        let names = (FilePath.isAbsolute(path) ? [] : FilePath.names(of: folder)) + FilePath.names(of: path)
        // The parent of the root is the root.
        return "/" + FilePath.resolvingParents(in: names).drop { $0 == ".." }.joined(separator: "/")
    }
}

extension ParsedArguments {
    /// The files that folders and patterns do not include.
    var excludedFiles: PathPatterns {
        let patterns = self[ifDeclared: .exclude] ?? []
        return patterns.isEmpty ? .none : PathPatterns(patterns, folder: FileSystem.workingFolder)
    }
}
