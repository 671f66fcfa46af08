import FlagResolver
import FlagStore

extension GlobPattern {
    /// The files that a pattern matches.
    struct Matches {
        /// In the natural order of the paths, without folders. Dangling links are included; reading them fails.
        var paths: [String] { found.map(\.text).sorted(by: NaturalOrder.precedes) }
        fileprivate(set) var found: Set<ExactText> = []
        /// The folders that could contain more matches and cannot be read, or the pattern if it has too many folders to visit.
        fileprivate(set) var failures: [InputError] = []
        /// The links to folders that `**` does not follow.
        fileprivate(set) var linkedFolders: [String] = []
    }

    /// - Parameter rest: What all patterns of a run may visit. It is reduced by what this one visits.
    func files(within rest: inout GlobLimit) -> Matches {
        let own = GlobLimit()
        let limit = GlobLimit(folders: min(own.folders, rest.folders), names: min(own.names, rest.names))
        let (matches, left) = search(limit)
        rest.folders -= limit.folders - max(0, left.folders)
        rest.names -= limit.names - max(0, left.names)
        return matches
    }

    /// - Parameter limit: The largest number of folders to visit, and of names in them.
    func files(_ limit: GlobLimit = GlobLimit()) -> Matches { search(limit).matches }

    private func search(_ limit: GlobLimit) -> (matches: Matches, left: GlobLimit) {
        var search = GlobSearch(limit)
        search.run(components, below: isAbsolute ? "/" : "")
        if search.isCut {
            // A part of the files would look like all of them.
            search.matches.found = []
            search.matches.failures = [.tooManyFolders(text)]
        }
        return (search.matches, search.limit)
    }

    /// The pattern as it is written, but for repeated slashes.
    private var text: String { (isAbsolute ? "/" : "") + components.joined(separator: "/") }
}

/// How much a pattern may visit: links that lead back up make very many paths from few folders.
struct GlobLimit {
    /// A folder counts once for each rest of the pattern that is matched in it.
    var folders = 100_000
    var names = 1_000_000

    /// For all patterns of a run.
    static let ofAllPatterns = GlobLimit(folders: 200_000, names: 2_000_000)
}

/// The search for the files that a pattern matches.
private struct GlobSearch {
    var matches = GlobPattern.Matches()
    /// Whether the search ended at the limit.
    private(set) var isCut = false
    private(set) var limit: GlobLimit
    /// The folders that still have to be visited, the next one last.
    private var waiting: [Visit] = []
    /// What has been visited. A folder has the same matches however it was reached.
    private var visited: Set<Visit> = []
    private var failures: Set<InputError> = []

    /// A folder, and the components of the pattern for what is in it.
    private struct Visit: Hashable {
        let folder: ExactText
        let rest: ArraySlice<String>

        static func == (left: Visit, right: Visit) -> Bool {
            left.rest.startIndex == right.rest.startIndex && left.folder == right.folder
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(rest.startIndex)
            hasher.combine(folder)
        }
    }

    init(_ limit: GlobLimit) { self.limit = limit }

    mutating func run(_ components: [String], below folder: String) {
        // `**` at the end means the files in all folders.
        let pattern = components.last == "**" ? components + ["*"] : components
        waiting = [Visit(folder: ExactText(folder), rest: pattern[...])]
        while !isCut, let next = waiting.popLast() {
            let first = waiting.count
            visit(next.rest, in: next.folder.text)
            waiting[first...].reverse()
        }
    }

    private mutating func visit(_ rest: ArraySlice<String>, in folder: String) {
        guard let component = rest.first else { return }
        let isPattern = component == "**" || Self.isPattern(component)
        guard isNew(rest, in: folder, counts: isPattern) else { return }
        guard isPattern else { return accept(folder + component, rest.dropFirst()) }
        let names = names(in: folder)
        guard component == "**" else { return match(names, in: folder, rest) }
        visit(rest.dropFirst(), in: folder, names)
        for name in names where !GlobPattern.isHidden(name) {
            let path = folder + name
            guard (try? FileSystem.entry(at: path))?.kind == .folder else { continue }
            // Links to folders are not followed, because they may form a cycle.
            if FileSystem.isLink(path) {
                matches.linkedFolders.append(path)
            } else {
                waiting.append(Visit(folder: ExactText(path + "/"), rest: rest))
            }
        }
    }

    /// Visits a folder for the rest after `**`, which is no `**`.
    private mutating func visit(_ rest: ArraySlice<String>, in folder: String, _ names: [String]) {
        guard let component = rest.first else { return }
        if Self.isPattern(component) {
            guard isNew(rest, in: folder, counts: false) else { return }
            match(names, in: folder, rest)
        } else {
            visit(rest, in: folder)
        }
    }

    private mutating func match(_ names: [String], in folder: String, _ rest: ArraySlice<String>) {
        guard let component = rest.first else { return }
        for name in names where GlobPattern.matches(component, name) { accept(folder + name, rest.dropFirst()) }
    }

    private mutating func accept(_ path: String, _ further: ArraySlice<String>) {
        do throws(SystemError) {
            let isFolder = try FileSystem.entry(at: path).kind == .folder
            if isFolder, !further.isEmpty { waiting.append(Visit(folder: ExactText(path + "/"), rest: further)) }
            if !isFolder, further.isEmpty { matches.found.insert(ExactText(path)) }
        } catch {
            if !further.isEmpty {
                fail(path, error)
            } else if FileSystem.isLink(path) {
                // A dangling link is a match; reading it fails and is reported.
                matches.found.insert(ExactText(path))
            }
        }
    }

    /// Whether names are compared with a component, which is not `**`; otherwise, it is a name.
    private static func isPattern(_ component: String) -> Bool {
        GlobPattern.isPattern(component) || component.utf8.contains(UInt8(ascii: "\\"))
    }

    /// Whether a folder has not been visited for a rest of the pattern.
    ///
    /// - Parameter counts: Whether the visit lists the names of the folder.
    private mutating func isNew(_ rest: ArraySlice<String>, in folder: String, counts: Bool) -> Bool {
        guard !isCut, visited.insert(Visit(folder: ExactText(folder), rest: rest)).inserted else { return false }
        limit.folders -= counts ? 1 : 0
        isCut = limit.folders < 0
        return !isCut
    }

    /// The names in a folder; none if there is no such folder.
    private mutating func names(in folder: String) -> [String] {
        do throws(SystemError) {
            let names = try FileSystem.names(in: folder)
            limit.names -= names.count
            if limit.names < 0 { isCut = true }
            return isCut ? [] : names
        } catch {
            fail(FilePath.directory(of: folder), error)
            return []
        }
    }

    private mutating func fail(_ path: String, _ error: SystemError) {
        guard error != .missing, error != .notFolder else { return }
        let failure = InputError.unreadable(path: path, error)
        if failures.insert(failure).inserted { matches.failures.append(failure) }
    }
}
