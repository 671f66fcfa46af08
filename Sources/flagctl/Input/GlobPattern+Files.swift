import FlagResolver
import FlagStore

extension GlobPattern {
    /// The files that a pattern matches.
    struct Matches {
        /// In the natural order of the paths, without folders. Dangling links are included; reading them fails.
        var paths: [String] { found.map(\.text).sorted(by: NaturalOrder.precedes) }
        fileprivate(set) var found: Set<ExactText> = []
        /// The folders that could contain more matches and cannot be read.
        fileprivate(set) var failures: [InputError] = []
        /// The links to folders that `**` does not follow.
        fileprivate(set) var linkedFolders: [String] = []
    }

    func files() -> Matches {
        var found = Matches()
        expand(components[...], below: isAbsolute ? "/" : "", into: &found)
        return found
    }

    private func expand(_ rest: ArraySlice<String>, below folder: String, into found: inout Matches) {
        guard let component = rest.first else { return }
        let further = rest.dropFirst()
        if component == "**" {
            // `**` at the end means the files in all folders.
            expand(further.isEmpty ? ["*"] : further, below: folder, into: &found)
            for name in names(in: folder, &found) where !Self.isHidden(name) {
                let path = folder + name
                guard isFolder(path) else { continue }
                // Links to folders are not followed, because they may form a cycle.
                if FileSystem.isLink(path) {
                    found.linkedFolders.append(path)
                } else {
                    expand(rest, below: path + "/", into: &found)
                }
            }
            return
        }
        guard Self.isPattern(component) || component.utf8.contains(UInt8(ascii: "\\")) else {
            accept(folder + component, further, into: &found)
            return
        }
        for name in names(in: folder, &found) where Self.matches(component, name) {
            accept(folder + name, further, into: &found)
        }
    }

    private func accept(_ path: String, _ further: ArraySlice<String>, into found: inout Matches) {
        if further.isEmpty {
            // A dangling link is a match; reading it fails and is reported.
            let kind = (try? FileSystem.entry(at: path))?.kind
            if let kind, kind != .folder { found.found.insert(ExactText(path)) }
            if kind == nil, FileSystem.isLink(path) { found.found.insert(ExactText(path)) }
        } else {
            expand(further, below: path + "/", into: &found)
        }
    }

    /// The names in a folder; none if there is no such folder.
    private func names(in folder: String, _ found: inout Matches) -> [String] {
        do throws(SystemError) {
            return try FileSystem.names(in: folder)
        } catch {
            let isAbsence = error == .missing || error == .notFolder
            if !isAbsence { found.failures.append(.unreadable(path: FilePath.directory(of: folder), error)) }
            return []
        }
    }

    private func isFolder(_ path: String) -> Bool {
        (try? FileSystem.entry(at: path))?.kind == .folder
    }
}
