extension GlobPattern {
    /// Whether the pattern matches a path. The file need not exist.
    func matches(path: String) -> Bool {
        guard path.hasPrefix("/") == isAbsolute else { return false }
        let names = path.split(separator: "/").map(String.init)
        return Self.matches(components.filter { $0 != "." }[...], names.filter { $0 != "." }[...])
    }

    /// The depth of the recursion is the number of names in the path.
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

    /// The folder that contains all matches: the components before the first one with a special character.
    var fixedFolder: String {
        let fixed = components.dropLast().prefix { !Self.isPattern($0) && !$0.utf8.contains(UInt8(ascii: "\\")) }
        return (isAbsolute ? "/" : "") + fixed.joined(separator: "/")
    }
}
