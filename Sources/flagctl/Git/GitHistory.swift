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
        /// The object with the content; `nil` if there is no file.
        var new: String?
        /// Why the content is not known, although the path leads somewhere, such as out of the repository.
        var failure: GitFailure?
        /// The contents before. A merge has several, and its content differs from them, or it set one of them back.
        var parents: [Parent] = []
        /// For a merge: the content before the branches parted; `nil` if it is not known.
        var base: Parent?
        /// Whether the clone is shallow and lacks the parents, so that the earlier content is not known.
        var isCut = false

        /// The first characters of the name, as git shows it.
        var shortName: String { String(name.prefix(10)) }
    }

    /// The content before a revision.
    struct Parent: Hashable, Sendable {
        /// The object with the content; `nil` if there was no file, or its content is not known.
        let object: String?
        var isKnown = true
        /// The revision that left this content.
        let origin: String?
        /// The path at that revision; `nil` for a publication.
        var path: String?
    }

    /// The revisions that changed a file, the newest first. A revision comes before its parents.
    ///
    /// 1. Renames are followed, on each branch for itself. So are symbolic links, each as the revision has it, but not renames
    ///    of links. A copy is a new file.
    /// 2. A merge is a revision that changed the file if the content differs from that of all parents, or if it drops what one
    ///    of the branches changed.
    ///
    /// - Parameters:
    ///   - path: The path from the working folder; with a range, the path of `REV:PATH`.
    ///   - range: The newest revision, or a range such as `v1..v2`; `nil` for those of the current branch.
    /// - Returns: The revisions in the range; all revisions up to its end, which tell what was before; and whether there are too many renames
    ///   to follow, so that earlier revisions are missing.
    /// - Throws: `GitFailure` if the file is in no repository, or has no revision, or git lacks one of its contents.
    static func revisions(
        of path: String, in range: String? = nil
    ) throws(GitFailure) -> (listed: [Revision], all: [Revision], isCutAtRename: Bool) {
        let head = try newest(of: range ?? "HEAD")
        if range?.utf8.first == UInt8(ascii: "-") { throw .revisionLikeOption }
        let path = range == nil ? try head.path(of: path) : try head.path(ofRevisionPath: path)
        var lineage = Lineage(path)
        var changes = try self.changes(of: [path], head)
        var roundCount = 0
        var isCut = false
        while try lineage.grow(with: changes, head) {
            roundCount += 1
            guard roundCount <= Self.maximumRenameCount else {
                isCut = true
                break
            }
            changes = try self.changes(of: lineage.allPaths, head)
        }
        var revisions = try lineage.revisions(among: changes)
        if head.isShallow { try markCut(&revisions, changes) }
        var listed = revisions
        if let range, RevisionPath.isRange(range) {
            // What a revision changed does not depend on the range.
            let output = try Git.output(["rev-list", range, "--"])
            let names = Set(output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
            listed = listed.filter { names.contains($0.name) }
        }
        guard !listed.isEmpty else { throw .noHistory }
        return (listed, revisions, isCut)
    }

    /// Each rename takes three processes of git, which read the whole history.
    static let maximumRenameCount = 25

    /// The newest revision of a range.
    private static func newest(of range: String) throws(GitFailure) -> GitRevision {
        guard let end = RevisionPath.end(ofRange: range) else { return try GitRevision(range) }
        return try GitRevision(end.isEmpty ? "HEAD" : end)
    }

    /// A commit, and what it changed.
    struct Change {
        let name: String
        /// The nearest ancestors that changed one of the paths.
        let ancestors: [String]
        let date: String
        let author: String
        let subject: String
        /// The parents that the clone has.
        var parents: [String] = []
        /// A merge can list a file for each parent.
        var files: [ChangedFile] = []
    }

    /// A file that a commit changed.
    struct ChangedFile {
        let path: String
        /// The objects in a parent, and in the commit; `nil` if there is no file.
        let old: String?
        let new: String?
        /// The objects of links among them.
        let links: [String]

        var isLink: Bool { !links.isEmpty }
    }

    /// The commits that changed one of some paths from the top of the repository.
    private static func changes(
        of paths: [String], _ head: GitRevision
    ) throws(GitFailure) -> [Change] {
        let output = try Git.output(
            [
                "log", "-z", "--raw", "-m", "-O/dev/null", "--no-abbrev", "--no-color", "--no-notes", "--no-mailmap",
                "--no-decorate", "--no-ext-diff", "--no-textconv", "--no-relative", "--no-follow", "--no-renames",
                "--full-history", "--simplify-merges", "--date-order", "--encoding=UTF-8",
                "--format=%H%x00%P%x00%aI%x00%an%x00%s", head.commit, "--",
            ] + paths.map { head.pathFromHere($0) }.map { $0.isEmpty ? "." : $0 })
        var changes = changes(in: output)
        guard !changes.isEmpty else { return [] }
        // With simplified merges, git names the ancestors in the place of the parents.
        let words = ["rev-list", "--no-walk=unsorted", "--parents", "--stdin"]
        let lines = try Git.output(words, input: Array(changes.map { "\($0.name)\n" }.joined().utf8))
        var parents: [String: [String]] = [:]
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            let names = String(decoding: line, as: UTF8.self).parts(separatedBy: " ", omittingEmpty: true).map(
                String.init)
            if let name = names.first { parents[name] = Array(names.dropFirst()) }
        }
        for index in changes.indices { changes[index].parents = parents[changes[index].name] ?? [] }
        return changes
    }

    /// Reads the output of `git log -z --raw -m`: five fields for each commit, then its changed files, all ended by NUL. A merge
    /// has the fields once for each parent.
    private static func changes(in output: [UInt8]) -> [Change] {
        var fields = output.split(separator: 0, omittingEmptySubsequences: false).map {
            $0.first == UInt8(ascii: "\n") ? $0.dropFirst() : $0
        }[...]
        func text(_ bytes: ArraySlice<UInt8>?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
        var changes: [Change] = []
        while let field = fields.popFirst() {
            if field.first == UInt8(ascii: ":") {
                guard let path = fields.popFirst() else { break }
                if let file = file(text(field), text(path)), !changes.isEmpty {
                    changes[changes.count - 1].files.append(file)
                }
            } else if GitObjects.isName(field) {
                let change = Change(
                    name: text(field),
                    ancestors: text(fields.popFirst()).parts(separatedBy: " ", omittingEmpty: true).map(String.init),
                    date: text(fields.popFirst()), author: text(fields.popFirst()), subject: text(fields.popFirst()))
                if changes.last?.name != change.name { changes.append(change) }
            }
        }
        return changes
    }

    /// `:100644 100644 OLD NEW M`
    private static func file(_ record: String, _ path: String) -> ChangedFile? {
        let words = record.dropFirst().parts(separatedBy: " ").map(String.init)
        guard words.count == 5 else { return nil }
        let objects = words[2...3].map { $0.utf8.allSatisfy { $0 == 48 } ? nil : $0 }
        // The commit of a submodule is no object of this repository.
        let known = zip(words, objects).map { $0.starts(withBytesOf: "16") ? nil : $1 }
        return ChangedFile(
            path: path, old: known[0], new: known[1],
            links: zip(words, objects).compactMap { $0.starts(withBytesOf: "12") ? $1 : nil })
    }

    /// Marks the oldest revisions of a shallow clone whose parents it lacks.
    private static func markCut(_ revisions: inout [Revision], _ changes: [Change]) throws(GitFailure) {
        let roots = changes.filter(\.parents.isEmpty).map(\.name)
        let commits = try GitObjects.contents(of: roots)
        for index in revisions.indices {
            // A real root has no line "parent".
            guard let commit = commits[revisions[index].name] else { continue }
            let head = String(decoding: commit, as: UTF8.self).parts(separatedBy: "\n").prefix { !$0.isEmpty }
            revisions[index].isCut = head.contains { $0.starts(withBytesOf: "parent ") }
        }
    }
}
