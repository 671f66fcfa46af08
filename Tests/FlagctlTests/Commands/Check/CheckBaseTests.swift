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

    // MARK: What changes for shipped versions

    private func summary(_ before: String, _ after: String) throws -> [String] {
        try scratch.write(before, to: "app.json")
        try commit("before")
        try scratch.write(after, to: "app.json")
        let run = try scratch.shell("flagctl check --against HEAD --releases app.releases app.json")
        let lines = run.error.split(separator: "\n").map(String.init)
        return lines.drop { !$0.contains("for shipped versions since HEAD") }.map(\.columnsJoined)
    }

    @Test func `the summary names what changes for which shipped versions and users`() throws {
        try scratch.write("1.9.0 40%\n2.0.0 60%\n2.1.0 planned\n", to: "app.releases")
        try expectEqual(
            summary(
                #"{ "a": { "defaultValue": 1 }, "$minimumVersion": "2.0.0", "gone": { "defaultValue": 0 } }"#,
                #"""
                { "a": { "defaultValue": 1, "valuesByVersion": [
                  { "appVersion": ">=1.5.0", "when": { "country": "DE" }, "value": 2 }, { "appVersion": "2.1.0", "value": 3 }
                ] }, "$minimumVersion": "2.0.0", "new": { "defaultValue": 0 } }
                """#),
            [
                "what changes for shipped versions since HEAD:",
                "a | 1 → 2 | 1 shipped version: 2.0.0 (60.0 % of installs), country DE | app.json:2 is new",
                "gone | 0 → (absent) | 1 shipped version: 2.0.0 (60.0 % of installs) | HEAD:app.json:1 is gone with its setting",
                "new (new: no shipped version knows it) | (absent) → 0 | app.json:3 is new with its setting",
            ])
        try expectEqual(
            summary(Self.document("false"), Self.document("false") + "\n"),
            ["no value changes for shipped versions since HEAD"])
    }

    @Test func `a change of several documents is one line, and a deleted document has none of its settings`() throws {
        for name in ["a", "b", "c"] { try scratch.write(Self.document("false"), to: "settings/\(name).json") }
        try commit("several")
        for name in ["a", "b"] { try scratch.write(Self.document("true"), to: "settings/\(name).json") }
        _ = try scratch.shell("rm settings/c.json")
        let command = "flagctl check --against HEAD --releases app.releases --fail-on warning"
        let run = try scratch.shell("\(command) settings")
        expectEqual(run.status, 1)
        let lines = run.error.split(separator: "\n").map { String($0).columnsJoined }
        expect(
            lines.contains(
                "s | false → true | 2 shipped versions: 1.9.0, 2.0.0 | in settings/a.json and settings/b.json"),
            "\(run)")
        expect(
            lines.contains(
                "s | false → (absent) | 2 shipped versions: 1.9.0, 2.0.0 | HEAD:settings/c.json:1 is gone with its setting"
            ),
            "\(run)")
        expect(run.output.contains("settings/c.json:1:1: warning: \"s\" is gone since the earlier revision"), "\(run)")
        let json = try scratch.shell("\(command) --format json settings")
        let report = try JSONTree(parsing: Array(json.output.utf8))[0]
        expectEqual(report.member(named: "changes")?.elements.map { $0 }.count, 3)
        try expectEqual(scratch.shell("\(command) --allow-change 's=all of it' settings").status, 0)
    }

    @Test func `a document that cannot be compared is not said to change nothing`() throws {
        try scratch.write("[]", to: "app.json")
        try commit("broken")
        try scratch.write(Self.document("true"), to: "app.json")
        let run = try scratch.shell("flagctl check --against HEAD --releases app.releases app.json")
        expect(!run.error.contains("no value changes"), "\(run)")
        expectEqual(run.status, 2)
    }

    // MARK: New findings

    @Test func `only what the revision does not have is reported, if so wished`() throws {
        func document(_ more: String) -> String {
            #"{ "a b": { "defaultValue": 1 }, "s": { "defaultValue": 0, "valuesByVersion": [\#(more)] } }"#
        }
        let known = #"{ "appVersion": ">=2.0.0 <1.0.0", "value": 1 }"#
        try scratch.write(document(known), to: "app.json")
        try commit("two")
        func run(_ text: String, _ options: String = "--against HEAD --findings new") throws -> Run {
            try scratch.write(text, to: "app.json")
            return try scratch.shell("flagctl check --fail-on warning \(options) app.json")
        }
        let same = try run(document(known) + "\n")
        expectEqual(same.status, 0)
        expect(same.error.contains("; 2 known findings left out\n"), "\(same)")
        try expectEqual(run(document(known), "--against HEAD").status, 1)
        // Without a revision, all findings are new.
        try expectEqual(run(document(known), "--findings new").status, 1)
        let other = try run(document(known + #", { "appVersion": ">=3.0.0 <1.0.0", "value": 1 }"#))
        expectEqual(other.status, 1)
        expectEqual(other.output.split(separator: "[empty-requirement]").count, 2)
        // A file that is no document is always reported.
        try expectEqual(run("[]").status, 1)
    }

    // MARK: Today

    @Test func `today is a date that the run names, and a scheduled run looks at everything`() throws {
        let ended =
            #"{ "s": { "defaultValue": 0, "valuesByVersion": [{ "until": "2020-01-01T00:00:00Z", "value": 1 }] } }"#
        try scratch.write(ended, to: "app.json")
        try scratch.write(
            #"{ "inputs": ["app.json"], "against": "auto", "at": "today", "failOn": "warning" }"#, to: "flagctl.json")
        try commit("ended")
        // The commit that writes it fails, and those after it do not.
        try expectEqual(scratch.shell("flagctl check").status, 1)
        try scratch.write("", to: "other")
        try commit("other")
        let run = try scratch.shell("flagctl check")
        expectEqual(run.status, 0)
        expect(run.error.contains("today: note: schedules are compared with 20"), "\(run)")
        for variable in ["GITHUB_EVENT_NAME=schedule", "CI_PIPELINE_SOURCE=schedule"] {
            let scheduled = try scratch.shell("\(variable) flagctl check")
            expectEqual(scheduled.status, 1)
            expect(
                scheduled.error.contains("compared with nothing: a scheduled run is about no change"), "\(scheduled)")
        }
    }
}

extension String {
    /// The columns of a table, with a bar between them.
    fileprivate var columnsJoined: String {
        drop { $0 == " " }.split(separator: "  ", omittingEmptySubsequences: true).map { $0.drop { $0 == " " } }.joined(
            separator: " | ")
    }
}
