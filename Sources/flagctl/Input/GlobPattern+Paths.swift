import FlagStore

extension GlobPattern {
    /// Whether the pattern matches a path. The file need not exist.
    ///
    /// - Complexity: O(*components* × *names*): of several `**`, only the last one is retried.
    func matches(path: String) -> Bool {
        guard FilePath.isAbsolute(path) == isAbsolute else { return false }
        let names = FilePath.names(of: path).filter { $0 != "." }
        var pattern = components.filter { $0 != "." }
        // `**` at the end matches the files in all folders.
        if pattern.last == "**" { pattern.append("*") }
        var index = 0
        var position = 0
        var lastFolders: (index: Int, position: Int)?
        while position < names.count {
            if index < pattern.count, pattern[index] == "**" {
                lastFolders = (index, position)
                index += 1
            } else if index < pattern.count, Self.matches(pattern[index], names[position]) {
                index += 1
                position += 1
            } else if let folders = lastFolders, !Self.isHidden(names[folders.position]) {
                lastFolders = (folders.index, folders.position + 1)
                index = folders.index + 1
                position = folders.position + 1
            } else {
                return false
            }
        }
        return index == pattern.count
    }

    /// The folder that contains all matches: the components before the first one with a special character.
    var fixedFolder: String { (isAbsolute ? "/" : "") + fixedComponents.joined(separator: "/") }

    private var fixedComponents: ArraySlice<String> {
        components.dropLast().prefix { !Self.isPattern($0) && !$0.utf8.contains(UInt8(ascii: "\\")) }
    }

    /// The pattern for paths below ``fixedFolder``.
    var belowFixedFolder: GlobPattern {
        GlobPattern(components: Array(components.dropFirst(fixedComponents.count)), isAbsolute: false)
    }
}
