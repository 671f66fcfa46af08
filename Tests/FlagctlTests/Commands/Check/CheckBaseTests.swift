import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// `check --against auto`, and changes that are allowed once.
@Suite(.blocking)
struct CheckBaseTests {
    private let scratch: Scratch

    /// A repository whose default branch has one commit with a document.
    init() throws {
        scratch = try Scratch()
        try scratch.write(Self.document("false"), to: "app.json")
        try scratch.write("1.9.0\n2.0.0\n", to: "app.releases")
        _ = try scratch.shell("git init -q -b main && git config user.name t && git config user.email t@example.com")
        try commit("one")
    }

    private static func document(_ value: String) -> String {
        #"{ "s": { "defaultValue": \#(value), "valuesByVersion": [{ "appVersion": ">=2.1.0", "value": true }] } }"#
    }

    private func commit(_ message: String) throws {
        let run = try scratch.shell("git add -A && git commit -qm '\(message)'")
        expectEqual(run.status, 0, "\(run)")
    }

    private func check(_ more: String = "", environment: String = "") throws -> Run {
        try scratch.shell(
            "\(environment) flagctl check --against auto --releases app.releases --fail-on warning \(more) app.json")
    }

    private func expectComparison(with base: String, _ run: Run, finds: Bool) {
        expect(run.error.hasPrefix("auto: note: compared with \(base)\n"), "\(run)")
        expectEqual(run.status, finds ? 1 : 0, "\(run)")
    }

    @Test func `a branch is compared with where it left the default branch`() throws {
        _ = try scratch.shell("git checkout -qb work")
        try scratch.write(Self.document("true"), to: "app.json")
        expectComparison(with: "HEAD", try check(), finds: true)
        try commit("two")
        _ = try scratch.shell("git commit -q --allow-empty -m three")
        expectComparison(with: "main...", try check(), finds: true)
        // What happens on the default branch meanwhile is not a part of the change.
        _ = try scratch.shell("git checkout -q main && git commit -q --allow-empty -m other && git checkout -q work")
        expectComparison(with: "main...", try check(), finds: true)
    }

    @Test func `on the default branch, the last commit is compared with its parent`() throws {
        try expect(check().error.hasPrefix("auto: note: compared with nothing: this is the first commit\n"))
        try scratch.write(Self.document("true"), to: "app.json")
        try commit("two")
        expectComparison(with: "HEAD^", try check(), finds: true)
        _ = try scratch.shell("git commit -q --allow-empty -m three")
        expectComparison(with: "HEAD^", try check(), finds: false)
    }

    @Test func `the default branch of origin comes before a local one`() throws {
        _ = try scratch.shell(
            "git branch -m main trunk && git clone -q . clone && cd clone && git branch -q main && git checkout -qb work"
        )
        _ = try scratch.shell(
            "cd clone && git -c user.name=t -c user.email=t@example.com commit -q --allow-empty -m two && git branch -f main"
        )
        let run = try scratch.shell("cd clone && flagctl check --against auto app.json")
        expectComparison(with: "origin/trunk...", run, finds: false)
    }

    @Test(arguments: ["GITHUB_BASE_REF=release", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=release"])
    func `a pull request is compared with its target`(_ environment: String) throws {
        _ = try scratch.shell("git branch release; git checkout -qb work")
        _ = try scratch.shell("git update-ref refs/remotes/origin/release release")
        try scratch.write(Self.document("true"), to: "app.json")
        try commit("two")
        expectComparison(with: "origin/release...", try check(environment: environment), finds: true)
        // A target that was not fetched is not replaced by another branch.
        let missing = try check(environment: "GITHUB_BASE_REF=unknown")
        expectEqual(missing.status, 2)
        expect(missing.error.contains(#"git has no revision "origin/unknown""#), "\(missing)")
    }

    @Test func `a history that was cut off is an error, and no repository is none`() throws {
        try scratch.write(Self.document("true"), to: "app.json")
        try commit("two")
        let shallow = try scratch.shell(
            "git clone -q --depth 1 \"file://$PWD\" shallow && cd shallow && flagctl check --against auto app.json")
        expectEqual(shallow.status, 2)
        expect(shallow.error.contains("shallow clone"), "\(shallow)")
        let other = try Scratch()
        try other.write(Self.document("true"), to: "app.json")
        let run = try other.flagctl("check", "--against", "auto", "app.json")
        expect(run.error.hasPrefix("auto: note: compared with nothing: this directory is not in a git repository\n"))
        expectEqual(run.status, 0)
    }

    @Test func `the project file can say it, and the command line something else`() throws {
        try scratch.write(
            #"{ "inputs": ["app.json"], "against": "auto", "releases": "app.releases" }"#, to: "flagctl.json")
        try scratch.write(Self.document("true"), to: "app.json")
        _ = try scratch.shell("git checkout -qb work")
        let run = try scratch.shell("flagctl check --fail-on warning")
        expectComparison(with: "HEAD", run, finds: true)
        try commit("two")
        try expectEqual(scratch.shell("flagctl check --fail-on warning --against HEAD").status, 0)
    }

    @Test func `a change is allowed once, by a commit or by an option, with a reason`() throws {
        _ = try scratch.shell("git checkout -qb work")
        try scratch.write(Self.document("true"), to: "app.json")
        try commit("two\n\nFlag-change: s: everybody has the new search\nReviewed-by: Ada")
        let allowed = try check()
        expectEqual(allowed.status, 0)
        expect(allowed.error.contains("; 1 finding about allowed changes\n"), "\(allowed)")
        expect(allowed.error.contains("(everybody has the new search)\n"), "\(allowed)")
        // A squash merge keeps the lines of each commit.
        _ = try scratch.shell("git commit -q --amend -m 'all\n\n* two\n\nFlag-change: s: a new search\n\n* three'")
        try expectEqual(check().status, 0)
        // Another setting, and the subject of a commit, allow nothing.
        for message in ["two\n\nFlag-change: t: no", "Flag-change: s: no\n\ntwo"] {
            _ = try scratch.shell("git commit -q --amend -m '\(message)'")
            try expectEqual(check().status, 1, "\(message)")
        }
        let option = try check("--allow-change 's=everybody has it' --format json")
        expectEqual(option.status, 0)
        expect(option.output.contains(#""reason":"everybody has it""#), "\(option)")
        // The next change is another one.
        _ = try scratch.shell("git commit -q --amend -m 'two\n\nFlag-change: s: once'")
        _ = try scratch.shell("git checkout -q main && git merge -q work && git checkout -qb next")
        try scratch.write(Self.document("false"), to: "app.json")
        try commit("three")
        try expectEqual(check().status, 1)
    }

    @Test(arguments: ["s", "s=", "=reason", "s= "])
    func `an allowed change has a name and a reason`(_ argument: String) throws {
        let run = try scratch.flagctl("check", "--against", "HEAD", "--allow-change", argument, "app.json")
        expectEqual(run.status, 2)
        expect(run.error.contains("--allow-change needs a setting and a reason"), "\(run)")
        let without = try scratch.flagctl("check", "--allow-change", "s=r", "app.json")
        expect(without.status == 2 && without.error.contains("add --against REV"), "\(without)")
    }
}
