import FlagResolver
import FlagStore

/// The revisions of a file.
enum GitHistory {
    /// A revision that changed the file.
    struct Revision: Hashable, Sendable {
        let name: String
        /// The date of the author, as ISO 8601.
        let date: String
        let author: String
        /// The first line of the message.
        let subject: String
        /// The path of the file after the revision, from the top of the repository; `nil` for a publication.
        let path: String?
        /// The objects with the old and the new content; `nil` if there was, or is, no file.
        var old: String?
        var new: String?
        /// For a merge: the objects of the parents after the first one. The content differs from that of all parents.
        var otherOld: [String] = []
        /// The parents that the clone has.
        var parents: [String] = []
        /// Whether the clone is shallow and lacks the parents, so that the earlier content is not known.
        var isCut = false

        /// The first characters of the name, as git shows it.
        var shortName: String { String(name.prefix(10)) }
    }

    /// The revisions that changed a file, the newest first.
    ///
    /// 1. Renames are followed. So are symbolic links, each as the revision has it, but not renames of links.
    /// 2. A merge is a revision that changed the file if the content differs from that of all parents.
    ///
    /// - Parameters:
    ///   - path: The path from the working folder; with a range, the path of `REV:PATH`.
    ///   - range: The newest revision, or a range such as `v1..v2`; `nil` for those of the current branch.
    /// - Throws: `GitFailure` if the file is in no repository, or has no revision.
    static func revisions(of path: String, in range: String? = nil) throws(GitFailure) -> [Revision] {
        let head = try newest(of: range ?? "HEAD")
        let path = range == nil ? try head.path(of: path) : try head.path(ofRevisionPath: path)
        let changes = try followedChanges(of: path, in: range ?? "HEAD", head)
        var revisions = changes.filter { !$0.files.isEmpty }.map { $0.revision(renamedFrom: path) }
        if try followsLinks(path, changes, head) {
            revisions = try revisionsThroughLinks(of: path, in: range ?? "HEAD", head)
        }
        guard let newest = revisions.first else { throw .noHistory }
        // git follows a rename on one branch only: then, no revision introduces the current content. A range may begin later.
        if range.map({ $0.firstRange(ofBytes: "..") == nil }) ?? true {
            let current = try head.entries(at: [path])[0].file
            let isComplete = revisions.contains {
                $0.new == current && !([$0.old] + $0.otherOld.map { Optional($0) }).contains(current)
            }
            guard isComplete else { throw .incompleteHistory(newest.shortName) }
        }
        if head.isShallow { try markCut(&revisions) }
        return revisions
    }

    /// The commits that changed a file, with renames followed. git takes copies for renames, too: a copy is a new file, and
    /// before it, the path may have had another one.
    private static func followedChanges(
        of path: String, in range: String, _ head: GitRevision
    ) throws(GitFailure) -> [Change] {
        let start = range.firstRange(ofBytes: "..").map { String(range[..<$0.upperBound]) } ?? ""
        var (path, range) = (path, range)
        var found: [Change] = []
        while true {
            let changes = try self.changes(of: [path], ["--follow", "-M", "-l1000"], in: range, head)
            let renames = changes.indices.filter { changes[$0].files.first?.source != nil }
            let sources = try GitRevision.entries(
                at: renames.map { (changes[$0].name, changes[$0].files.first?.source ?? "") })
            guard let copy = zip(renames, sources).first(where: { $1 != .absent })?.0,
                let file = changes[copy].files.first
            else { return found + changes }
            found += changes[..<copy]
            var change = changes[copy]
            change.files = [ChangedFile(path: file.path, old: [nil], new: file.new, isLink: file.isLink, links: [])]
            found.append(change)
            guard let parent = change.parents.first else { return found }
            (path, range) = (file.path, start + parent)
        }
    }

    /// The newest revision of a range.
    private static func newest(of range: String) throws(GitFailure) -> GitRevision {
        guard let dots = range.firstRange(ofBytes: "..") else { return try GitRevision(range) }
        let end = range[dots.upperBound...].drop { $0 == "." }
        return try GitRevision(end.isEmpty ? "HEAD" : String(end))
    }

    /// A commit, and what it changed.
    private struct Change {
        let name: String
        let parents: [String]
        let date: String
        let author: String
        let subject: String
        var files: [ChangedFile] = []

