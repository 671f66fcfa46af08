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
        // git would take it for an option, and options of git can write files.
        guard !revision.hasPrefix("-") else { throw .git(name: name, .revisionLikeOption) }
        let result: Subprocess
        do throws(SystemError) {
            result = try Subprocess.run("git", ["show", "--no-textconv", "--no-color", name], atMost: limit)
        } catch {
            throw .git(name: name, error == .missing ? .notInstalled : .notStarted(error))
        }
        // More than the limit was there: git ended on its closed pipe, and the reader of the document says what is wrong.
        if result.status != 0, result.output.count < limit {
            throw .git(name: name, .refused(status: result.status, message: firstLine(of: result.error)))
        }
        // git prints a folder as a listing under this title, which no JSON document begins with.
        if result.output.starts(with: "tree \(name)\n".utf8) { throw .git(name: name, .isFolder) }
        return result.output
    }

    /// git's first line without the word that it begins with.
    private static func firstLine(of bytes: [UInt8]) -> String {
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.hasPrefix("fatal: ") ? String(line.dropFirst(7)) : line
    }
}
