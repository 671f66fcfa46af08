import FlagResolver
import FlagStore

extension GitHistory {
    /// The paths of a document in its history: its own, those before renames, and those of links that lead to it.
    struct Lineage {
        /// The path of the document, and those before renames.
        private var paths: [String]
        /// The paths that a commit renamed to one of ``paths``.
        private var sources: [String: [String]] = [:]
        /// Links, and what they lead to.
        private var linked: Set<ExactText> = []
        /// The commits whose renames are known, by the path that they add.
        private var searched: Set<Addition> = []
        private var linkCount = 0

        /// The largest number of links from one to the next.
        private static let maximumLinkCount = 40

        private struct Addition: Hashable {
            let commit: String
            let path: ExactText
        }

        init(_ path: String) { paths = [path] }

        /// The paths whose changes can change the document.
        var allPaths: [String] { linked.union(paths.map { ExactText($0) }).sorted().map(\.text) }
    }
}

/// Finding the paths.
extension GitHistory.Lineage {
    /// Adds the paths that changes lead to.
    ///
    /// - Returns: Whether there are new ones.
    mutating func grow(with changes: [GitHistory.Change], _ head: GitRevision) throws(GitFailure) -> Bool {
        let isRenamed = try addSources(changes)
        // A link can lead to itself through ever longer paths.
        guard linkCount < Self.maximumLinkCount, try addLinks(changes, head) else { return isRenamed }
        linkCount += 1
        return true
    }

