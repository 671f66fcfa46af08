/// Splits and joins paths as text.
///
/// Paths are split at bytes: a slash and a combining character after it are one `Character`.
package enum FilePath {
    private static let slash = UInt8(ascii: "/")

    package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

    /// The names between the slashes of a path.
    package static func names(of path: String) -> [String] {
        path.utf8.split(separator: slash).map { String(Substring($0)) }
    }

    /// Names without `.`, and without each `..` and the name before it; a `..` at the beginning stays.
    ///
    /// - Parameter isLink: Whether the last of some names is a symbolic link. A `..` after a link stays, because it is
    ///   relative to the target of the link.
    package static func resolvingParents(
        in names: [String], unless isLink: (_ names: [String]) -> Bool = { _ in false }
    ) -> [String] {
        names.reduce(into: []) { resolved, name in
            if name == "..", let last = resolved.last, last != "..", !isLink(resolved) {
                resolved.removeLast()
            } else if name != "." {
                resolved.append(name)
            }
        }
    }

    /// Splits a path after its last slash: `a/b` into `a/` and `b`, `b` into an empty prefix and `b`.
    package static func split(_ path: String) -> (prefix: String, name: String) {
        let end = path.utf8.lastIndex(of: slash).map { path.utf8.index(after: $0) } ?? path.startIndex
        return (String(path[..<end]), String(path[end...]))
    }

    /// The directory that contains a path, never empty: `a` for `a/b`, `.` for `b`, and `/` for `/b`.
    package static func directory(of path: String) -> String {
        let prefix = split(path).prefix
        if prefix.isEmpty { return "." }
        return prefix == "/" ? prefix : String(Substring(prefix.utf8.dropLast()))
    }

    /// What the paths in a directory begin with: `a/` for `a`, nothing for `.`, and `/` for `/`.
    package static func prefix(in directory: String) -> String {
        if directory.isEmpty || directory == "." { return "" }
        return directory.utf8.last == slash ? directory : directory + "/"
    }
}
