/// File names for other programs.
enum FileReference {
    /// The canonical path of a file, so that reports and fingerprints do not depend on the command line.
    ///
    /// 1. The path of a file in the working folder is relative to it, without `.`, `..` and double slashes. GitHub and
    ///    GitLab resolve it from the top of the repository.
    /// 2. A `..` after a symbolic link stays, because it is relative to the target of the link.
    /// 3. A path outside of the working folder stays relative or absolute.
    static func plain(_ path: String) -> String {
        let isAbsolute = path.hasPrefix("/")
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard isAbsolute || parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { return path }
        let root = isAbsolute ? "/" : ""
        var names: [Substring] = []
        for name in parts where !name.isEmpty && name != "." {
            guard name == ".." else {
                names.append(name)
                continue
            }
            switch names.last {
            case nil where isAbsolute: break
            case nil, "..": names.append(name)
            case _ where FileSystem.isLink(root + names.joined(separator: "/")): names.append(name)
            default: names.removeLast()
            }
        }
        if let inside = inWorkingFolder(names, root: root) { return inside }
        let result = root + names.joined(separator: "/")
        return result.isEmpty ? path : result
    }

    /// The path relative to the working folder; `nil` if it does not lead through it.
    private static func inWorkingFolder(_ names: [Substring], root: String) -> String? {
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
        let isAbsolute = path.hasPrefix("/")
        let rest = isAbsolute ? path.drop { $0 == "/" } : path[...]
        var result = isAbsolute ? "file:///" : ""
        for byte in rest.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }
}
