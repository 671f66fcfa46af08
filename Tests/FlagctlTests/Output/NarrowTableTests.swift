import TestSupport
import Testing

@testable import flagctl

/// Tables fit the width of the terminal, or that of `COLUMNS`.
@Suite(.blocking)
struct NarrowTableTests {
    /// Lines that are sentences, which terminals wrap.
    private static let sentences = [
        "unchanged for every version: ", "affected: ", "2 settings change: ", "6 settings, 5 version ranges",
        "1 column fits: ", "2 columns fit: ", "3 columns fit: ", "4 columns fit: ", "PASSED   ", "FAILED   ",
        "SKIPPED  ",
        "ios 7.230.0 is ready, with warnings", "android.json (android): ", "after.json (ios): ", "this value holds ",
        "it holds for ", "checkout = ", "4 settings, 4 version ranges", "checkout   for everybody",
    ]

    @Test(
        arguments: [
            "explain aiChat.enabled --releases ios.releases after.json",
            "explain aiChat after.json",
            "explain aiChat.enabled --version 7.224.0 after.json",
            "explain checkout ../../targeting.json",
            "explain checkout --version 2.0.0 --attribute country=DE ../../targeting.json",
            "diff before.json after.json",
            "diff --summary --releases ios.releases before.json after.json",
            "diff ../../targeting.json ../../showcase.json",
            "matrix ../../targeting.json", "matrix --transpose after.json", "matrix after.json",
            "resolve --version 7.222.0,7.224.0,7.226.0 after.json",
            "resolve --version 2.0.0 --explain ../../targeting.json",
            "resolve --all-releases --explain after.json",
            "config", "prove", "prove -e 'constant for *: aiChat.*' after.json",
            "check --statistics --notes ../../app.json", "check --owners --notes ../../showcase.json",
            "stale --owners --floor 2.0.0 --at 2027-01-01T00:00:00Z ../../showcase.json",
            "release ios=7.230.0,android=52920000 --previous ios=7.229.0,android=52910000",
            "bucket --salt checkout 0 a-rather-long-key-of-a-user-who-has-logged-in", "schema",
            "rules",
        ],
        [40, 60, 80])
    func `no row of a table is wider`(_ line: String, _ width: Int) throws {
        let run = try Run(
            shell: "export COLUMNS=\(width) && flagctl \(line)",
            in: "\(PackageFolder.path)/Configs/release-checks/shop")
        let rows = run.output.split(separator: "\n").filter { row in !Self.sentences.contains { row.hasPrefix($0) } }
        expect(!rows.isEmpty, "\(run)")
        for row in rows { expect(DisplayWidth.of(row) <= width, "\(row)") }
    }

    @Test(arguments: ["", "0", "-1", "wide", "100000", "80x"])
    func `a width that is no number of columns is ignored`(_ columns: String) throws {
        let line = "flagctl explain checkout Configs/targeting.json"
        try expectEqual(
            Run(shell: "export COLUMNS='\(columns)' && \(line)", in: PackageFolder.path),
            Run(shell: line, in: PackageFolder.path))
    }

    @Test func `columns that do not fit continue the row`() throws {
        let run = try Run(
            shell: "COLUMNS=60; export COLUMNS; flagctl explain aiChat.enabled --releases ios.releases after.json",
            in: "\(PackageFolder.path)/Configs/release-checks/shop")
        expectEqual(
            run.output,
            """
            aiChat.enabled   for every version
              <7.224.0    false   after.json:8    default
                  1 shipped version: 7.222.0 (9.5 % of installs)
              >=7.224.0   true    after.json:10   >=7.224.0
                  3 shipped versions: 7.224.0, 7.226.0, 7.229.0 (81.5 %
                  of installs)

            """)
    }

    @Test func `versions that do not fit have tables of their own`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"{"on": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2", "value": true}]}, "text": "one two three four five"}"#,
            to: "a.json")
        let run = try scratch.shell("COLUMNS=34; export COLUMNS; flagctl resolve --version 1.0,2.0,3.0 a.json")
        expectEqual(
            run.output,
            """
                  1.0
            on    false
            text  one two three four five

                  2.0
            on    true
            text  one two three four five

                  3.0
            on    true
            text  one two three four five

            """)
    }

    @Test(
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("one two", 7, ["one two"]), ("", 7, []),
            ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("a bcdefgh", 4, ["a", "bcde", "fgh"]),
            ("  default", 5, ["  def", "ault"]), ("日本語", 4, ["日本", "語"]), ("one  two", 4, ["one", "two"]),
            ("one two three four", 3, ["one", "two", "th…"]),
        ])
    func `text is wrapped between words`(_ text: String, _ width: Int, _ lines: [String]) {
        expectEqual(WrappedText.lines(of: text, width: width, atMost: 3), lines)
    }

    @Test func `a long value is clipped`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": \"\(String(repeating: "word ", count: 1000))end\"}", to: "a.json")
        let run = try scratch.shell("COLUMNS=40; export COLUMNS; flagctl resolve --version 1 a.json")
        let lines = run.output.split(separator: "\n")
        expectEqual(lines.count, 12)
        expect(lines.last?.hasSuffix("…") == true)
    }

    @Test func `values of every width keep their order, and lose nothing before the limit`() {
        var random = SeededRandom(seed: 16)
        for _ in 0..<200 {
            let columns = Int.random(in: 1...5, using: &random)
            let cells = (0..<(columns * 3)).map { _ in
                String(repeating: "x", count: Int.random(in: 1...30, using: &random))
            }
            let width = Int.random(in: 1...90, using: &random)
            var table = TextTable(columns: columns)
            for cell in cells { table.cell(cell) }
            var buffer = TextBuffer()
            buffer.display = Display(style: .plain, width: width)
            table.write(to: &buffer, indentation: 2)
            let written = buffer.text.utf8.count { $0 == UInt8(ascii: "x") }
            let isClipped = buffer.text.contains("…")
            expect(written == cells.joined().utf8.count || isClipped)
            expect(!buffer.text.contains(" \n"))
            if width >= 10 {
                expect(buffer.text.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= width }, "\(width)")
            }
        }
    }
}
