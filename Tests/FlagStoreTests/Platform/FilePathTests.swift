import FlagStore
import TestSupport
import Testing

struct FilePathTests {
    @Test(
        arguments: [
            ("a/b", "a/", "b", "a"), ("b", "", "b", "."), ("/b", "/", "b", "/"), ("a/", "a/", "", "a"),
            ("/", "/", "", "/"),
            ("", "", "", "."), ("../a/b.json", "../a/", "b.json", "../a"),
            // A slash and a combining character are one `Character`.
            ("a/\u{301}b", "a/", "\u{301}b", "a"), ("\u{600}/b", "\u{600}/", "b", "\u{600}"),
        ] as [(String, String, String, String)])
    func `a path is split after its last slash`(path: String, prefix: String, name: String, directory: String) {
        expectEqual(Array(FilePath.split(path).prefix.utf8), Array(prefix.utf8))
        expectEqual(Array(FilePath.split(path).name.utf8), Array(name.utf8))
        expectEqual(Array(FilePath.directory(of: path).utf8), Array(directory.utf8))
    }

    @Test(arguments: [("", ""), (".", ""), ("a", "a/"), ("a/", "a/"), ("/", "/"), ("./a", "./a/"), ("..", "../")])
    func `the paths in a directory begin with its path and a slash`(directory: String, prefix: String) {
        expectEqual(FilePath.prefix(in: directory), prefix)
    }

    @Test(
        arguments: [
            ("a/../b", "b"), ("a/./b", "a/b"), ("..", ".."), ("../../a", "../../a"), ("a/../../b", "../b"),
            ("a/..", ""),
            ("link/../b", "link/../b"), ("a/link/../../b", "a/link/../../b"),
        ])
    func `a parent is resolved unless it follows a link or begins the path`(path: String, resolved: String) {
        let names = FilePath.resolvingParents(in: FilePath.names(of: path)) { $0.last == "link" }
        expectEqual(names.joined(separator: "/"), resolved)
    }
}
