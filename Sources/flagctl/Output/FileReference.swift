import FlagResolver
import FlagStore

/// File names for other programs.
enum FileReference {
    /// The canonical path of a file, so that reports and fingerprints do not depend on the command line.
    ///
    /// 1. The path of a file in the working folder is relative to it, without `.`, `..` and double slashes. GitHub and
    ///    GitLab resolve it from the top of the repository.
    /// 2. A `..` after a symbolic link stays, because it is relative to the target of the link.
    /// 3. A path outside of the working folder stays relative or absolute.
    static func plain(_ path: String) -> String {
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

    /// The URI reference of a ``plain(_:)`` path.
    ///
    /// Everything but unreserved characters and slashes is percent-encoded, so that a colon does not end a scheme.
    static func uri(ofPlain path: String) -> String {
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
