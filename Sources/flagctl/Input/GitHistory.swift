/// The revisions of a file, and its content at many of them.
enum GitHistory {
    /// A revision that changed the file.
    struct Revision: Hashable, Sendable {
        let name: String
        /// The date of the author, as ISO 8601.
        let date: String
        let author: String
        /// The first line of the message.
        let subject: String
        /// The path of the file after the revision, from the top of the repository; `nil` if git quotes it.
        let path: String?
        /// The objects with the old and the new content; `nil` if there was, or is, no file.
        let old: String?
        let new: String?
        /// For a merge: the objects of the parents after the first one. The content differs from that of all parents.
        var otherOld: [String] = []

        /// The first characters of the name, as git shows it.
        var shortName: String { String(name.prefix(10)) }
    }

    private static let maximumByteCount = 256 << 20
    private static let separator = UInt8(ascii: "\u{1}")
    private static let fieldSeparator = UInt8(ascii: "\u{2}")

    /// The revisions that changed a file, the newest first. Renames are followed.
    ///
    /// A merge is a revision that changed the file if the content differs from that of all parents.
    ///
    /// - Parameters:
    ///   - path: The path from the working folder; with a revision, from the top of the repository, unless it begins
    ///     with `./` or `../`.
    ///   - range: The newest revision, or a range such as `v1..v2`; `nil` for those of the current branch.
    /// - Throws: `InputError` if the file is in no repository, or has no revision.
    static func revisions(of path: String, in range: String? = nil) throws(InputError) -> [Revision] {
        let isFromTop = range != nil && !path.hasPrefix("./") && !path.hasPrefix("../")
        let words = [
            "-c", "log.showSignature=false", "log", "--follow", "--raw", "-c", "--no-abbrev",
            "--no-color", "--format=%x01%H%x02%aI%x02%an%x02%s", range ?? "HEAD", "--",
            ":(\(isFromTop ? "top," : "")literal)\(path)",
        ]
        let name = range.map { "\($0):\(path)" } ?? path
        let result = try GitRevision.git(words, for: name, range ?? "HEAD", atMost: maximumByteCount)
        guard result.status == 0 else { throw GitRevision.refusal("log", result, of: name, range ?? "HEAD") }
        return result.output.split(separator: separator).compactMap { revision(in: $0) }
    }

    /// One revision: its fields, and below them the line with the objects.
    private static func revision(in record: ArraySlice<UInt8>) -> Revision? {
        let lines = record.split(separator: UInt8(ascii: "\n"))
        guard let head = lines.first, let change = lines.dropFirst().first(where: { $0.first == UInt8(ascii: ":") })
        else { return nil }
        let fields = head.split(separator: fieldSeparator, omittingEmptySubsequences: false).map(text)
        // :100644 100644 OLD NEW M<tab>path, with another colon, mode and object for each further parent
        let words = change.split(separator: UInt8(ascii: " ")).map(text)
        let parents = change.prefix { $0 == UInt8(ascii: ":") }.count
        guard fields.count == 4, words.count >= 2 * parents + 3 else { return nil }
        var revision = Revision(
            name: fields[0], date: fields[1], author: fields[2], subject: fields[3], path: path(in: change),
            old: object(words[parents + 1]), new: object(words[2 * parents + 1]))
        revision.otherOld = words[(parents + 2)..<(2 * parents + 1)].compactMap { object($0) }
        return revision
    }

    /// The last path of a line with objects, which is that of the file. The old path of a renamed file precedes it.
    private static func path(in change: ArraySlice<UInt8>) -> String? {
        let parts = change.split(separator: UInt8(ascii: "\t"))
        guard parts.count > 1, let path = parts.last, path.first != UInt8(ascii: "\"") else { return nil }
        return text(path)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func object(_ name: String) -> String? {
        name.utf8.allSatisfy { $0 == UInt8(ascii: "0") } ? nil : name
    }

    /// The content of objects by their names, from `git cat-file --batch`.
    ///
    /// - Parameter name: What is read, for messages.
    static func contents(of objects: [String], for name: String) throws(InputError) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        var objects = objects[...]
        while !objects.isEmpty {
            let input = Array(objects.map { "\($0)\n" }.joined().utf8)
            let result = try GitRevision.git(
                ["cat-file", "--batch"], for: name, "HEAD", input: input, atMost: maximumByteCount)
            // Beyond the limit, git ends because its pipe is closed. The next process reads the rest.
            let isCut = result.status != 0 && result.output.count >= maximumByteCount
            guard result.status == 0 || isCut else { throw GitRevision.refusal("cat-file", result, of: name, "HEAD") }
            let knownCount = contents.count
            read(result.output, into: &contents)
            guard isCut, contents.count > knownCount else { break }
            objects = objects.drop { contents[$0] != nil }
        }
        return contents
    }

    /// Reads objects from the output of `git cat-file --batch`. The last one may be truncated.
    static func read(_ output: [UInt8], into contents: inout [String: [UInt8]]) {
        var rest = output[...]
        // NAME blob SIZE, a line end, the content, and a line end
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let words = rest[..<end].split(separator: UInt8(ascii: " ")).map(text)
            rest = rest[(end + 1)...]
            guard words.count == 3, let size = Int(words[2]) else { continue }
            guard size >= 0, size < rest.count else { break }
            contents[words[0]] = Array(rest.prefix(size))
            rest = rest.dropFirst(size + 1)
        }
    }
}
