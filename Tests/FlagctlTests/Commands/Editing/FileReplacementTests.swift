import TestSupport
import Testing

@testable import flagctl

/// The moments at which another process can come between, each of them exactly.
@Suite(.blocking)
struct FileReplacementTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Replacements of `a`, `b` and `c`, which hold `old a` and so on, by `new a` and so on.
    private func replacements() throws -> [FileReplacement] {
        try ["a", "b", "c"].map { name in
            try scratch.write("old \(name)", to: name)
            return FileReplacement(
                path: "\(scratch.path)/\(name)",
                identity: try FileSystem.entry(at: "\(scratch.path)/\(name)").identity, old: Array("old \(name)".utf8),
                new: Array("new \(name)".utf8))
        }
    }

    private func contents() throws -> String {
        try scratch.shell("for name in $(ls -A); do cat $name; echo; done").output
    }

    private func replaceByAnother(_ path: String, _ text: String) {
        try? FileSystem.write(Array(text.utf8), to: path)
    }

    @Test(arguments: [true, false])
    func `all files get their new content, with an exchange or without`(_ canExchange: Bool) throws {
        let replacements = try replacements()
        try FileReplacement.apply(replacements) { canExchange && FileSystem.exchange($0, $1) }
        try expectEqual(contents(), "new a\nnew b\nnew c\n")
    }

    @Test(arguments: [true, false], ["a", "b", "c"])
    func `a file that is not the one that was read keeps all from being replaced`(
        _ canExchange: Bool, _ name: String
    ) throws {
        for other in ["other", "old \(name)"] {
            let replacements = try replacements()
            replaceByAnother("\(scratch.path)/\(name)", other)
            let before = try scratch.tree()
            let failure = #expect(throws: FileReplacement.Failure.self) {
                try FileReplacement.apply(replacements) { canExchange && FileSystem.exchange($0, $1) }
            }
            expectEqual(failure?.path, "\(scratch.path)/\(name)")
            try expectEqual(scratch.tree(), before)
        }
    }

    @Test(arguments: ["a", "b", "c"], ["replaced", "overwritten"])
    func `a write between comparison and exchange wins, and all other files get their old content back`(
        _ name: String, _ manner: String
    ) throws {
        let replacements = try replacements()
        let target = "\(scratch.path)/\(name)"
        var hasCome = false
        let failure = #expect(throws: FileReplacement.Failure.self) {
            try FileReplacement.apply(replacements) { path, other in
                if other == target, !hasCome {
                    hasCome = true
                    if manner == "replaced" {
                        replaceByAnother(target, "other")
                    } else {
                        _ = try? Subprocess.run(
                            "sh", ["-c", "printf other > \(ShellQuoting.quoted(target))"], atMost: 10)
                    }
                }
                return FileSystem.exchange(path, other)
            }
        }
        expect(failure?.path == target && failure?.unrestored.isEmpty == true)
        try expectEqual(contents(), "old a\nold b\nold c\n".replacing("old \(name)", with: "other"))
    }

    @Test func `of several writes while the old content is restored, the last one wins`() throws {
        let replacements = try replacements()
        let target = replacements[1].path
        var count = 0
        #expect(throws: FileReplacement.Failure.self) {
            try FileReplacement.apply(replacements) { path, other in
                if other == target, count < 7 {
                    count += 1
                    replaceByAnother(target, "other \(count)")
                }
                return FileSystem.exchange(path, other)
            }
        }
        try expectEqual(contents(), "old a\nother 7\nold c\n")
    }

    @Test(arguments: [true, false])
    func `a later change of a replaced file stays when the others are restored`(
        _ canExchange: Bool
    ) throws {
        let replacements = try replacements()
        var hasCome = false
        let failure = #expect(throws: FileReplacement.Failure.self) {
            try FileReplacement.apply(replacements) { path, other in
                if other == replacements[2].path, !hasCome {
                    hasCome = true
                    replaceByAnother(replacements[0].path, "other a")
                    replaceByAnother(replacements[2].path, "other c")
                }
                return canExchange && FileSystem.exchange(path, other)
            }
        }
        expect(failure?.unrestored.isEmpty == true)
        try expectEqual(contents(), "other a\nold b\nother c\n")
    }
}
