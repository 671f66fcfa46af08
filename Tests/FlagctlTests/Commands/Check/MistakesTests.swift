import FlagResolver
import Foundation
import TestSupport
import Testing

@testable import flagctl

/// The mistakes of teams, in a repository in which nothing but `flagctl init` was run.
@Suite(
    .blocking,
    .enabled(if: SharedMaterial.exists("samples/mistakes/mistakes.jsonl"), "the shared material is not there"))
struct MistakesTests {
    @Test func `check fails for mistakes, lets honest work pass, and names what it cannot tell apart`() throws {
        let lines = try SharedMaterial.bytes("samples/mistakes/mistakes.jsonl").split(separator: UInt8(ascii: "\n"))
        for line in lines {
            let row = try JSONTree(parsing: Array(line))[0]
            func text(_ name: String) -> String? { row.member(named: name).map { $0.string ?? $0.description } }
            let (before, after) = try (#require(text("before")), #require(text("after")))
            let scratch = try Scratch()
            try scratch.write(before, to: "app.json")
            let listed = try #require(text("releases"))
            let releases = listed.split(separator: "\n").compactMap { $0.split(separator: " ").first }
            _ = try scratch.shell(
                """
                git init -q -b main . && git config user.name t && git config user.email t@example.com
                git add -A && git commit -qm one
                \(releases.map { "git tag v\($0)" }.joined(separator: "\n"))
                flagctl init && git add -A && git commit -qm init && git checkout -qb work
                """)
            try scratch.write(after, to: "app.json")
            _ = try scratch.shell("git commit -qam 'two\n\n\(text("trailer") ?? "")'")
            let run = try scratch.flagctl("check")
            let what: Comment = "\(text("id") ?? "") \(text("why") ?? ""): \(run)"
            switch text("red") {
            // A policy about a setting that is gone cannot be evaluated, beside the finding.
            case "red":
                expect(run.status == 1 || run.status == 2 && run.error.contains("has no setting \""), what)
            case "green": expectEqual(run.status, 0, what)
            default:
                expectEqual(run.status, 0, what)
                expect(run.error.contains("what changes for shipped versions since main...:\n"), what)
            }
        }
    }
}
