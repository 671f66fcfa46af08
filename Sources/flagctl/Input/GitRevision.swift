/// Files as they were at a git revision.
enum GitRevision {
    /// Takes `REV:PATH` apart; `nil` where the text has not that form.
    static func parse(_ text: String) -> (revision: String, path: String)? {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        let path = text[text.index(after: colon)...]
        // An address is no revision, and git's answer to it would only puzzle.
        guard !path.isEmpty, !path.hasPrefix("//") else { return nil }
        return (String(text[..<colon]), String(path))
    }

    /// The bytes of a file at a revision, from `git show`.
    static func read(revision: String, path: String, atMost limit: Int) throws(InputError) -> [UInt8] {
        let name = "\(revision):\(path)"
        let result = try git(["show", "--no-textconv", "--no-color", name], for: name, revision, atMost: limit)
        // More than the limit was there: git ended on its closed pipe, and the reader of the document says what is wrong.
        if result.status != 0, result.output.count < limit { throw refusal("show", result, of: name, revision) }
        // git prints a folder as a listing under this title, which no JSON document begins with.
        if result.output.starts(with: "tree \(name)\n".utf8) { throw .git(name: name, .isFolder) }
        return result.output
    }

    /// The files that a revision has at a path or below it, from `git ls-tree`, as paths from the working folder.
    static func files(at revision: String, below path: String) throws(InputError) -> [String] {
        let name = "\(revision):\(path)"
        // A path is never a pattern to git here, whatever characters are in it.
        let words = ["--literal-pathspecs", "ls-tree", "-r", "-z", revision, "--", path.isEmpty ? "." : path]
        let result = try git(words, for: name, revision, atMost: greatestListing)
        guard result.status == 0 else { throw refusal("ls-tree", result, of: name, revision) }
        return result.output.split(separator: 0).compactMap { record in
            guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
            // Ordinary files only: a link or a submodule is no document.
            guard record.starts(with: "100".utf8) else { return nil }
            return String(decoding: record[(tab + 1)...], as: UTF8.self)
        }
    }

    private static let greatestListing = 256 << 20

    private static func git(
        _ arguments: [String], for name: String, _ revision: String, atMost limit: Int
    ) throws(InputError) -> Subprocess {
        // git would take it for an option, and options of git can write files.
        guard !revision.hasPrefix("-") else { throw .git(name: name, .revisionLikeOption) }
        do throws(SystemError) {
            return try Subprocess.run("git", arguments, atMost: limit)
        } catch {
            throw .git(name: name, error == .missing ? .notInstalled : .notStarted(error))
        }
    }

    private static func refusal(
        _ command: String, _ result: Subprocess, of name: String, _ revision: String
    ) -> InputError {
        let message = firstLine(of: result.error)
        if message.lowercased().contains("valid object name"), isShallow { return .git(name: name, .shallow(revision)) }
        return .git(name: name, .refused(command: command, status: result.status, message: message))
    }

    /// Whether the clone has only the newest revisions.
    private static var isShallow: Bool {
        let result = try? Subprocess.run("git", ["rev-parse", "--is-shallow-repository"], atMost: 4096)
        return result?.output.starts(with: "true".utf8) ?? false
    }

    /// git's first line without the word that it begins with.
    private static func firstLine(of bytes: [UInt8]) -> String {
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.hasPrefix("fatal: ") ? String(line.dropFirst(7)) : line
    }
}
