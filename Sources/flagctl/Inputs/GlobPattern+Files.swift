extension GlobPattern {
    /// The paths that the pattern matches, sorted by their bytes, except those of folders.
    func files() -> [String] {
        var found: Set<String> = []
        expand(components[...], below: isAbsolute ? "/" : "", into: &found)
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private func expand(_ rest: ArraySlice<String>, below folder: String, into found: inout Set<String>) {
        guard let component = rest.first else { return }
        let further = rest.dropFirst()
        if component == "**" {
            // `**` alone at the end means the files in all the folders.
            expand(further.isEmpty ? ["*"] : further, below: folder, into: &found)
            for name in names(in: folder) where !name.hasPrefix(".") {
                let path = folder + name
                // A link to a folder is not followed: it may lead back up.
                if isFolder(path), !FileSystem.isLink(path) { expand(rest, below: path + "/", into: &found) }
            }
            return
        }
        guard Self.isPattern(component) || component.utf8.contains(UInt8(ascii: "\\")) else {
            accept(folder + component, further, into: &found)
            return
        }
        for name in names(in: folder) where Self.matches(component, name) {
            accept(folder + name, further, into: &found)
        }
    }

    private func accept(_ path: String, _ further: ArraySlice<String>, into found: inout Set<String>) {
        if further.isEmpty {
            if let entry = try? FileSystem.entry(at: path), entry.kind != .folder { found.insert(path) }
        } else {
            expand(further, below: path + "/", into: &found)
        }
    }

    /// A folder that cannot be read holds nothing that could match.
    private func names(in folder: String) -> [String] {
        (try? FileSystem.names(in: folder)) ?? []
    }

    private func isFolder(_ path: String) -> Bool {
        (try? FileSystem.entry(at: path))?.kind == .folder
    }
}
