import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct TerminalInputTests {
    @Test(.enabled(if: Tool.isThere("script"), "script is not installed"))
    func `a program that waits for standard input on a terminal says so`() throws {
        let scratch = try Scratch()
        let run = try scratch.shell(
            #"export program; printf '{ "a": 1 }\n\004' | script -qec '"$program" check -' /dev/null"#)
        expect(run.output.contains("reading standard input; press Ctrl-D to end it"))
        expect(run.output.contains("0 errors, 0 warnings in 1 file"))
    }

    @Test(.enabled(if: Tool.isThere("script"), "script is not installed"))
    func `JSON is indented on a terminal, and on one line for programs`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": [1, {}]}\n", to: "a.json")
        let line = "resolve --version 1.4 --format json"
        let shown = try scratch.shell(
            "export program; script -qec '\"$program\" \(line) a.json' /dev/null | tr -d '\\r'")
        expectEqual(
            shown.output,
            """
            {
              "schema": "flagctl/resolve/1",
              "results": [
                {
                  "file": "a.json",
                  "version": "1.4.0",
                  "values": {
                    "a": [
                      1,
                      {}
                    ]
                  }
                }
              ]
            }

            """)
        let compact =
            #"{"schema":"flagctl/resolve/1","results":[{"file":"a.json","version":"1.4.0","values":{"a":[1,{}]}}]}"#
        try expectEqual(scratch.shell("flagctl \(line) a.json").output, compact + "\n")
        // Lines of NDJSON stay lines, and so do files.
        let lines = try scratch.shell(
            "export program; script -qec '\"$program\" resolve --version 1.4 --format ndjson --report json=r.json a.json' /dev/null"
        )
        expectEqual(lines.output.split(separator: "\r\n").count, 1)
        try expectEqual(scratch.read("r.json"), compact + "\n")
    }

    @Test(.enabled(if: Tool.isThere("script"), "script is not installed"))
    func `tables fit the terminal, and COLUMNS has precedence`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": \"one two three four five six seven\"}\n", to: "a.json")
        func output(_ columns: String) throws -> String {
            try scratch.shell(
                """
                export program \(columns)
                script -qec 'stty cols 24; "$program" resolve --version 1 a.json' /dev/null | tr -d '\\r'
                """
            ).output
        }
        try expectEqual(output(""), "a  one two three four\n   five six seven\n")
        try expectEqual(output("COLUMNS=80"), "a  one two three four five six seven\n")
    }
}
