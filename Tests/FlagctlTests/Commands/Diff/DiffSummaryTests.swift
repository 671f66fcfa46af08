import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct DiffSummaryTests {
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        let entry = #"[{ "appVersion": ">=1.4.0", "value": true }]"#
        try scratch.write(
            #"{ "a": { "defaultValue": false, "valuesByVersion": \#(entry) }, "b": 1, "@team": 1, "d": 1 }"#,
            to: "old.json")
        try scratch.write(
            #"{ "a": { "defaultValue": false }, "b": 2, "c": [1, 2], "@team": 2 }"#, to: "new.json")
        try scratch.write("1.3.0 20%\n1.4.0 30%\n", to: "app.releases")
        return scratch
    }

    private let words = ["diff", "--summary", "--releases", "app.releases"]

    @Test func `counts come first, then what changes, and who is affected`() throws {
        let run = try scratch().flagctl(words + ["--allow", "b", "old.json", "new.json"])
        expectEqual(
            run,
            Run(
                output: """
                    5 settings change: 3 changed, 1 added, 1 removed, 0 unchanged; 4 of the changes count
                    affected: 2 shipped versions: 1.3.0, 1.4.0 (50.0 % of installs)
                    size: 127 → 67 bytes

                    "@team"  1 → 2             *        2 shipped versions: 1.3.0, 1.4.0 (50.0 % of installs)
                    a        true → false      >=1.4.0  1 shipped version: 1.4.0 (30.0 % of installs)
                    b        1 → 2             *        2 shipped versions: 1.3.0, 1.4.0 (50.0 % of installs), allowed
                    c        (absent) → [1,2]  *        no shipped version knows it
                    d        1 → (absent)      *        2 shipped versions: 1.3.0, 1.4.0 (50.0 % of installs)

                    """, error: "", status: 1), "\(run.output)")
    }

    @Test func `Markdown is one comment, and mentions nobody`() throws {
        let run = try scratch().flagctl(words + ["--format", "markdown", "old.json", "new.json"])
        expect(
            run.output.hasPrefix(
                """
                ### 5 settings change

                - 3 changed, 1 added, 1 removed, 0 unchanged
                - affected: 2 shipped versions: 1.3.0, 1.4.0 (50.0 % of installs)
                - size: 127 → 67 bytes

                | setting | change | who |
                | --- | --- | --- |
                | `"@team"` | `1 → 2` | `*`; 2 shipped versions: 1.3.0, 1.4.0 (50.0 % of installs) |
                | `a` | `true → false` | `>=1.4.0`; 1 shipped version: 1.4.0 (30.0 % of installs) |

                """), "\(run.output)")
        // A mention in code notifies nobody.
        expect(!run.output.replacing("`\"@team\"`", with: "").contains("@"))
    }

    @Test func `the same change in several documents is one row with their names`() throws {
        let scratch = try Scratch()
        for name in ["android", "ios", "mac"] {
            try scratch.write(#"{ "a": 1, "b": 1 }"#, to: "old/\(name).json")
            try scratch.write(#"{ "a": 2, "b": \#(name == "mac" ? 3 : 1) }"#, to: "new/\(name).json")
        }
        let markdown = try scratch.flagctl("diff", "--summary", "--format", "markdown", "old", "new").output
        expectEqual(
            markdown,
            """
            ### 4 settings change in 3 of 3 files

            - 4 changed, 0 added, 0 removed, 2 unchanged
            - size: 54 → 54 bytes in 3 changed files

            | files | setting | change | who |
            | --- | --- | --- | --- |
            | new/android.json, new/ios.json, new/mac.json | `a` | `1 → 2` | `*` |
            | new/mac.json | `b` | `1 → 3` | `*` |

            """)
        let text = try scratch.flagctl("diff", "--summary", "old", "new").output
        expect(
            text.hasSuffix(
                "\na (new/android.json, new/ios.json, new/mac.json)  1 → 2  *\nb (new/mac.json)                                  1 → 3  *\n"
            ), "\(text)")
    }

    @Test func `several files are one table, and long ones are cut`() throws {
        let scratch = try Scratch()
        let settings = (100..<160).map { #""s\#($0)": 1"# }.joined(separator: ", ")
        try scratch.write("{ \(settings) }", to: "old/a.json")
        try scratch.write("{ \(settings.replacing(": 1", with: ": 2")) }", to: "new/a.json")
        for folder in ["old", "new"] { try scratch.write("{ \"x\": 1 }", to: "\(folder)/b.json") }
        let run = try scratch.flagctl("diff", "--summary", "old", "new")
        expect(
            run.output.hasPrefix("60 settings change in 1 of 2 files: 60 changed, 0 added, 0 removed, 1 unchanged\n"))
        expect(run.output.hasSuffix("and 10 more changes; --format json has all of them\n"), "\(run.output)")
        expect(run.output.contains("s100 (new/a.json)  1 → 2  *\n"), "\(run.output)")
        let json = try scratch.flagctl("diff", "--summary", "--format", "json", "old", "new")
        expect(
            json.output.contains(#""summary":{"changed":60,"added":0,"removed":0,"unchanged":1,"counting":60}"#)
                && json.output.contains("s159"))
        let same = try scratch.flagctl("diff", "--summary", "old", "old")
        expectEqual(
            same, Run(output: "no value changes: 0 changed, 0 added, 0 removed, 61 unchanged\n", error: "", status: 0))
    }

    @Test func `changes that do not count are notes in annotations`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl(
            "diff", "--frozen", "<1.4.0", "--allow", "b", "--format", "github", "old.json", "new.json")
        // Unknown to frozen versions, allowed, and not frozen.
        for name in ["c", "b", "a"] {
            expect(
                run.output.split(separator: "\n").contains { $0.hasPrefix("::notice") && $0.contains("\"\(name)\"") },
                "\(run)")
        }
        expect(run.output.contains("::error title=changed-value::") || run.output.contains("::error file"), "\(run)")
    }
}
