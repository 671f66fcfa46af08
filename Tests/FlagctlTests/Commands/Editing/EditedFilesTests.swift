import TestSupport
import Testing

@testable import flagctl

/// F1: commands that write documents change all of their files or none, and never overwrite the changes of another program.
@Suite(.blocking)
struct EditedFilesTests {
    /// A document that each of the commands changes.
    private static let document =
        #"{"s":{"defaultValue":0,"valuesByVersion":[{"appVersion":"<0.5","value":1},{"appVersion":">=1.0.0","value":2}]}}"#

    static let commands = ["fmt --apply", "stale --floor 1.0.0 --apply", "retarget --apply 1.0.0 1.1.0"]

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        for name in ["x/a.json", "x/b.json", "y/c.json"] { try scratch.write(Self.document, to: name) }
    }

    @Test(arguments: commands)
    func `several files are changed together`(_ command: String) throws {
        let run = try scratch.shell("flagctl \(command) x y/c.json")
        expectEqual(run.status, (command.hasPrefix("stale") ? 1 : 0), "\(run)")
        let changed = try scratch.read("x/a.json")
        expect(changed != Self.document)
        try expectEqual(scratch.read("x/b.json"), changed)
        try expectEqual(scratch.read("y/c.json"), changed)
        try expectEqual(scratch.shell("ls -A x y").output, "x:\na.json\nb.json\n\ny:\nc.json\n")
    }

    /// What keeps one file from being written, as a user without privileges meets it, and what the message says.
    private static let obstacles: [(obstacle: String, message: String)] = [
        ("chmod 555 y", "y/c.json: error: the file cannot be written: permission denied\n"),
        ("chmod 444 y/c.json", "y/c.json: error: the file cannot be written: permission denied\n"),
        ("chmod 000 y/c.json", "y/c.json: error: cannot be read: permission denied\n"),
        ("chmod 000 y", "y: error: cannot be read: permission denied\n"),
    ]

    @Test(
        .enabled(if: Scratch.canDropPrivileges, "this user cannot run a program with fewer rights"),
        arguments: commands,
        obstacles)
    func `if one file must not be written, none is`(_ command: String, _ obstacle: (String, String)) throws {
        let run = try scratch.shell(
            Scratch.unprivileged + """
                \(obstacle.0); unprivileged "$program" \(command) x y > output 2> messages; echo "status $?"
                chmod 755 y; chmod 644 y/c.json; ls -A x y
                cmp x/a.json x/b.json; cat x/a.json y/c.json
                """)
        expectEqual(
            run.output, "status 2\nx:\na.json\nb.json\n\ny:\nc.json\n" + Self.document + Self.document,
            "\(run)")
        let messages = try scratch.read("messages")
        expect(messages.contains(obstacle.1), "\(messages)")
        expect(messages.contains("note: nothing is written: "), "\(messages)")
    }

    @Test(arguments: commands)
    func `if one file grows too large, none is written`(_ command: String) throws {
        let text = Self.document.replacing("\"value\":2", with: "\"value\":\"\(String(repeating: "x", count: 9000))\"")
        try scratch.write(text, to: "y/c.json")
        let before = try scratch.tree()
        let run = try scratch.shell("{ ulimit -f 8; flagctl \(command) x y 2>&3 | cat > /dev/null; } 3>&1")
        expect(run.output.contains("y/c.json: error: the file cannot be written: file too large\n"), "\(run)")
        expect(run.output.contains("nothing is written: 3 files would change"))
        try expectEqual(scratch.tree(), before)
    }

    @Test(.enabled(if: TestProcess.canMount, "no file system can be mounted here"), arguments: commands)
    func `if the disk is full for one file, none is written`(_ command: String) throws {
        let text = Self.document.replacing("\"value\":2", with: "\"value\":\"\(String(repeating: "x", count: 40000))\"")
        try scratch.write(text, to: "y/c.json")
        let run = try scratch.shell(
            """
            unshare -rm sh -c '
                cp -R y old && mount -t tmpfs -o size=64k tmpfs y && cp old/c.json y || exit 99
                "$1" \(command) x y > /dev/null; echo "status $?"; ls -A x y; cmp old/c.json y/c.json
                cmp x/a.json x/b.json; cat x/a.json' sh "$program"
            """)
        expectEqual(run.output, "status 2\nx:\na.json\nb.json\n\ny:\nc.json\n" + Self.document, "\(run)")
        expect(run.error.contains("y/c.json: error: the file cannot be written: no space left on device\n"))
    }

    @Test(.enabled(if: TestProcess.canMount, "no file system can be mounted here"), arguments: commands)
    func `if one file cannot be replaced, those before it get their old content back`(_ command: String) throws {
        // A file that something is mounted on can be written beside, but not replaced.
        let run = try scratch.shell(
            """
            chmod 640 x/a.json
            unshare -rm sh -c '
                mount --bind y/c.json y/c.json || exit 99
                ls -i x > before; "$1" \(command) x y > /dev/null; echo "status $?"
                ls -i x | cmp - before; ls -A x y; ls -l x/a.json | cut -c 1-10; cat x/a.json x/b.json y/c.json
                ' sh "$program"
            """)
        expectEqual(
            run.output,
            "status 2\nx:\na.json\nb.json\n\ny:\nc.json\n-rw-r-----\n"
                + String(repeating: Self.document, count: 3), "\(run)")
        expect(run.error.contains("y/c.json: error: the file cannot be written: device or resource busy\n"))
        expect(run.error.contains("nothing is written: 3 files would change"))
    }

    @Test(arguments: commands, ["missing.json", "broken.json", "z"])
    func `if one file that is named cannot be read, none is written`(_ command: String, _ other: String) throws {
        try scratch.write("{,}", to: "broken.json")
        try scratch.write(#"{"s": {"defaultValue": 1}, "g": {"x": 1}, "g.x": 2}"#, to: "z/invalid.json")
        let before = try scratch.tree()
        let run = try scratch.shell("flagctl \(command) x \(other)")
        expectEqual(run.status, 2, "\(run)")
        expect(run.error.contains("nothing is written: 2 files would change"), "\(run.error)")
        try expectEqual(scratch.tree(), before)
    }

    @Test func `if one document has no floor, none is written`() throws {
        try scratch.write(
            Self.document.replacing("{\"s\"", with: "{\"$minimumVersion\":\"1.0.0\",\"s\""), to: "x/a.json")
        let before = try scratch.tree()
        let run = try scratch.flagctl("stale", "--apply", "x")
        expect(run.status == 2 && run.error.contains("nothing is written: 1 file would change"), "\(run)")
        try expectEqual(scratch.tree(), before)
        let json = try scratch.flagctl("retarget", "--apply", "--format", "json", "1.0.0", "1.1.0", "x", "missing.json")
        expect(json.output.contains(#""isApplied":false"#) && !json.output.contains(#""isApplied":true"#), "\(json)")
        try expectEqual(scratch.tree(), before)
    }

    /// Lines of shell that start a command on the folder `many`, and stop it when it has begun to write.
    ///
    /// The command is stopped between its first temporary file and the first file that it replaces; if that was missed, all
    /// is tried again.
    private static func stopped(_ command: String) -> String {
        """
        for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            rm -rf many; mkdir many; : > messages
            number=100; while [ $number -lt 160 ]; do cp x/a.json many/$number.json; number=$((number + 1)); done
            cp many/159.json other
            "$program" \(command) many > output 2> messages & pid=$!
            spins=0
            while [ ! -s messages ] && [ $spins -lt 1000000 ]; do
                spins=$((spins + 1))
                set -- many/.flagctl-* many/*.json.*
                if [ -e "$1" ] || [ -e "$2" ]; then break; fi
            done
            kill -STOP $pid
            set -- many/.flagctl-* many/*.json.*
            if { [ -e "$1" ] || [ -e "$2" ]; } && cmp -s many/100.json x/a.json; then round=caught; break; fi
            kill -CONT $pid; wait $pid
        done
        [ $round = caught ] || { echo 'it was never stopped while it wrote' >&2; exit 97; }

        """
    }

    /// What another process does to a file at the last moment.
    private static let changes = [
        "echo '{\"other\": 1}' > many/FILE.json", "echo '{\"other\": 1}' > new; mv new many/FILE.json",
        "cp many/FILE.json new; mv new many/FILE.json", "rm many/FILE.json",
        "rm many/FILE.json; ln -s ../other many/FILE.json",
        "rm many/FILE.json; mkfifo many/FILE.json", "printf x >> many/FILE.json",
    ]

    @Test(arguments: changes, TestScale.sample(["100", "130", "159"]))
    func `a file that changes at the last moment is left alone, and so are all others`(
        _ change: String, _ file: String
    ) throws {
        let run = try scratch.shell(
            Self.stopped("fmt --apply") + """
                \(change.replacing("FILE", with: file))
                entry() { ls -il many/\(file).json 2>&1 | awk '{ print $1, $2 }'; }
                entry > before
                if [ -f many/\(file).json ]; then cp many/\(file).json copy; fi
                kill -CONT $pid; wait $pid; echo "status $?"
                entry | cmp - before
                if [ -f many/\(file).json ]; then cmp many/\(file).json copy; fi
                for name in many/*.json; do [ $name = many/\(file).json ] || cmp $name x/a.json; done
                ls -A many | grep -v '^1[0-9][0-9].json$'
                """)
        expectEqual(run.output, "status 2\n", "\(run)")
        let messages = try scratch.read("messages")
        expect(
            messages.hasPrefix("many/\(file).json: error: the file has changed since it was read, and is left alone\n"),
            "\(messages)")
    }

    @Test(arguments: [("INT", 130), ("TERM", 143)] as [(String, Int32)])
    func `a signal while files are written leaves no half of them`(_ signal: String, _ status: Int32) throws {
        let run = try scratch.shell(
            Self.stopped("fmt --apply") + """
                kill -\(signal) $pid; kill -CONT $pid; wait $pid; echo "status $?"
                for name in many/*.json; do cmp $name many/100.json; done
                ls -A many | grep -v '^1[0-9][0-9].json$'
                """)
        expectEqual(run.output, "status \(status)\n", "\(run)")
    }

    @Test(arguments: commands)
    func `no writer is ever overwritten`(_ command: String) throws {
        // Each round replaces the file by another one as soon as the command has begun to write.
        let run = try scratch.shell(
            """
            sed 's/"s"/"other"/' x/a.json > other
            for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40; do
                rm -rf one; mkdir one; cp y/c.json one/c.json; cp other new; : > messages
                "$program" \(command) one/c.json > output 2> messages & pid=$!
                spins=0
                while [ ! -s messages ] && [ $spins -lt 1000000 ]; do
                    spins=$((spins + 1))
                    set -- one/.flagctl-* one/*.json.*
                    if [ -e "$1" ] || [ -e "$2" ]; then break; fi
                done
                mv new one/c.json
                wait $pid
                grep -q '"other"' one/c.json || echo "round $round: the other writer was overwritten"
            done
            """)
        expectEqual(run, Run(output: "", error: "", status: 0))
    }

    @Test(arguments: commands)
    func `of a symbolic link the file is changed, with its permissions, and the link stays`(_ command: String) throws {
        let run = try scratch.shell(
            """
            mkdir links; ln -s ../x/a.json links/one.json; ln -s links/one.json two.json; chmod 604 x/a.json; rm x/b.json
            flagctl \(command) two.json > /dev/null 2>&1
            test -L two.json && test -L links/one.json && ls -l x | grep -o '^-[rwx-]*'; ls -A x links
            cmp -s x/a.json y/c.json || echo changed
            """)
        expectEqual(run.output, "-rw----r--\nlinks:\none.json\n\nx:\na.json\nchanged\n", "\(run)")
    }

    /// JSON files, and why a folder does not stand for them; `nil` if it does.
    private static let files: [(text: String, reason: String?)] = [
        (#"{"s": {"defaultValue": 1}}"#, nil),
        (#"{"s": {"valuesByVersion": []}}"#, nil),
        (#"{"group": {"deeper": {"s": {"defaultValue": null}}}}"#, nil),
        (#"{"$schema": "settings.schema.json", "s": 1}"#, nil),
        (#"{"$schema": "../settings.schema.json", "s": 1}"#, nil),
        (
            #"{"$schema": "https://github.com/team/version-flags/releases/download/1.0.0/settings.schema.json", "s": 1}"#,
            nil
        ),
        (#"{"$schema": "settings-v3.schema.json", "s": 1}"#, unknown),
        (#"{"$schema": "https://example.com/v1/settings.schema.json#top", "s": 1}"#, nil),
        (#"{"$schema": "flags.schema.json", "s": {"defaultValue": 1}}"#, nil),
        ("[]", "it is not a JSON object"),
        (#"[{"s": {"defaultValue": 1}}]"#, "it is not a JSON object"),
        ("1", "it is not a JSON object"),
        ("{}", unknown), (#"{"s": 1}"#, unknown),
        (
            #"{"name": "app", "version": "1.0.0", "scripts": {"build": "make"}, "files": [{"defaultValue": 1}]}"#,
            unknown
        ),
        (#"{"defaultValue": 1, "valuesByVersion": []}"#, unknown),
        (#"{"$meta": {"s": {"defaultValue": 1}}}"#, unknown),
        (#"{"$schema": "other.schema.json", "s": 1}"#, unknown),
        (#"{"$schema": "mysettings.schema.json", "s": 1}"#, unknown),
        (#"{"a": {"b": 1}, "a.b": 2}"#, unknown),
        (
            #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {"s": {"defaultValue": {}}}}"#,
            "it is a JSON Schema"
        ),
    ]

    private static let unknown =
        #"no setting in it has "defaultValue" or "valuesByVersion", and its "$schema" does not name "settings.schema.json""#

    @Test(arguments: files, ["many", "'many/*.json'"])
    func `a folder or a pattern stands for documents of settings, and what is skipped is said`(
        _ file: (text: String, reason: String?), _ operand: String
    ) throws {
        try scratch.write(file.text, to: "many/file.json")
        try scratch.write(Self.document, to: "many/document.json")
        let list = try scratch.shell("flagctl fmt --check \(operand)")
        let run = try scratch.shell("flagctl fmt --apply \(operand)")
        let skipped = file.reason.map { "many/file.json: note: skipped, not a document of settings: \($0)\n" } ?? ""
        expectEqual(
            run.error,
            skipped + "many/document.json: reformatted, no value changed\n"
                + (file.reason == nil ? "many/file.json: reformatted, no value changed\n" : ""))
        expect(run.status == 0 && run.output.isEmpty)
        expectEqual(list.output, "many/document.json\n" + (file.reason == nil ? "many/file.json\n" : ""))
        expect(list.error == skipped && list.status == 1)
        try expectEqual((scratch.read("many/file.json") == file.text), file.reason != nil)
    }

    @Test func `a file that is named is laid out if it can be read as a document, whatever it looks like`() throws {
        try scratch.write(#"{"name":"app"}"#, to: "package.json")
        try expectEqual(scratch.flagctl("fmt", "--apply", "package.json").status, 0)
        try expectEqual(scratch.read("package.json"), "{\n  \"name\": \"app\"\n}\n")
    }

    @Test func `a file in a folder that is not JSON is an error, and the documents beside it are laid out`() throws {
        try scratch.write("{ // a comment\n}", to: "x/tsconfig.json")
        let run = try scratch.flagctl("fmt", "--apply", "x")
        expectEqual(run.status, 2)
        expect(run.error.hasPrefix("x/tsconfig.json:1:3: error: "), "\(run.error)")
        try expect(scratch.read("x/a.json") != Self.document)
        try expectEqual(scratch.read("x/tsconfig.json"), "{ // a comment\n}")
        // A release is moved everywhere or nowhere.
        let before = try scratch.tree()
        let moved = try scratch.shell("flagctl retarget --apply 1.0.0 1.1.0 x")
        expect(moved.status == 2 && moved.error.contains("nothing is written: 2 files would change"), "\(moved)")
        try expectEqual(scratch.tree(), before)
    }

    @Test func `a folder without a document is an error`() throws {
        try scratch.write("[]", to: "z/list.json")
        let run = try scratch.flagctl("fmt", "--apply", "z")
        expectEqual(
            run,
            Run(
                output: "",
                error: """
                    z/list.json: note: skipped, not a document of settings: it is not a JSON object
                    z: error: none of these files is a document of settings
                       = help: a file that the command line names itself counts as a document

                    """, status: 2))
    }

    @Test(arguments: ["fmt --check", "stale --floor 1.0.0 --format json", "retarget --format json 1.0.0 1.1.0"])
    func `two inputs of one name are an error`(_ command: String) throws {
        let run = try scratch.shell("flagctl \(command) --stdin-name x/a.json - x/a.json < x/a.json")
        expect(
            run.error.contains(
                "x/a.json: error: two inputs have this name, so their results could not be told apart"), "\(run)")
        expectEqual(run.status, 2)
    }
}