        func revision(renamedFrom path: String) -> Revision {
            let file = files.first
            return Revision(
                name: name, date: date, author: author, subject: subject, path: file?.path ?? path,
                old: file?.old.first ?? nil, new: file?.new ?? nil,
                otherOld: file?.old.dropFirst().compactMap { $0 } ?? [], parents: parents)
        }
    }

    /// A file that a commit changed.
    private struct ChangedFile {
        let path: String
        /// The path that the commit renamed or copied; `nil` if it did neither.
        var source: String?
        /// The objects in the parents, and in the commit.
        let old: [String?]
        let new: String?
        let isLink: Bool
        /// The objects of links among them.
        let links: [String]
    }

    /// The commits that changed one of some paths from the top of the repository.
    private static func changes(
        of paths: [String], _ options: [String], in range: String, _ head: GitRevision
    ) throws(GitFailure) -> [Change] {
        guard range.utf8.first != UInt8(ascii: "-") else { throw .revisionLikeOption }
        let output = try Git.output(
            [
                "log", "-z", "--raw", "-c", "-O/dev/null", "--no-abbrev", "--no-color", "--no-notes", "--no-mailmap",
                "--no-decorate", "--no-ext-diff",
                "--no-textconv", "--no-relative", "--encoding=UTF-8", "--format=%H%x00%P%x00%aI%x00%an%x00%s",
            ] + options + [range, "--"] + paths.map { head.pathFromHere($0) }.map { $0.isEmpty ? "." : $0 })
        return changes(in: output)
    }

