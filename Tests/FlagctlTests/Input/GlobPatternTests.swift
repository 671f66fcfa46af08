import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct GlobPatternTests {
    @Test(
        arguments: [
            ("*.json", "app.json", true), ("*.json", "app.jsonl", false), ("*.json", ".json", false),
            (".*", ".json", true), ("?", "é", true), ("?", "", false), ("a?c", "abc", true), ("[abc]", "b", true),
            ("[a-c]", "d", false), ("[!a-c]", "d", true), ("[^a-c]", "a", false), ("[]]", "]", true),
            ("[", "[", true), ("[a", "[a", true), ("[a-]", "-", true), ("\\*", "*", true), ("\\*", "a", false),
            ("*a*b*", "xxaxxbxx", true), ("*a*b*", "xxbxxaxx", false), ("", "", true), ("*", "", true),
            ("a*", "a", true), ("[z-a]", "m", false),
        ] as [(String, String, Bool)])
    func `a component matches as a shell has it`(_ pattern: String, _ name: String, _ matches: Bool) {
        expectEqual(GlobPattern.matches(pattern, name), matches)
    }

    @Test func `stars agree with a matcher that tries everything`() {
        let patterns = Self.words(upTo: 4, of: ["a", "b", "*", "?"])
        let names = Self.words(upTo: 4, of: ["a", "b"])
        for pattern in patterns {
            for name in names {
                let expected = Self.tryEverything(Array(pattern)[...], Array(name)[...])
                expectEqual(GlobPattern.matches(pattern, name), expected, "\(pattern) on \(name)")
            }
        }
    }

    @Test func `many stars take no longer than they should`() {
        let name = String(repeating: "a", count: 3000)
        expect(!GlobPattern.matches(String(repeating: "a*", count: 200) + "b", name))
    }

    @Test(
        arguments: [
            ("**/*.json", "a/b.json", true), ("a/**", "a/b/c", true), ("a/**", "a", false), ("**/b", "a/.x/b", false),
            ("**/.x/b", "a/.x/b", true), ("./a/*", "a/./b", true), ("/a", "a", false), ("a/**/b/**/c", "a/b/b/c", true),
            // A combining character after a slash or a dot makes them no other characters.
            ("a/*", "a/\u{301}b", true), ("*", ".\u{301}", false), ("/*", "/\u{301}", true),
        ] as [(String, String, Bool)])
    func `a pattern matches paths that need not exist`(_ pattern: String, _ path: String, _ matches: Bool) {
        expectEqual(GlobPattern(pattern).matches(path: path), matches)
    }

    @Test func `many double stars take no longer than they should`() {
        let path = String(repeating: "a/", count: 60) + "c"
        expect(!GlobPattern(String(repeating: "**/a/", count: 20) + "b").matches(path: path))
    }

    @Test func `patterns name files in folders, sorted by bytes`() throws {
        let scratch = try Scratch()
        for name in ["a.json", "b/c.json", "b/d/e.json", "b-c/f.json", ".hidden/g.json", "b/.h.json", "b/x.txt"] {
            try scratch.write("{}", to: name)
        }
        func names(_ pattern: String) -> [String] {
            GlobPattern("\(scratch.path)/\(pattern)").files().paths.map { String($0.dropFirst(scratch.path.count + 1)) }
        }
        expectEqual(names("*.json"), ["a.json"])
        expectEqual(names("*/*.json"), ["b-c/f.json", "b/c.json"])
        expectEqual(names("**/*.json"), ["a.json", "b-c/f.json", "b/c.json", "b/d/e.json"])
        expectEqual(names("**/**/*.json"), names("**/*.json"))
        expectEqual(names("b/**"), ["b/c.json", "b/d/e.json", "b/x.txt"])
        expectEqual(names("b*/[cf].json"), ["b-c/f.json", "b/c.json"])
        expectEqual(names(".*/*.json"), [".hidden/g.json"])
        expectEqual(names("b/[.]h.json"), [])
        expectEqual(names("nothing/*"), [])
        expectEqual(names("b*"), [])
    }

    @Test func `a link that leads back up ends`() throws {
        let scratch = try Scratch()
        try scratch.write("{}", to: "a/b.json")
        _ = try scratch.shell("ln -s .. a/up")
        expectEqual(GlobPattern("\(scratch.path)/**/*.json").files().paths, ["\(scratch.path)/a/b.json"])
    }

    @Test func `links that lead back up have an end, and a search that is cut has no files`() throws {
        let scratch = try Scratch()
        try scratch.write("{}", to: "a.json")
        _ = try scratch.shell("for i in 0 1 2 3; do ln -s . l$i; done")
        let limit = GlobLimit(folders: 21)
        expectEqual(GlobPattern("\(scratch.path)/*/*/*.json").files(limit).paths.count, 16)
        let pattern = "\(scratch.path)/*/*/*/*.json"
        for limit in [limit, GlobLimit(names: 100)] {
            let cut = GlobPattern(pattern).files(limit)
            expectEqual(cut.paths, [])
            expectEqual(cut.failures, [.tooManyFolders(pattern)])
        }
    }

    @Test func `the patterns of a run may visit so many folders together`() throws {
        let scratch = try Scratch()
        for name in ["a", "b", "c"] { try scratch.write("{}", to: "\(name)/x.json") }
        let pattern = GlobPattern("\(scratch.path)/*/*.json")
        var rest = GlobLimit(folders: 4 + 3, names: 1_000)
        expectEqual(pattern.files(within: &rest).paths.count, 3)
        expectEqual(rest.folders, 3)
        expectEqual(pattern.files(within: &rest).failures, [.tooManyFolders("\(scratch.path)/*/*.json")])
    }

    @Test func `several double stars visit a folder once for each rest of the pattern`() throws {
        let scratch = try Scratch()
        let chain = Array(repeating: "d", count: 12).joined(separator: "/")
        try scratch.write("{}", to: "\(chain)/a.json")
        let pattern = GlobPattern(scratch.path + "/" + String(repeating: "**/*/", count: 5) + "*.json")
        // Five rests that begin with `**` and six others, of 13 folders.
        let matches = pattern.files(GlobLimit(folders: 11 * 13 + 20))
        expectEqual(matches.paths, ["\(scratch.path)/\(chain)/a.json"])
    }

    @Test func `what a pattern matches and cannot be read is not left out`() throws {
        let scratch = try Scratch()
        try scratch.write("{}", to: "a/b.json")
        _ = try scratch.shell("ln -s nowhere a/c.json; ln -s loop loop; : > file")
        let matches = GlobPattern("\(scratch.path)/*/*.json").files()
        expectEqual(matches.paths, ["\(scratch.path)/a/b.json", "\(scratch.path)/a/c.json"])
        expectEqual(matches.failures.map(\.subject), ["\(scratch.path)/loop"])
        let run = try scratch.flagctl("resolve", "--version", "1", "*/*.json")
        expectEqual(
            run,
            Run(
                output: "a/b.json:\n",
                error: """
                    loop: error: cannot be read: too many levels of symbolic links
                    a/c.json: error: cannot be read: no such file or directory

                    """, status: 2))
    }

    private static func words(upTo length: Int, of letters: [String]) -> [String] {
        var all = [""]
        var last = all
        for _ in 0..<length {
            last = last.flatMap { word in letters.map { word + $0 } }
            all += last
        }
        return all
    }

    private static func tryEverything(_ pattern: ArraySlice<Character>, _ name: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        if first == "*" {
            return tryEverything(pattern.dropFirst(), name)
                || (!name.isEmpty && tryEverything(pattern, name.dropFirst()))
        }
        guard let letter = name.first, first == "?" || first == letter else { return false }
        return tryEverything(pattern.dropFirst(), name.dropFirst())
    }
}
