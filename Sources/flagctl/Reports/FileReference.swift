/// Names of files as other programs want them.
enum FileReference {
    /// A path without the `./` that it may begin with: GitHub and GitLab look for it from the top of the repository.
    static func plain(_ path: String) -> String {
        var rest = path[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
        return rest.isEmpty ? path : String(rest)
    }

    /// A path as a URI reference: relative to wherever the program ran, or absolute as it is itself.
    ///
    /// Everything but unreserved characters and slashes is percent-encoded, so that no colon makes a scheme of what is
    /// before it.
    static func uri(of path: String) -> String {
        let path = plain(path)
        // Two slashes would begin the name of a host.
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
