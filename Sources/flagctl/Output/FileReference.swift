import FlagResolver
import FlagStore

/// Canonical names of files.
enum FileReference {
    /// The name of a file for reports to other programs and for fingerprints. It does not depend on the command line.
    ///
    /// 1. A file in a git repository or worktree has its path from the top of it, as GitHub and GitLab expect. Links to
    ///    folders are followed, but not the file itself.
    /// 2. `REV:PATH` has its path from the top, too.
    /// 3. Outside a repository, the path is that of ``fromHere(_:)``.
    static func canonical(_ path: String) -> String {
        if !FilePath.isAbsolute(path), !RevisionPath.isRelative(path), !FileSystem.exists(path),
            let (revision, file) = RevisionPath.parse(path)
        {
            return "\(revision):\(RevisionPath.isRelative(file) ? canonical(file) : file)"
        }
        // A missing file without a folder may be no file at all, such as the name of standard input.
        var (folder, name) = FilePath.split(path)
        let mayBeFile = !folder.isEmpty || name.utf8.dropFirst().contains(UInt8(ascii: ".")) || FileSystem.exists(path)
        guard mayBeFile, !name.isEmpty, name != ".", name != ".." else { return fromHere(path) }
        var names = [name]
        // The folder of a deleted file can be missing, too.
        while !folder.isEmpty, folder != "/", !FileSystem.exists(folder) {
            (folder, name) = FilePath.split(String(folder.dropLast()))
            names.insert(name, at: 0)
        }
        guard !names.contains(".."), let real = try? FileSystem.resolved(folder.isEmpty ? "." : folder),
            let top = RepositoryFolder.top(of: real)
        else { return fromHere(path) }
        return (FilePath.names(of: real).dropFirst(FilePath.names(of: top).count) + names).joined(separator: "/")
    }

    /// The shortest form of a path, which is that of an operand in outputs for people.
    ///
    /// 1. The path of a file in the working folder is relative to it, without `.`, `..` and double slashes.
    /// 2. A `..` after a symbolic link stays, because it is relative to the target of the link.
    /// 3. A path outside of the working folder stays relative or absolute.
    static func fromHere(_ path: String) -> String {
        let root = FilePath.isAbsolute(path) ? "/" : ""
        let resolved = FilePath.resolvingParents(in: FilePath.names(of: path)) {
            FileSystem.isLink(root + $0.joined(separator: "/"))
        }
        let names = root.isEmpty ? resolved[...] : resolved.drop { $0 == ".." }
        if let inside = inWorkingFolder(names, root: root) { return inside }
        let result = root + names.joined(separator: "/")
        return result.isEmpty ? path : result
    }

    /// The path relative to the working folder; `nil` if it is not inside.
    private static func inWorkingFolder(_ names: ArraySlice<String>, root: String) -> String? {
        guard !root.isEmpty || names.first == "..", let here = try? FileSystem.entry(at: ".").identity else {
            return nil
        }
        for count in names.indices.reversed() {
            let folder = root + names[..<count].joined(separator: "/")
            guard let identity = try? FileSystem.entry(at: folder).identity, identity == here else { continue }
            return names[count...].joined(separator: "/")
        }
        return nil
    }

    /// The URI reference of a ``canonical(_:)`` name.
    ///
    /// Everything but unreserved characters and slashes is percent-encoded, so that a colon does not end a scheme.
    static func uri(ofCanonical path: String) -> String {
        // Two slashes at the start would begin a host name.
        let isAbsolute = FilePath.isAbsolute(path)
        let rest = path.utf8.drop { isAbsolute && $0 == UInt8(ascii: "/") }
        var result = isAbsolute ? "file:///" : ""
        for byte in rest {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%" + byte.padded(to: 2, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
