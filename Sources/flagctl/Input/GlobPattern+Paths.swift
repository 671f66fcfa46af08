extension GlobPattern {
    /// Whether the pattern matches a path that need not exist, as it would match the file if it did.
    func matches(path: String) -> Bool {
        guard path.hasPrefix("/") == isAbsolute else { return false }
        let names = path.split(separator: "/").map(String.init)
        return Self.matches(components.filter { $0 != "." }[...], names.filter { $0 != "." }[...])
    }

    /// Recursion is as deep as the path; a second `**` in the pattern is only tried where the first has matched.
    private static func matches(_ components: ArraySlice<String>, _ names: ArraySlice<String>) -> Bool {
        guard let component = components.first else { return names.isEmpty }
        guard let name = names.first else { return false }
        let further = components.dropFirst()
        guard component == "**" else {
            return matches(component, name) && matches(further, names.dropFirst())
        }
        if matches(further.isEmpty ? ["*"] : further, names) { return true }
        return !name.hasPrefix(".") && matches(components, names.dropFirst())
    }

    /// The folder that everything the pattern matches is in: its components before the first with a special character.
    var fixedFolder: String {
        let fixed = components.dropLast().prefix { !Self.isPattern($0) && !$0.utf8.contains(UInt8(ascii: "\\")) }
        return (isAbsolute ? "/" : "") + fixed.joined(separator: "/")
    }
}
