import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct BadInputTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func resolve(_ bytes: [UInt8]) throws -> Run {
        try scratch.write(bytes: bytes, to: "a.json")
        return try scratch.flagctl("resolve", "--version", "1.4.0", "a.json")
    }

    static let refused: [(String, [UInt8], String)] = [
        (
            "empty", [],
            """
            a.json:1:1: error: the document is empty, expected a value [json-syntax]
               |
             1 |
               | ^
               = help: write an object, such as `{}` for a document without settings

            """
        ),
        (
            "not UTF-8", Array(#"{"a": ""#.utf8) + [0xFF] + Array(#""}"#.utf8),
            """
            a.json:1:8: error: found the byte FF, expected UTF-8: this byte never occurs in UTF-8 [json-syntax]
               |
             1 | {"a": "\u{FFFD}"}
               |        ^
               = help: save the file as UTF-8

            """
        ),
        (
            "byte order mark", [0xEF, 0xBB, 0xBF] + Array("{}".utf8),
            """
            a.json:1:1: error: found a byte order mark, expected UTF-8 without one [json-syntax]
               |
             1 | \u{FFFD}{}
               | ^
               = help: save the file as UTF-8 without a byte order mark

            """
        ),
        (
            "trailing comma", Array("{\r\n\t\"a\": 1,\r\n}".utf8),
            """
            a.json:2:8: error: trailing comma: found `}` after `,`, expected a key in double quotes [json-syntax]
               |
             2 | \t"a": 1,
               | \t      ^
               = help: delete the comma

            """
        ),
        (
            "comment", Array("{\r\n\t\"a\": 1 // x\r\n}".utf8),
            """
            a.json:2:9: error: found a comment, which JSON does not allow [json-syntax]
               |
             2 | \t"a": 1 // x
               | \t       ^^
               = help: delete the comment, or write it as a member `"$comment"`

            """
        ),
        (
            "duplicate key", Array("{\n  \"a\": 1,\n  \"\\u0061\": 2\n}".utf8),
            """
            a.json:3:3: error: duplicate key "a", expected each key once in an object [duplicate-key]
               |
             3 |   "\\u0061": 2
               |   ^^^^^^^^
               = note: a.json:2:3: the key is first used here
               = help: delete or rename one of the two

            """
        ),
        (
            "two settings with one name", Array("{\n  \"a\": {\"b\": 1},\n  \"a.b\": 2\n}".utf8),
            """
            a.json:3:3: error: two settings have the name "a.b"; rename or delete one of them [duplicate-name]
               |
             3 |   "a.b": 2
               |   ^^^^^
               = note: a.json:2:9: the first is here

            """
        ),
        (
            "not an object", Array("[1]".utf8),
            """
            a.json:1:1: error: the document is an array, expected an object of settings: { … } [not-an-object]
               |
             1 | [1]
               | ^^^

            """
        ),
    ]

    @Test(arguments: refused)
    func `a document that is refused says why, where and what to do`(
        _ name: String, _ bytes: [UInt8], _ error: String
    ) throws {
        try expectEqual(resolve(bytes), Run(output: "", error: error, status: 2), "\(name)")
    }

    @Test func `a document of one byte more than the limit is refused unread`() throws {
        try expectEqual(
            resolve([UInt8](repeating: 0x20, count: (8 << 20) + 1)),
            Run(
                output: "",
                error: """
                    a.json: error: the document has more than 8388608 bytes, the most that is allowed [limit]
                       = help: split it into several documents

                    """, status: 2))
    }

    @Test func `a hundred thousand brackets are one short message`() throws {
        let run = try resolve([UInt8](repeating: UInt8(ascii: "["), count: 100_000))
        expect(
            run.error.hasPrefix(
                "a.json:1:65: error: arrays and objects are nested too deeply, expected at most 64 levels"))
        expect(run.error.split(separator: "\n").allSatisfy { $0.count <= 130 })
        expectEqual(run.status, 2)
    }

    @Test func `a document of exactly the limit is read`() throws {
        var bytes = Array("{\"a\": 1}".utf8)
        bytes += [UInt8](repeating: 0x0A, count: (8 << 20) - bytes.count)
        try expectEqual(resolve(bytes), Run(output: "a  1\n", error: "", status: 0))
    }

    @Test func `an input without end is refused, not awaited`() throws {
        let run = try scratch.shell("yes | flagctl resolve --version 1 -")
        expect(run.error.hasPrefix("<stdin>: error: the document has more than 8388608 bytes"))
        expectEqual(run.status, 2)
    }

    @Test func `a numeric version is a warning about one entry, and an issue in strict mode`() throws {
        let text = #"{"a": {"defaultValue": 1, "valuesByVersion": [{"appVersion": 1.10, "value": 2}]}, "b": 3}"#
        let run = try resolve(Array(text.utf8))
        expectEqual(run.output, "a  1\nb  3\n")
        expect(run.error.hasPrefix("a.json:1:62: warning: in \"a\": \"appVersion\" is the number 1.10; "))
        expect(run.error.contains("[numeric-version]\n"))
        expectEqual(run.status, 0)
        try expectEqual(scratch.flagctl("resolve", "--version", "1", "--strict", "a.json").status, 1)
        try expectEqual(scratch.flagctl("resolve", "--version", "1", "--strict", "--exit-zero", "a.json").status, 0)
        let other = try scratch.flagctl("resolve", "--version", "1", "--strict", "--flag", "b", "a.json")
        expectEqual(other, Run(output: "b  3\n", error: "", status: 0))
    }

    @Test func `a setting without a default is left out, the rest is printed`() throws {
        let run = try resolve(Array(#"{"a": {"valuesByVersion": []}, "b": 1}"#.utf8))
        expectEqual(run.output, "b  1\n")
        expect(
            run.error.hasPrefix(
                "a.json:1:7: error: in \"a\": the setting has \"valuesByVersion\" and no \"defaultValue\""))
        expectEqual(run.status, 2)
        try expectEqual(scratch.flagctl("resolve", "--version", "1", "--exit-zero", "a.json").status, 2)
    }

    @Test func `a file that cannot be read says so`() throws {
        try scratch.write("{}", to: "a.json")
        _ = try scratch.shell("chmod 000 a.json; mkdir none; ln -s loop.json loop.json")
        try expectEqual(
            scratch.flagctl("resolve", "--version", "1", "none"),
            Run(
                output: "",
                error: "none: error: directory contains no JSON document\n"
                    + "   = help: every \"*.json\" below it counts, except \"*.schema.json\", "
                    + "\"*.expectations.json\", \"*.reader.json\", \"flagctl.json\" and hidden files\n", status: 2))
        try expectEqual(
            scratch.flagctl("resolve", "--version", "1", "loop.json"),
            Run(
                output: "", error: "loop.json: error: cannot be read: too many levels of symbolic links\n",
                status: 2))
        // The superuser may read every file.
        if (try? FileSystem.read(scratch.path + "/a.json", atMost: 1)) == nil {
            try expectEqual(
                scratch.flagctl("resolve", "--version", "1", "a.json"),
                Run(
                    output: "", error: "a.json: error: cannot be read: permission denied\n", status: 2))
        }
    }

    @Test func `a missing file suggests its neighbour`() throws {
        try scratch.write("{}", to: "configs/app.json")
        try expectEqual(
            scratch.flagctl("resolve", "--version", "1", "configs/ap.json").error,
            """
            configs/ap.json: error: no such file or directory
               = help: did you mean "configs/app.json"?

            """)
        try expectEqual(
            scratch.flagctl("resolve", "--version", "1", "*.json").error,
            """
            *.json: error: pattern matches no file
               = help: "**" matches any number of directories: "Configs/**/*.json"

            """)
        try expectEqual(
            scratch.flagctl("resolve", "--version", "1", "https://example.com/app.json").error,
            """
            https://example.com/app.json: error: no such file or directory
               = help: flagctl reads files, not addresses: fetch it first and pipe it in with "-"

            """)
    }

    @Test(
        arguments: [
            (
                "resolve --version",
                "--version needs a value: --version V[,V…]\n   = help: the app version goes here, as in "
                    + "--version 1.4.0; the version of flagctl itself is \"flagctl --version\"\n"
            ),
            (
                "resolve --app-version --explain a.json",
                "--version needs a value: --version V[,V…]\n   = help: the app version goes here, as in "
                    + "--version 1.4.0; the version of flagctl itself is \"flagctl --version\"\n"
            ),
            (
                "resolve a.json",
                "--version V[,V…] is required\n   = help: the app version goes here, as in "
                    + "--version 1.4.0; the version of flagctl itself is \"flagctl --version\"\n"
            ),
            (
                "resolve --version a.json b.json",
                "--version \"a.json\": expected a number at offset 0, found \"a.json\"; a version is numbers separated by "
                    + "single dots, such as 1.4.0\n   = help: the app version goes here, as in "
                    + "--version 1.4.0; the version of flagctl itself is \"flagctl --version\"\n"
            ),
            (
                "resolve --verbose",
                "\"resolve\" has no option \"--verbose\"\n   = help: \"flagctl help resolve\" lists its options\n"
            ),
            ("resolve --flga x", "\"resolve\" has no option \"--flga\"\n   = help: did you mean \"--flag\"?\n"),
            (
                "resolve --version 1 a.json --format jsno",
                "--format cannot be \"jsno\"; it is one of text, json, ndjson, csv, markdown, env, value\n"
                    + "   = help: did you mean \"json\"?\n"
            ),
            (
                "resolve --version 1 a.json --format json --format csv",
                "--format was given twice, but takes only one value\n   = help: keep one of the two --format\n"
            ),
            (
                "resolve --version 1 a.json --expect",
                "--expect needs a value: --expect FILE\n   = help: write a value after it\n"
            ),
        ] as [(String, String)])
    func `a slip on the command line is explained`(_ line: String, _ message: String) throws {
        let run = try Run(shell: "flagctl \(line)", in: scratch.path)
        expectEqual(run, Run(output: "", error: "flagctl resolve: error: \(message)", status: 2))
    }

    @Test func `a closed pipe ends quietly with the status it would have had`() throws {
        let names = (0..<20_000).map { "\"setting\($0)\": \"\(String(repeating: "x", count: 50))\"" }
        try scratch.write("{\(names.joined(separator: ",\n"))}", to: "a.json")
        let script = """
            { flagctl resolve --version 1 a.json; echo "status $?" >&2; } | head -1
            { flagctl resolve --version 1 --flag nothing a.json; echo "status $?" >&2; } | true
            """
        let run = try scratch.shell(script)
        expectEqual(run.output, "setting0      \(String(repeating: "x", count: 50))\n")
        expect(run.error.hasPrefix("status 0\n"))
        expect(run.error.hasSuffix("status 2\n"))
        expect(!run.error.contains("written"))
    }

    @Test func `an interrupt ends with the status that shells have for it`() throws {
        let script = """
            mkfifo pipe
            "$program" resolve --version 1 pipe & child=$!
            exec 3> pipe
            kill -INT $child; exec 3>&-
            wait $child; echo $?
            """
        // A shell lets what it starts in the background ignore interrupts, unless it has job control.
        let run = try scratch.shell("set -m\n\(script)")
        expectEqual(run.output, "130\n")
    }
}
