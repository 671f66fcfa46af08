import TestSupport
import Testing

@testable import flagctl

/// F1: no report overwrites an input of the run.
@Suite(.blocking)
struct ReportTargetTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        let document = #"{"a": {"defaultValue": 0, "valuesByVersion": [{"appVersion": ">=1.0.0", "value": 1}]}}"#
        for name in ["a.json", "b.json", "d/c.json"] { try scratch.write(document, to: name) }
        try scratch.write("{}", to: "patch.json")
        try scratch.write("1.0.0\n", to: "releases.txt")
        try scratch.write("for *: a == 0\n", to: "a.policies")
        try scratch.write(
            #"{"document": "a.json", "expectations": [{"name": "a", "version": "0.1", "expect": {"a": 0}}]}"#,
            to: "a.expectations.json")
        let made = try scratch.shell(
            """
            flagctl check --format json a.json > baseline.json
            flagctl resolve --version 1 --format json a.json > expected.json
            ln -s a.json link.json; ln a.json hard.json; ln -s d linked; ln -s nowhere.json dangling.json
            """)
        try #require(made.status == 0)
    }

    /// A command line, the report's path, and the input that it leads to as the message names it.
    private static let overwriting: [(line: String, report: String, input: String)] = [
        ("resolve --version 1 a.json", "a.json", "a.json"),
        ("check a.json", "a.json", "a.json"),
        ("matrix a.json", "a.json", "a.json"),
        ("explain a a.json", "a.json", "a.json"),
        ("diff a.json b.json", "b.json", "b.json"),
        ("diff a.json b.json", "a.json", "a.json"),
        ("prove -e 'for *: a == 0' a.json", "a.json", "a.json"),
        ("release 2.0.0 --previous 1.0.0 a.json", "a.json", "a.json"),
        ("stale --floor 1.0.0 --apply a.json", "a.json", "a.json"),
        ("retarget --apply 1.0.0 1.1.0 a.json", "a.json", "a.json"),
        ("rollout a --percent 5 --apply a.json", "a.json", "a.json"),
        ("test a.expectations.json", "a.expectations.json", "a.expectations.json"),
        ("test a.expectations.json", "a.json", "a.json"),
        ("test a.expectations.json", "hard.json", "a.json"),
        ("test .", "a.json", "a.json"),
        // Every kind of file that an option names.
        ("matrix --patch patch.json a.json", "patch.json", "patch.json"),
        ("check --releases releases.txt a.json", "releases.txt", "releases.txt"),
        ("check --baseline baseline.json a.json", "baseline.json", "baseline.json"),
        ("resolve --version 1 --expect expected.json a.json", "expected.json", "expected.json"),
        ("prove --policy a.policies a.json", "./a.policies", "a.policies"),
        ("release 2.0.0 --previous 1.0.0 --policy a.policies a.json", "a.policies", "a.policies"),
        ("diff --releases releases.txt a.json b.json", "releases.txt", "releases.txt"),
        // Other spellings of a path, and links.
        ("check a.json", "./a.json", "a.json"),
        ("check a.json", "d/../a.json", "a.json"),
        ("check ./a.json", "a.json", "./a.json"),
        ("check a.json", "$PWD/a.json", "a.json"),
        ("check \"$PWD\"/a.json", "a.json", "$PWD/a.json"),
        ("check a.json", "link.json", "a.json"),
        ("check link.json", "a.json", "link.json"),
        ("check a.json", "hard.json", "a.json"),
        ("check d/c.json", "linked/c.json", "d/c.json"),
        ("check a.json", "/dev/fd/3' 3<> 'a.json", "a.json"),
        // What folders and patterns stand for.
        ("check d", "d/c.json", "d/c.json"),
        ("check d", "linked/c.json", "d/c.json"),
        ("check 'd/*.json'", "d/c.json", "d/c.json"),
        ("check '**/c.json'", "./d/c.json", "d/c.json"),
        // What is redirected.
        ("check - < a.json", "a.json", "standard input"),
        ("check /dev/stdin < a.json", "a.json", "/dev/stdin"),
        ("check --releases - a.json < releases.txt", "releases.txt", "standard input"),
        // A file that is missing when it is to be read.
        ("check missing.json", "missing.json", "missing.json"),
        ("check missing.json", "d/../missing.json", "missing.json"),
        ("check dangling.json", "nowhere.json", "dangling.json"),
    ]

    @Test(arguments: overwriting)
    func `a report never overwrites an input`(_ line: String, _ report: String, _ input: String) throws {
        let before = try scratch.tree()
        let run = try scratch.shell(
            "flagctl \(line) --report \"json=\"'\(report.replacing("$PWD", with: "'\"$PWD\"'"))'")
        let named = input.replacing("$PWD", with: scratch.path)
        let value = report.prefix { $0 != "'" }.replacing("$PWD", with: scratch.path)
        expectEqual(run.status, 2, "\(run)")
        expect(run.output.isEmpty)
        expect(
            run.error.contains(
                "error: --report \"json=\(value)\": it would overwrite "
                    + (named == "standard input" ? named : "\"\(named)\"") + ", which this run reads\n"),
            "\(run.error)")
        try expectEqual(scratch.tree(), before)
    }

    @Test(arguments: ["d/new.json", "d/sub/../new.json", "linked/new.json", "$PWD/d/new.json"])
    func `a report is not written where the next run would read it`(_ path: String) throws {
        try scratch.write("", to: "d/sub/note.txt")
        let before = try scratch.tree()
        let run = try scratch.shell("flagctl check --report json=\(path) d")
        let value = path.replacing("$PWD", with: scratch.path)
        expectEqual(
            run,
            Run(
                output: "",
                error: """
                    flagctl check: error: --report "json=\(value)": "d" includes this path, so the next run would read the report
                       = help: write it to a path that is not included, such as one in a hidden directory

                    """, status: 2))
        try expectEqual(scratch.tree(), before)
        let matched = try scratch.shell("flagctl check --report json=d/new.json 'd/*.json'")
        expect(matched.error.contains("\"d/*.json\" includes this path"), "\(matched)")
        try expectEqual(scratch.tree(), before)
    }

    @Test(arguments: ["d/new.sarif", "d/.new.json", "d/.hidden/new.json", "new.json", "d/x.schema.json"])
    func `a report may be where folders do not look`(_ path: String) throws {
        let run = try scratch.shell(
            "mkdir d/.hidden; for i in 1 2; do flagctl check --report json=\(path) d || exit; done")
        expectEqual(run.status, 0, "\(run)")
        try expect(scratch.read(path).hasPrefix("{\"schema\":\"flagctl/check/1\""))
    }

    @Test(
        arguments: [
            ("x", "x"), ("x", "./x"), ("x", "d/../x"), ("b.json", "b.json"), ("to-b.json", "b.json"),
            ("dangling.json", "nowhere.json"), ("d/x", "linked/x"),
        ] as [(String, String)])
    func `two reports do not go to one file`(_ first: String, _ second: String) throws {
        let made = try scratch.shell("ln -s b.json to-b.json")
        try #require(made.status == 0)
        let before = try scratch.tree()
        let run = try scratch.flagctl("check", "--report", "json=\(first)", "--report", "sarif=\(second)", "a.json")
        expectEqual(
            run,
            Run(
                output: "",
                error: """
                    flagctl check: error: --report "sarif=\(second)": --report "json=\(first)" writes to the same file
                       = help: give each report its own path

                    """, status: 2))
        try expectEqual(scratch.tree(), before)
    }

    @Test(arguments: ["-", "/dev/stdout", "/dev/fd/1"])
    func `a report to standard output follows the results`(_ path: String) throws {
        let text = try scratch.flagctl("resolve", "--version", "1", "a.json")
        let json = try scratch.flagctl("resolve", "--version", "1", "--format", "json", "a.json")
        let arguments = ["resolve", "--version", "1", "--report", "json=\(path)", "a.json"]
        try expectEqual(Run(arguments, in: scratch.path), Run(output: text.output + json.output, error: "", status: 0))
        // Also if it is a file, which a report on its own would start anew.
        let words = arguments.joined(separator: " ")
        let run = try scratch.shell("echo before > out; flagctl \(words) >> out; cat out; ls -A | grep flagctl-")
        expectEqual(run.output, "before\n" + text.output + json.output)
        let named = try scratch.shell("flagctl resolve --version 1 --report json=out a.json > out; cat out")
        expectEqual(named.output, text.output + json.output)
    }

    @Test(arguments: ["2>&1 | cat", "> out 2>&1; cat out"])
    func `standard output takes a report where the messages go there too`(redirection: String) throws {
        let text = try scratch.flagctl("resolve", "--version", "1", "a.json")
        let json = try scratch.flagctl("resolve", "--version", "1", "--format", "json", "a.json")
        let run = try scratch.shell("flagctl resolve --version 1 --report json=- a.json \(redirection)")
        expectEqual(run, Run(output: text.output + json.output, error: "", status: 0))
    }

    @Test func `standard output takes one report, and not over an input`() throws {
        let two = try scratch.flagctl("check", "--report", "json=-", "--report", "sarif=/dev/stdout", "a.json")
        expect(two.status == 2 && two.output.isEmpty)
        expect(
            two.error.hasPrefix(
                "flagctl check: error: --report \"sarif=/dev/stdout\": --report \"json=-\" goes to standard output too\n"
            ))
        let before = try scratch.tree()
        let run = try scratch.shell("flagctl check --report json=- a.json >> a.json")
        expectEqual(run.status, 2)
        expect(
            run.error.hasPrefix(
                "flagctl check: error: --report \"json=-\": standard output leads to \"a.json\", which this run reads\n"
            ))
        try expectEqual(scratch.tree(), before)
    }

    @Test func `an open descriptor gets the report where it is`() throws {
        let run = try scratch.shell(
            """
            flagctl check --format json a.json > json 2> messages
            { echo before >&3; flagctl check --report json=/dev/fd/3 a.json > /dev/null 2>&1; echo after >&3; } 3> out
            { echo before; cat json; echo after; } | cmp - out
            flagctl check --report json=/dev/stderr a.json 2> out > /dev/null; cat json messages | cmp - out
            flagctl check --report json=out a.json 2> out && echo 'overwrote the messages'; cat out
            flagctl check --report json=/dev/fd/3 --report sarif=out a.json 3> out
            """)
        expectEqual(
            run,
            Run(
                output: """
                    flagctl check: error: --report "json=out": the messages of the run go to this file
                       = help: write the report to another file

                    """,
                error: """
                    flagctl check: error: --report "sarif=out": --report "json=/dev/fd/3" writes to the same file
                       = help: give each report its own path

                    """, status: 2))
    }

    @Test func `devices and pipes are written to, and stay what they are`() throws {
        let run = try scratch.shell(
            """
            mkfifo fifo; cat fifo > got & reader=$!
            flagctl check --report json=/dev/null --report sarif=/dev/null --report json=fifo a.json > /dev/null || exit
            wait $reader
            test -c /dev/null && test -p fifo && flagctl check --format json a.json | cmp - got
            flagctl check --report json=/dev/fd/3 a.json 3>&1 > /dev/null | cmp - got
            """)
        expectEqual(run.status, 0, "\(run)")
    }

    @Test func `a report keeps the permissions of the file it replaces, and a new one follows the umask`() throws {
        let run = try scratch.shell(
            """
            umask 027; echo old > private; chmod 600 private; ln -s private to-private
            flagctl check --report json=to-private --report sarif=new --report junit=dangling.json a.json || exit
            ls -l private new nowhere.json | cut -c 1-10; test -L to-private && test -L dangling.json || exit
            flagctl check --format json a.json | cmp - private
            """)
        expectEqual(run.status, 0, "\(run)")
        expectEqual(run.output, "-rw-r-----\n-rw-r-----\n-rw-------\n")
    }

    @Test func `a report that cannot be written leaves the old one`() throws {
        try scratch.write(#"{"a": "\#(String(repeating: "x", count: 100_000))"}"#, to: "large.json")
        try scratch.write("an earlier report", to: "report")
        let before = try scratch.tree()
        let run = try scratch.shell(
            "ulimit -f 8; flagctl resolve --version 1 --report json=report large.json | cat > /dev/null")
        expectEqual(run.error, "report: error: the report cannot be written: file too large\n")
        try expectEqual(scratch.tree(), before)
        let folder = try scratch.flagctl("check", "--report", "json=d", "a.json")
        expect(folder.status == 2 && folder.error.hasPrefix("d: error: the report cannot be written: is a directory\n"))
        try expectEqual(scratch.tree(), before)
    }

    @Test(.enabled(if: TestProcess.canMount, "no file system can be mounted here"))
    func `on a full disk the old report stays`() throws {
        try scratch.write(#"{"a": "\#(String(repeating: "x", count: 100_000))"}"#, to: "large.json")
        let run = try scratch.shell(
            """
            unshare -rm sh -c '
                mkdir disk && mount -t tmpfs -o size=64k tmpfs disk && echo old > disk/report || exit 99
                "$1" resolve --version 1 --report json=disk/report large.json > /dev/null
                echo "status $?"; cat disk/report; ls -A disk' sh "$program"
            """)
        expectEqual(run.output, "status 2\nold\nreport\n", "\(run)")
        expectEqual(run.error, "disk/report: error: the report cannot be written: no space left on device\n")
    }

    @Test func `a run that is watched ends before a report overwrites what it watches`() throws {
        // The report is a document of the folder from the moment on that somebody links one to it.
        let run = try scratch.shell(
            ShellFunctions.waiting + """
                "$program" check --watch --report json=report d > output 2> messages & pid=$!
                await '^watching' messages
                cat report > copy; ln report d/linked.json
                ended
                cmp report copy && grep -c 'it would overwrite "d/linked.json"' messages
                """)
        expectEqual(run.output, "status 2\n1\n", "\(run)")
    }

    @Test func `a report may have a path that is left out`() throws {
        for _ in 0..<2 {
            let run = try scratch.flagctl("check", "--exclude", "d/report.json", "--report", "json=d/report.json", "d")
            expectEqual(run.status, 0, "\(run)")
            try expect(scratch.read("d/report.json").contains(#""schema":"flagctl/check/"#))
        }
    }
}
