import FlagResolver
import FlagServer
import TestSupport
import Testing

@testable import flagctl

/// Settings with more cases than people read.
@Suite(.blocking)
struct ManyCasesTests {
    private func scratch(_ count: Int = 57) throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(ManyEntries.document(count: count), to: "app.json")
        return scratch
    }

    @Test func `the entries are shown in document order, each with whom it still reaches`() throws {
        let run = try scratch(8).flagctl("explain", "checkout", "app.json")
        expect(
            run.output.hasPrefix(
                """
                checkout   for everybody: the first entry that matches wins
                  app.json:4    off       rule 1: 2.0.0
                  app.json:5    modern    rule 2: >=1.1.0, country AT, platform macos
                                            only >=1.1.0 !=2.0.0, after line 4

                """), "\(run)")
    }

    @Test func `of 57 entries, each has one or two lines, and those that never win say so`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl("explain", "checkout", "app.json")
        let lines = run.output.split(separator: "\n")
        expect(lines.count <= 2 * 58 + 2)
        expectEqual(lines.last, "57 entries, 26 of them never win; --cases shows the 322 cases")
        expectEqual(lines.count { $0.contains("  never wins: line") }, 26)
        let places = lines.compactMap { $0.split(separator: " ").first }.filter { $0.hasPrefix("app.json:") }
        expectEqual(places, (4...60).map { "app.json:\($0)" } + ["app.json:3"])
        // The entries that never win are those that no case has.
        let json = try JSONTree(
            parsing: Array(try scratch.flagctl("explain", "checkout", "app.json", "--format", "json").output.utf8))
        let cases = try #require(json.root.member(named: "cases")?.array)
        let winning = Set(cases.compactMap { $0.member(named: "entry")?.int })
        expectEqual(winning.count, 57 - 26)
        for (index, line) in lines.enumerated() where line.contains("never wins") {
            let number = try #require(
                lines[index - 1].split(separator: ":")[1].split(separator: " ").first.flatMap { Int($0) })
            expect(!winning.contains(number - 4), "\(line)")
        }
    }

    @Test func `all cases are shown on request, and few cases always`() throws {
        let all = try scratch().flagctl("explain", "checkout", "--cases", "app.json")
        expectEqual(all.output.split(separator: "\n").count, 323)
        let arguments = ["explain", "checkout", "Configs/targeting.json"]
        try expectEqual(Run(arguments), Run(arguments + ["--cases"]))
    }

    @Test func `entries on one line are told apart by their columns`() throws {
        let scratch = try Scratch()
        try scratch.write(ManyEntries.document(count: 12).replacing("\n", with: " "), to: "app.json")
        let run = try scratch.flagctl("explain", "checkout", "app.json")
        expect(run.output.contains("after line 1:"), "\(run)")
        expect(run.output.contains("  app.json:1:"), "\(run)")
    }

    @Test func `selected users have the entries that match them`() throws {
        let run = try scratch().flagctl(
            "explain", "checkout", "--where", #"{ "when": { "country": "DE" } }"#, "app.json")
        expect(run.output.contains("never wins: it matches none of the selected users"), "\(run)")
        expect(run.output.hasPrefix("checkout   for the selected users: the first entry that matches wins\n"))
        let group = try scratch().flagctl("explain", "*", "--where", #"{ "when": { "country": "DE" } }"#, "app.json")
        expect(group.output.contains("explain the setting alone, or use --cases"), "\(group)")
    }

    @Test(arguments: ["text", "markdown"])
    func `the matrix has one row for the setting, and says how to see all`(_ format: String) throws {
        let scratch = try scratch()
        let run = try scratch.flagctl("matrix", "--format", format, "app.json")
        expect(run.output.contains("checkout, 99 groups of users"), "\(run)")
        expect(run.output.contains("(4 values)"))
        expect(run.output.contains("--cases shows the groups of users"))
        expect(run.output.split(separator: "\n").count < 8)
        let all = try scratch.flagctl("matrix", "--format", format, "--cases", "app.json")
        expect(all.output.split(separator: "\n").count > 99)
        expect(!all.output.contains("groups of users"))
    }

    @Test func `the page of the matrix has all rows, and one that can take their place`() throws {
        let page = try scratch().flagctl("matrix", "--format", "html", "app.json").output
        expect(
            page.contains(#"<tr class="fold" data-count="99" hidden><th scope="row">checkout, 99 groups of users</th>"#)
        )
        expectEqual(page.split(separator: "<tr data-conditions=").count, 100)
        try expect(!Run(["matrix", "--format", "html", "Configs/targeting.json"]).output.contains(#"class="fold""#))
    }

    @Test func `the inspector gets the entries with whom they reach`() throws {
        let document = InspectedDocument(
            settings: try SettingsDocument(parsing: Array(ManyEntries.document(count: 57).utf8)), name: "",
            source: "app.json", entityTag: "\"1-2\"", former: nil, secondsSinceChange: nil, allowsDate: false)
        let answer = String(
            decoding: try DocumentInspector().answer(.setting("checkout", nil), about: document), as: UTF8.self)
        let reaches = try #require(try JSONTree(parsing: Array(answer.utf8)).root.member(named: "reaches")?.array)
        expectEqual(reaches.count, 58)
        expect(
            answer.contains(
                #"{"users":"rule 2: >=1.1.0, country AT, platform macos","remark":"only >=1.1.0 !=2.0.0, after line 4","#
            ))
    }
}
