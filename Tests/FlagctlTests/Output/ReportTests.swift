import FlagResolver
import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ReportTests {
    private func written(_ write: (inout TextBuffer) -> Void) -> String {
        var buffer = TextBuffer()
        write(&buffer)
        return buffer.text
    }

    @Test(
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("😀", 2), ("한", 2),
            ("…·→", 3),
        ] as [(String, Int)])
    func `text is as wide as a terminal shows it`(_ text: String, _ width: Int) {
        expectEqual(DisplayWidth.of(text), width)
        expectEqual(DisplayWidth.of(Array(text.utf8), from: 0), width)
    }

    @Test func `a cell that is too wide moves only its own row, and the last column may be below the rows`() {
        var table = TextTable(columns: 3, gap: 1, lastColumn: .belowRow, maximumColumnWidth: 4)
        for cell in ["a", "x", "note", "bbbbbb", "y", "", "cc", "z", ""] { table.cell(cell) }
        expectEqual(written { table.write(to: &$0, indentation: 1) }, " a  x\n    note\n bbbbbb y\n cc z\n")
        table.removeAll()
        expect(table.isEmpty && written { table.write(to: &$0) } == "")
    }

    @Test func `a table pads to the widest cell and never at the end of a line`() {
        var table = TextTable(columns: 3)
        for cell in ["a", "日本", "x", "bcd", "", "y", "e", "f", "", "", "", ""] { table.cell(cell) }
        expectEqual(written { table.write(to: &$0, indentation: 1) }, " a    日本  x\n bcd        y\n e    f\n \n")
    }

    @Test(arguments: ["", "plain", "it's", "a b", "$HOME `id` \\ \"q\" !", "line\nend", "é日😀", "'''", "*?[~"])
    func `a shell reads a quoted word back as it was`(_ word: String) throws {
        let run = try Run(shell: "printf %s \(ShellQuoting.quoted(word))", in: "/")
        expectEqual(run.output, word)
        expectEqual(run.status, 0)
    }

    @Test(
        arguments: [
            ("", ""), ("a", "a"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("a\nb", #"a\nb"#),
            ("a\r,b", #""a\r,b""#), (" a ", " a "), ("a\u{1B}[31m\u{202E}", #"a\u001b[31m\u202e"#),
        ] as [(String, String)])
    func `a comma-separated field is quoted where RFC 4180 says, and is printable`(_ field: String, _ expected: String)
    {
        expectEqual(written { CSVReport.write(field, to: &$0) }, expected)
    }

    @Test(
        arguments: [
            ("", ""), ("a", "`a`"), ("a|b", "`a\\|b`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("``a", "``` ``a ```"),
        ] as [(String, String)])
    func `a code span in Markdown holds any text`(_ text: String, _ expected: String) {
        expectEqual(written { MarkdownTable.writeCode(text.utf8, to: &$0) }, expected)
    }

    @Test func `text in Markdown is never read as markup`() {
        expectEqual(
            written { MarkdownTable.writeText("a_b *c* <i> | \n[x](y)".utf8, to: &$0) },
            "a\\_b \\*c\\* &lt;i> \\| <br>\\[x\\](y)")
    }

    @Test(
        arguments: [
            ("plain é日", "plain é日"), ("a\u{1B}[2Jb", "a\\u001b[2Jb"), ("a\nb\t", "a\\nb\\t"), ("\u{8}\u{C}", "\\b\\f"),
            ("\u{9B}31m", "\\u009b31m"), ("\u{202E}evil", "\\u202eevil"), ("\u{7F}", "\\u007f"),
        ] as [(String, String)])
    func `F5: text from a document never controls a terminal`(_ text: String, _ expected: String) {
        expectEqual(PlainText.escaped(text), expected)
        expectEqual(PlainText.hasUnprintable(Array(text.utf8)[...]), text != expected)
    }

    @Test(
        arguments: [
            (["json=a.json", "csv=b"], nil), (["json"], "a format"), (["json="], "a format"), (["=x"], "cannot be"),
            (["jsn=a"], "cannot be"),
        ] as [([String], String?)])
    func `a report names a format and a path`(_ values: [String], _ problem: String?) {
        do throws(UsageError) {
            let option = Option<[ReportRequest<ResolveReport.Format>]>.report(ResolveReport.Format.self)
            let requests = try option.value(of: values)
            expectNil(problem)
            expectEqual(requests.map { "\($0.format.rawValue)=\($0.destination.path)" }, values)
        } catch {
            expect(error.message.contains(problem ?? "\u{0}"), "\(error.message)")
        }
    }

    @Test(
        arguments: [
            (.auto, true, [:], true), (.auto, false, [:], false), (.auto, true, ["NO_COLOR": "1"], false),
            (.auto, true, ["NO_COLOR": ""], true), (.auto, false, ["FORCE_COLOR": "1"], true),
            (.auto, true, ["FORCE_COLOR": "0"], false), (.auto, true, ["TERM": "dumb"], false),
            (.auto, false, ["FORCE_COLOR": "1", "TERM": "dumb"], true),
            (.auto, true, ["NO_COLOR": "1", "FORCE_COLOR": "1"], false), (.always, false, ["NO_COLOR": "1"], true),
            (.never, true, ["FORCE_COLOR": "1"], false),
        ] as [(ColorChoice, Bool, [String: String], Bool)])
    func `colour follows the option, then the environment, then the terminal`(
        _ choice: ColorChoice, _ isTerminal: Bool, _ variables: [String: String], _ expected: Bool
    ) {
        expectEqual(choice.isColored(isTerminal: isTerminal) { variables[$0] }, expected)
    }

    @Test func `of several statuses the greatest stays, and only what was found is forgiven`() {
        var status: flagctl.ExitStatus = .clean
        status.combine(with: .found)
        expectEqual(status, .found)
        status.combine(with: .failed)
        status.combine(with: .found)
        expectEqual(status, .failed)
        expectEqual([flagctl.ExitStatus.clean, .found, .failed].map(\.ignoringFindings), [.clean, .clean, .failed])
    }

    @Test(
        arguments: [
            "matrix new.json", "diff old.json new.json", "diff --summary old.json new.json",
            "diff --format github old.json new.json", "diff --format markdown old.json new.json",
            "diff --summary --format markdown old.json new.json", "diff equal.json new.json",
            "release 2.0.0 --previous 1.0.0 new.json", "test new.expectations.json",
        ])
    func `names that look alike are told apart`(_ line: String) throws {
        let scratch = try Scratch()
        func document(_ first: Int, _ second: Int) -> String {
            #"{"payments": {"defaultValue": \#(first), "valuesByVersion": [{"appVersion": ">=2.0.0", "value": 9}]}, "#
                + #""p\u0430yments": {"defaultValue": \#(second), "valuesByVersion": [{"appVersion": ">=2.0.0", "value": 9}]}}"#
        }
        try scratch.write(document(1, 2), to: "old.json")
        try scratch.write(document(3, 4), to: "new.json")
        try scratch.write(document(3, 5), to: "equal.json")
        try scratch.write(
            #"{"document": "new.json", "expectations": [{"name": "n", "version": "1", "expect": {"p\u0430yments": 1}}]}"#,
            to: "new.expectations.json")
        let run = try scratch.shell("flagctl \(line)")
        expect(run.output.contains(#""p\u0430yments""#), "\(run)")
        // The rule about such names shows the name as it is.
        let lines = run.output.split(separator: "\n").filter { !$0.contains("[unusual-name]") }
        expect(!lines.contains { $0.contains("p\u{430}yments") }, "\(run)")
    }
}