    /// Reads the output of `git log -z --raw`: five fields for each commit, then its changed files, all ended by NUL.
    private static func changes(in output: [UInt8]) -> [Change] {
        var fields = output.split(separator: 0, omittingEmptySubsequences: false).map {
            $0.first == UInt8(ascii: "\n") ? $0.dropFirst() : $0
        }[...]
        func text(_ bytes: ArraySlice<UInt8>?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
        var changes: [Change] = []
        while let field = fields.popFirst() {
            if field.first == UInt8(ascii: ":") {
                guard let path = fields.popFirst() else { break }
                let isRenamed = field.split(separator: UInt8(ascii: " ")).last?.first.map {
                    $0 == UInt8(ascii: "R") || $0 == UInt8(ascii: "C")
                }
                let isPair = isRenamed == true && field.prefix { $0 == UInt8(ascii: ":") }.count == 1
                let newPath = isPair ? fields.popFirst() : path
                if var file = file(text(field), text(newPath)), !changes.isEmpty {
                    if isPair { file.source = text(path) }
                    changes[changes.count - 1].files.append(file)
                }
            } else if GitObjects.isName(field) {
                changes.append(
                    Change(
                        name: text(field), parents: text(fields.popFirst()).split(separator: " ").map(String.init),
                        date: text(fields.popFirst()), author: text(fields.popFirst()), subject: text(fields.popFirst())
                    ))
            }
        }
        return changes
    }

    /// `:100644 100644 OLD NEW M`, with another colon, mode and object for each further parent.
    private static func file(_ record: String, _ path: String) -> ChangedFile? {
        let words = record.drop { $0 == ":" }.split(separator: " ").map(String.init)
        let parents = record.prefix { $0 == ":" }.count
        guard words.count >= 2 * parents + 3 else { return nil }
        let modes = words[...parents]
        let objects = words[(parents + 1)...(2 * parents + 1)].map { $0.utf8.allSatisfy { $0 == 48 } ? nil : $0 }
        return ChangedFile(
            path: path, old: Array(objects.dropLast()), new: objects.last ?? nil,
            isLink: modes.contains { $0.hasPrefix("12") },
            links: zip(modes, objects).compactMap { $0.hasPrefix("12") ? $1 : nil })
    }

    /// Marks the oldest revisions of a shallow clone whose parents it lacks.
    private static func markCut(_ revisions: inout [Revision]) throws(GitFailure) {
        let roots = revisions.filter(\.parents.isEmpty).map(\.name)
        let commits = try GitObjects.contents(of: roots)
        for index in revisions.indices {
            // A real root has no line "parent".
            guard let commit = commits[revisions[index].name] else { continue }
            let head = String(decoding: commit, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .prefix { !$0.isEmpty }
            revisions[index].isCut = head.contains { $0.hasPrefix("parent ") }
        }
    }
}

/// The history of a path through symbolic links.
extension GitHistory {
    /// Whether a link is involved: the path is or was one, or a folder in it.
    private static func followsLinks(
        _ path: String, _ changes: [Change], _ head: GitRevision
    ) throws(GitFailure) -> Bool {
        if changes.contains(where: { $0.files.contains(where: \.isLink) }) { return true }
        // If a folder is a link, git has no file at the path. A link may have been there before the path was added.
        let changes = changes.filter { !$0.files.isEmpty }
        guard let newest = changes.first, newest.files.first?.new != nil else {
            if case .file = try head.entries(at: [path])[0] { return true }
            return false
        }
        guard let oldest = changes.last, let parent = oldest.parents.first, let file = oldest.files.first,
            file.old.allSatisfy({ $0 == nil })
        else { return false }
        if case .file = try GitRevision.entries(at: [(parent, file.path)])[0] { return true }
        return false
    }

    /// The largest number of links from one to the next.
    private static let maximumLinkCount = 40

    private static func revisionsThroughLinks(
        of path: String, in range: String, _ head: GitRevision
    ) throws(GitFailure) -> [Revision] {
        var paths = Set(try ([path] + GitRevision.links(above: path, at: head.commit)).map { ExactText($0) })
        var changes: [Change] = []
        for _ in 0..<maximumLinkCount {
            let known = paths.count
            // With the whole history: what a merge left out is listed, as for a file without links.
            changes = try self.changes(
                of: paths.sorted().map(\.text), ["--no-renames", "--full-history"], in: range, head)
            // A folder can replace a link, and a link a folder: then, git lists the file as added or deleted.
            for other in paths {
                for commit in ends(of: other.text, in: changes) {
                    paths.formUnion(try GitRevision.links(above: other.text, at: commit).map { ExactText($0) })
                }
            }
            let links = changes.flatMap(\.files).filter { $0.isLink && paths.contains(ExactText($0.path)) }
            let contents = try GitObjects.contents(of: Array(Set(links.flatMap(\.links))))
            var found: Set<ExactText> = []
            for link in links {
                for object in link.links {
                    let target = contents[object].map { String(decoding: $0, as: UTF8.self) } ?? ""
                    guard !FilePath.isAbsolute(target) else { continue }
                    let folder = FilePath.names(of: link.path).dropLast()
                    let names = FilePath.resolvingParents(in: folder + FilePath.names(of: target))
                    // The link itself, or a folder of the path.
                    guard names.first != ".." else { continue }
                    for other in paths
                    where other == ExactText(link.path) || other.text.utf8.starts(with: "\(link.path)/".utf8) {
                        let rest = FilePath.names(
                            of: String(Substring(other.text.utf8.dropFirst(link.path.utf8.count))))
                        found.insert(ExactText((names + rest).joined(separator: "/")))
                    }
                }
            }
            paths.formUnion(found)
            if paths.count == known { break }
        }
        return try changed(path, among: changes)
    }

    /// The commits beside those that added or deleted a file, which lack it: the newest few.
    private static func ends(of path: String, in changes: [Change]) -> [String] {
        var commits: [String] = []
        for change in changes {
            guard let file = change.files.first(where: { ExactText($0.path) == ExactText(path) }) else { continue }
            if file.new == nil { commits.append(change.name) }
            if file.old.allSatisfy({ $0 == nil }), let parent = change.parents.first { commits.append(parent) }
        }
        return Array(commits.prefix(maximumLinkCount))
    }

    /// The commits in which a path leads to another content than in all parents.
    private static func changed(_ path: String, among changes: [Change]) throws(GitFailure) -> [Revision] {
        let entries = try GitRevision.entries(
            at: changes.flatMap { change in ([change.name] + change.parents).map { ($0, path) } })
        var rest = entries[...]
        var revisions: [Revision] = []
        for change in changes {
            let new = rest.popFirst()?.file
            let old = rest.prefix(change.parents.count).map(\.file)
            rest = rest.dropFirst(change.parents.count)
            guard !old.contains(new), new != nil || !old.isEmpty else { continue }
            revisions.append(
                Revision(
                    name: change.name, date: change.date, author: change.author, subject: change.subject, path: path,
                    old: old.first ?? nil, new: new, otherOld: old.dropFirst().compactMap { $0 },
                    parents: change.parents))
        }
        return revisions
    }
}
