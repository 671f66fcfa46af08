import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct LogTests {
    private let scratch: Scratch

    /// A repository whose file is added, changed in its text, in its values, renamed, broken, repaired and removed.
    init() throws {
        scratch = try Scratch()
        let made = try scratch.shell(
            #"""
            git init -q .
            day=1
            commit() {
              GIT_AUTHOR_DATE="2026-01-0${day}T12:00:00Z" GIT_COMMITTER_DATE="2026-01-0${day}T12:00:00Z" \
                git -c user.name="$1" -c user.email=t@example.com commit -qam "$2"
              day=$((day + 1))
            }
            setting() { printf '{"a": {"b": {"defaultValue": %s%s}, "c": 1}}\n' "$1" "$2"; }
            setting false > app.json; git add app.json; commit Ada 'Add b'
            { setting false; echo; } > app.json; commit Ada 'Change the text'
            setting false ', "valuesByVersion": [{"appVersion": ">=2.0.0", "value": true}]' > app.json
            commit Grace 'Enable b from 2.0.0 on'
            git mv app.json flags.json; commit Ada 'Rename the file'
            echo '{' > flags.json; commit Grace 'Break it'
            setting true > flags.json; commit Ada "Enable b$(printf '\033')[31m for all"
            """#)
        try #require(made.status == 0, "git is needed: \(made.error)")
    }

    /// The output with names of revisions replaced.
    private func text(_ run: Run) -> String {
        run.output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let words = line.split(separator: "  ", maxSplits: 2)
            guard line.hasPrefix("2026-"), words.count == 3, words[1].utf8.count == 10 else {
                return line.replacing(#/[0-9a-f]{10}:/#, with: "REV:")
            }
            return "\(words[0])  REV  \(words[2])"
        }.joined(separator: "\n")
    }

    @Test(arguments: [[], ["a"], ["a.b"], ["*b"]])
    func `the revisions that changed values are listed, the newest first`(_ name: [String]) throws {
        let run = try Run(["log"] + name + ["flags.json"], in: scratch.path)
        let hasAll = name.isEmpty || name == ["a"]
        expectEqual(
            text(run),
            """
            2026-01-06  REV  Ada  Enable b\\u001b[31m for all
            a.b
              <2.0.0   false → true   REV:flags.json:1 is another default

            2026-01-05  REV  Grace  Break it
            the document cannot be read: unexpected end of the document: expected a key in double quotes or `}`; `{` on line 1 is not closed

            2026-01-03  REV  Grace  Enable b from 2.0.0 on
            a.b
              >=2.0.0   false → true   REV:app.json:1 is new

            2026-01-01  REV  Ada  Add b
            a.b (added)
              *   (absent) → false   REV:app.json:1 is new with its setting
            \(hasAll ? "a.c (added)\n  *   (absent) → 1   REV:app.json:1 is new with its setting\n" : "")
            """.replacing("with its setting\n\n", with: "with its setting\n"), "\(run.output)")
        expect(run.error == "3 revisions changed \(name.first ?? "values"), 1 cannot be read\n" && run.status == 0)
    }

    @Test func `JSON has the whole revision, date, author and subject`() throws {
        let run = try scratch.flagctl("log", "a.b", "--format", "json", "flags.json")
        let head =
            #""date":"2026-01-03T12:00:00Z","author":"Grace","subject":"Enable b from 2.0.0 on","settings":[{"name":"a.b","kind":"changed""#
        expect(run.output.replacing("+00:00", with: "Z").contains(head), "\(run.output)")
        expect(run.output.contains(#""problem":"#) && run.status == 0)
    }

    @Test func `a newest revision that cannot be read makes the run incomplete`() throws {
        let broken = try scratch.shell("echo '[]' > flags.json && git -c user.name=A -c user.email=a@b commit -qam x")
        try #require(broken.status == 0)
        let run = try scratch.flagctl("log", "a.b", "--format", "json", "flags.json")
        expect(run.error.contains("flags.json: error: the newest revision cannot be read:"), "\(run.error)")
        expect(run.output.contains(#""incomplete":"#) && run.output.contains("Enable b from") && run.status == 2)
    }

    @Test func `a setting that never changed after it was added has one revision`() throws {
        let run = try scratch.flagctl("log", "a.c", "flags.json")
        expect(text(run).contains("2026-01-01  REV  Ada  Add b\na.c (added)") && run.status == 0, "\(run)")
        expect(!run.output.contains("2026-01-03"), "\(run)")
    }

    @Test(
        arguments: [
            ("log x flags.json", "flags.json", "no setting \"x\" [unknown-setting]"),
            ("log nothing.json", "nothing.json", "no git revision has this file"),
            ("log ../x.json", "../x.json", "is not in the git repository of this directory"),
            ("log .", ".", "is a directory; expected a file"),
            ("log", "flagctl log", "no FILE given"),
            ("log a b flags.json", "flagctl log", "one argument too many"),
        ])
    func `what has no history is an error`(_ line: String, _ subject: String, _ message: String) throws {
        let run = try scratch.shell("flagctl \(line)")
        expectEqual(run.status, 2, "\(run)")
        expect(run.error.contains(message) && run.error.contains(subject), "\(run.error)")
    }

    @Test func `a thousand revisions are read with few processes`() throws {
        let folder = try Scratch()
        let made = try folder.shell(
            #"""
            git init -q .
            { for n in $(seq 1 1000); do
                text="{\"a\": $((n / 2))}"
                printf 'commit refs/heads/main\ncommitter T <t@example.com> %d +0000\ndata 1\nx\n' $((1700000000 + n))
                printf 'M 100644 inline app.json\ndata %d\n%s\n' ${#text} "$text"
              done; } | git fast-import --quiet
            git symbolic-ref HEAD refs/heads/main
            """#)
        try #require(made.status == 0, "\(made.error)")
        let (run, count) = try folder.countingGit("log app.json")
        expect(run.error == "501 revisions changed values\n" && run.status == 0, "\(run.error)")
        // Eight find the repository, look up HEAD, list the revisions with their parents, and look for links, renames and contents. Each of the others reads
        // twice as many as the one before, from 16 to 256.
        expectEqual(count, 14)
    }

    @Test func `a revision or a range can stand before the path`() throws {
        let first = try scratch.flagctl("log", "HEAD~3:app.json")
        expect(first.output.contains("Enable b from 2.0.0 on") && !first.output.contains("for all"), "\(first)")
        let range = try scratch.flagctl("log", "a.b", "HEAD~4..HEAD~3:./app.json")
        expect(range.error == "1 revision changed a.b\n" && !range.output.contains("Add b"), "\(range)")
        let below = try scratch.shell(
            "mkdir -p sub && cd sub && flagctl log a.b HEAD:flags.json && flagctl log ../flags.json")
        expect(below.status == 0 && below.output.contains("Add b"), "\(below)")
        let unknown = try scratch.flagctl("log", "nowhere:flags.json")
        expect(
            unknown.status == 2 && unknown.error.hasPrefix("nowhere:flags.json: error: git has no revision"),
            "\(unknown)")
    }

    @Test func `a merge is listed with the values that no parent has`() throws {
        let made = try scratch.shell(
            #"""
            commit() { git -c user.name=Ada -c user.email=t@example.com "$@"; }
            document() { printf '{\n"a": %s,\n\n\n\n\n\n\n"b": %s,\n"c": 0\n}\n' "$1" "$2"; }
            document 1 1 > m.json; git add m.json; commit commit -qm 'Base'
            git checkout -qb side; document 1 2 > m.json; commit commit -qam 'Set b on the side'
            git checkout -q -; document 2 1 > m.json; commit commit -qam 'Set a'
            commit merge -q --no-commit side
            sed -i.bak 's/"c": 0/"c": 9/' m.json && rm m.json.bak && commit commit -qam 'Merge the side, and set c'
            """#)
        try #require(made.status == 0, "\(made)")
        let run = try scratch.flagctl("log", "m.json")
        let heads = run.output.split(separator: "\n").filter { $0.contains("  Ada  ") }.compactMap {
            $0.split(separator: "  ").last.map(String.init)
        }
        expectEqual(heads, ["Merge the side, and set c", "Set a", "Set b on the side", "Base"], "\(run)")
        // The merge has the values of both parents, and only one of its own.
        let merge = run.output.split(separator: "Ada  Set a").first ?? ""
        expect(merge.contains("c\n  *   0 → 9") && !merge.contains("1 → 2"), "\(run)")
    }
}