    /// Adds the paths that were renamed, from one process of git for all commits that add a path.
    private mutating func addSources(_ changes: [GitHistory.Change]) throws(GitFailure) -> Bool {
        let known = Set(paths.map { ExactText($0) })
        var commits: [String] = []
        for change in changes {
            let added = change.files.filter { $0.old == nil && !$0.isLink && known.contains(ExactText($0.path)) }
            for file in added
            where searched.insert(Addition(commit: change.name, path: ExactText(file.path))).inserted {
                if commits.last != change.name { commits.append(change.name) }
            }
        }
        guard !commits.isEmpty else { return false }
        let output = try Git.output(
            [
                "diff-tree", "--stdin", "-m", "-r", "-z", "-M", "-l1000", "--diff-filter=R", "--raw", "--no-abbrev",
                "--no-ext-diff", "--no-textconv", "--no-relative", "-O/dev/null",
            ], input: Array(commits.map { "\($0)\n" }.joined().utf8))
        var fields = output.split(separator: 0)[...]
        func text(_ bytes: ArraySlice<UInt8>?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
        var (commit, isNew) = ("", false)
        while let field = fields.popFirst() {
            guard field.first == UInt8(ascii: ":") else {
                commit = text(field.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") })
                continue
            }
            let (source, path) = (text(fields.popFirst()), text(fields.popFirst()))
            guard known.contains(ExactText(path)) else { continue }
            sources[commit, default: []].append(source)
            guard !paths.contains(where: { $0.hasSameBytes(as: source) }) else { continue }
            paths.append(source)
            isNew = true
        }
        return isNew
    }

    /// Adds the links in the paths, and what they lead to.
    private mutating func addLinks(_ changes: [GitHistory.Change], _ head: GitRevision) throws(GitFailure) -> Bool {
        let known = linked.union(paths.map { ExactText($0) })
        if linkCount == 0, let path = paths.first {
            linked.formUnion(try GitRevision.links(above: path, at: head.commit).map { ExactText($0) })
        }
        // A folder can replace a link, and a link a folder: then, git lists the file as added or deleted.
        for path in known {
            for commit in Self.ends(of: path, in: changes) {
                linked.formUnion(try GitRevision.links(above: path.text, at: commit).map { ExactText($0) })
            }
        }
        let all = linked.union(known)
        let links = changes.flatMap(\.files).filter { $0.isLink && all.contains(ExactText($0.path)) }
        let contents = try GitObjects.contents(of: Array(Set(links.flatMap(\.links))))
        for link in links {
            for object in link.links {
                let target = contents[object].map { String(decoding: $0, as: UTF8.self) } ?? ""
                guard !FilePath.isAbsolute(target) else { continue }
                let folder = FilePath.names(of: link.path).dropLast()
                let names = FilePath.resolvingParents(in: folder + FilePath.names(of: target))
                // The link itself, or a folder of the path.
                guard names.first != ".." else { continue }
                for other in all
                where other == ExactText(link.path) || other.text.utf8.starts(with: "\(link.path)/".utf8) {
                    let rest = FilePath.names(
                        of: String(Substring(other.text.utf8.dropFirst(link.path.utf8.count))))
                    linked.insert(ExactText((names + rest).joined(separator: "/")))
                }
            }
        }
        return !linked.isSubset(of: known)
    }

    /// The commits beside those that added or deleted a file, which lack it: the newest few.
    private static func ends(of path: ExactText, in changes: [GitHistory.Change]) -> [String] {
        var commits: [String] = []
        for change in changes {
            for file in change.files where ExactText(file.path) == path {
                if file.new == nil { commits.append(change.name) }
                if file.old == nil { commits += change.parents }
            }
        }
        return Array(commits.prefix(maximumLinkCount))
    }
}

/// What the paths lead to at each commit.
extension GitHistory.Lineage {
    /// What the document is at a commit.
    private struct State {
        let commit: String
        let path: String
        let entry: GitRevision.Entry
    }

    /// A commit, and the nearest ancestors that changed the document.
    private struct Step {
        let change: GitHistory.Change
        let state: State
        let before: [State]

        var isNew: Bool { before.isEmpty ? state.entry != .absent : before.allSatisfy { $0.entry != state.entry } }
        /// Whether a merge has the content of one branch, and not that of another.
        var isChoice: Bool { before.count > 1 && before.contains { $0.entry != state.entry } }
    }

    /// The commits that changed what the path leads to, the newest first.
    func revisions(among changes: [GitHistory.Change]) throws(GitFailure) -> [GitHistory.Revision] {
        let steps = try steps(among: changes)
        let ancestors = Ancestors(changes)
        var states: [String: State] = [:]
        for state in steps.flatMap({ [$0.state] + $0.before }) { states[state.commit] = state }
        var origins: [String: String] = [:]
        var revisions: [GitHistory.Revision] = []
        for step in steps.reversed() {
            let change = step.change
            guard step.isNew || step.isChoice else {
                origins[change.name] = step.before.first.flatMap { origins[$0.commit] }
                continue
            }
            func parent(_ state: State) -> GitHistory.Parent {
                GitHistory.Parent(
                    object: state.entry.file, isKnown: state.entry.failure == nil, origin: origins[state.commit],
                    path: state.path)
            }
            origins[change.name] = change.name
            let common = step.before.count > 1 ? ancestors.nearest(of: step.before.map(\.commit)) : nil
            revisions.append(
                GitHistory.Revision(
                    name: change.name, date: change.date, author: change.author, subject: change.subject,
                    path: step.state.path, new: step.state.entry.file, failure: step.state.entry.failure,
                    parents: step.before.map(parent), base: common.flatMap { states[$0] }.map(parent)))
        }
        return revisions.reversed()
    }

    private func steps(among changes: [GitHistory.Change]) throws(GitFailure) -> [Step] {
        var commits: [String: Int] = [:]
        var names: [String] = []
        for name in changes.flatMap({ [$0.name] + $0.ancestors }) where commits[name] == nil {
            commits[name] = names.count
            names.append(name)
        }
        let entries = try GitRevision.entries(at: names.flatMap { name in paths.map { (name, $0) } })
        func state(_ commit: String, _ path: String) -> State {
            guard let row = commits[commit], let column = paths.firstIndex(where: { $0.hasSameBytes(as: path) }) else {
                return State(commit: commit, path: path, entry: .absent)
            }
            var entry = entries[row * paths.count + column]
            if case .folder = entry { entry = .absent }
            return State(commit: commit, path: path, entry: entry)
        }
        var current: [String: String] = [:]
        var steps: [Step] = []
        for change in changes {
            let path = current[change.name] ?? paths.first ?? ""
            // A merge may have changed the document too much for git to see that a branch renamed it.
            let candidates = [path] + (sources[change.name] ?? []) + (change.ancestors.count > 1 ? paths : [])
            let before = change.ancestors.map { commit in
                candidates.lazy.map { state(commit, $0) }.first { $0.entry != .absent } ?? state(commit, path)
            }
            for parent in before where current[parent.commit] == nil { current[parent.commit] = parent.path }
            steps.append(Step(change: change, state: state(change.name, path), before: before))
        }
        try Self.checkContents(of: steps)
        return steps
    }

    /// Checks that git has the contents that it lists. It answers for a path without its content as if there were no file.
    private static func checkContents(of steps: [Step]) throws(GitFailure) {
        let absent = steps.filter { step in ([step.state] + step.before).contains { $0.entry == .absent } }
        let files = absent.flatMap(\.change.files).filter { !$0.isLink }
        let objects = Set(files.flatMap { [$0.old, $0.new].compactMap { $0 } })
        guard try GitObjects.missing(among: objects.sorted()).isEmpty else { throw .missingObject }
    }
}

/// The order of the commits that changed a file.
private struct Ancestors {
    /// The nearest ancestors of each commit, the newest commit first.
    private let ancestors: [[Int]]
    private let names: [String]
    private let indices: [String: Int]

    init(_ changes: [GitHistory.Change]) {
        names = changes.map(\.name)
        let indices = Dictionary(zip(names, names.indices)) { first, _ in first }
        self.indices = indices
        ancestors = changes.map { $0.ancestors.compactMap { indices[$0] } }
    }

    /// The newest commit that all of some commits are, or descend from; `nil` if there is none.
    ///
    /// - Complexity: O(*n*) in the number of changes, for each of the commits.
    func nearest(of commits: [String]) -> String? {
        var common: Set<Int>?
        for commit in commits {
            guard let start = indices[commit] else { return nil }
            var reached: Set<Int> = [start]
            for index in names.indices.dropFirst(start) where reached.contains(index) {
                reached.formUnion(ancestors[index])
            }
            common = common?.intersection(reached) ?? reached
        }
        return common?.min().map { names[$0] }
    }
}
