import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// `log` lists every revision that changed a value. `.ci/check-log.py` compares it with an oracle over random histories.
@Suite(.blocking)
struct CompleteHistoryTests {
    private static let prelude = #"""
        git init -q -b main .; git config user.name t; git config user.email t@example.com; T=1700000000
        ci() { T=$((T+100)); git add -A
          GIT_AUTHOR_DATE="$T +0000" GIT_COMMITTER_DATE="$T +0000" git commit -q --allow-empty -m "$1"; }
        w() { printf '{"s": {"defaultValue": %s},\n\n\n\n\n\n\n"t": {"defaultValue": %s}}\n' $1 ${2:-1} >app.json; ci "$1 ${2:-1}"; }

        """#

    /// What `log` lists, one word for each line: `1→2`, and a problem in words.
    private func rows(_ run: Run) -> [String] {
        run.output.split(separator: "\n").compactMap { line in
            if let change = line.firstMatch(of: #/ (\S+) → (\S+)/#) { return "\(change.1)→\(change.2)" }
            let isProblem = line.contains("cannot be") || line.contains("history of this shallow")
            return isProblem ? String(line.prefix { $0 != ":" }) : nil
        }
    }

    /// Contents are read in batches of 16, 32, 64 and so on, and the last one of a batch is in the next batch again.
    @Test(arguments: [1, 15, 16, 17, 47, 48, 112, 113])
    func `a revert is listed, however many revisions are before it`(_ count: Int) throws {
        let scratch = try Scratch()
        let made = try scratch.shell(
            #"""
            git init -q -b main .; time=1700000000
            { for value in $(seq 1 \#(count)) 99 \#(count) 17; do
                time=$((time + 1)); text="{\"limit\": $value}"
                printf 'commit refs/heads/main\ncommitter T <t@example.com> %d +0000\ndata 1\nx\n' $time
                printf 'M 100644 inline a.json\ndata %d\n%s\n' ${#text} "$text"
              done; } | git fast-import --quiet
            """#)
        try #require(made.status == 0, "\(made)")
        let values = Array(1...count) + [99, count, 17]
        let changes = zip(["(absent)"] + values.map(String.init), values.map(String.init)).filter { $0 != $1 }
        let run = try scratch.flagctl("log", "limit", "a.json")
        expectEqual(rows(run), changes.map { "\($0)→\($1)" }.reversed(), "\(run)")
    }

    @Test(arguments: [(25, 0), (26, 2)])
    func `renames are followed up to a limit, beyond which the history is incomplete`(
        _ count: Int, _ status: Int
    ) throws {
        let scratch = try Scratch()
        let made = try scratch.shell(
            #"""
            git init -q -b main .
            { for number in $(seq 0 \#(count)); do
                text=$(printf '{\n"a": 1,\n"b": 2,\n"c": 3,\n"limit": %d\n}' $((100 + number)))
                printf 'commit refs/heads/main\ncommitter T <t@example.com> %d +0000\ndata 1\nx\n' $((1700000000 + number))
                if [ $number -gt 0 ]; then printf 'D a%d.json\n' $((number - 1)); fi
                printf 'M 100644 inline a%d.json\ndata %d\n%s\n' $number ${#text} "$text"
              done; } | git fast-import --quiet
            git checkout -q -f main
            """#)
        try #require(made.status == 0, "\(made)")
        let run = try scratch.flagctl("log", "limit", "a\(count).json")
        expectEqual(Int(run.status), status, "\(run)")
        expectEqual(run.error.contains("it was renamed more than 25 times"), count > 25)
    }

    @Test(
        arguments: [
            // Content that is no document: the next revision is compared with the last readable one of its own branch.
            (
                "w 1; echo '[]' >app.json; ci broken; w 2", "log s app.json",
                ["1→2", "the document cannot be read", "(absent)→1"], 0
            ),
            ("w 1; echo '[]' >app.json; ci broken; w 2", "log --limit 1 s app.json", ["1→2"], 0),
            ("w 1; echo '[]' >app.json; ci broken; w 2", "log s HEAD~1..HEAD:app.json", ["1→2"], 0),
            (
                "w 1; echo '[]' >app.json; ci broken", "log s app.json", ["the document cannot be read", "(absent)→1"],
                2
            ),
            (
                "w 1; git checkout -qb side; echo '[]' >app.json; ci broken; git checkout -q main; w 5; git checkout -q side; w 1 7",
                "log s side:app.json", ["the document cannot be read", "(absent)→1"], 0
            ),
            // A setting that has no value: both revisions are listed.
            (
                #"w 1; echo '{"s": {"valuesByVersion": []}, "t": 1}' >app.json; ci none; w 2"#, "log s app.json",
                [#""s" cannot be compared"#, #""s" cannot be compared"#, "(absent)→1"], 0
            ),
            // A merge that drops what a branch changed sets it back.
            (
                "w 1; git checkout -qb side; w 2; git checkout -q main; echo x >x; ci x; git merge -q -s ours -m drop side",
                "log s app.json", ["2→1", "1→2", "(absent)→1"], 0
            ),
            (
                "w 1; git checkout -qb side; w 2; git checkout -q main; w 1 3; git merge -q -s ours -m drop side",
                "log s app.json", ["2→1", "1→2", "(absent)→1"], 0
            ),
            (
                "w 1; git checkout -qb side; w 2; git checkout -q main; w 1 3; git merge -q --no-edit side",
                "log s app.json",
                ["1→2", "(absent)→1"], 0
            ),
            // What git cannot give.
            (
                "w 1; w 2; w 3; object=$(git rev-parse HEAD~1:app.json); rm -f .git/objects/${object%${object#??}}/${object#??}",
                "log s app.json", [], 2
            ),
            (
                "w 1; w 2; ln -s app.json link.json; ci link; w 3; object=$(git rev-parse HEAD:app.json); "
                    + "rm -f .git/objects/${object%${object#??}}/${object#??}", "log s link.json", [], 2
            ),
            (
                "w 1; rm app.json; ln -s /nowhere/app.json app.json; ci outside; rm app.json; w 2", "log s app.json",
                ["1→2", "the document cannot be read", "(absent)→1"], 2
            ),
            (
                "w 1; rm app.json; ln -s nothing app.json; ci dangling; rm app.json; w 2", "log s app.json",
                ["1→2", "the document cannot be read", "(absent)→1"], 0
            ),
        ] as [(String, String, [String], Int32)])
    func `every revision is listed with its values, and what git cannot give is exit status 2`(
        _ script: String, _ words: String, _ rows: [String], _ status: Int32
    ) throws {
        let scratch = try Scratch()
        let made = try scratch.shell(Self.prelude + script)
        try #require(made.status == 0, "\(made)")
        let run = try scratch.flagctl(words.split(separator: " ").map(String.init))
        expect(self.rows(run) == rows && run.status == status, "\(run)")
    }

    @Test func `the summary counts what cannot be read`() throws {
        let scratch = try Scratch()
        _ = try scratch.shell(Self.prelude + "w 1; echo '[]' >app.json; ci broken; w 2")
        try expectEqual(scratch.flagctl("log", "s", "app.json").error, "2 revisions changed s, 1 cannot be read\n")
    }

    @Test(
        arguments: [
            (
                "git init -q .", ["log", "app.json"],
                "app.json: error: the current branch has no commit yet, so no file has a revision\n   = help: commit the file first\n"
            ),
            (
                "git init -q .", ["resolve", "--version", "1", "main:app.json"],
                "main:app.json: error: git has no revision \"main\", and the current branch has no commit yet\n   = help: commit the file first\n"
            ),
            (
                "true", ["log", "--published", "nothing.json"],
                "nothing.json: error: nothing is published here\n   = help: check the name; \"flagctl publish\" publishes a document\n"
            ),
        ])
    func `a repository without commits and a destination without publications say so`(
        _ script: String, _ words: [String], _ error: String
    ) throws {
        let scratch = try Scratch()
        _ = try scratch.shell(script)
        try expectEqual(scratch.flagctl(words), Run(output: "", error: error, status: 2))
    }
}

/// A real history, each of whose revisions is read by itself.
@Suite(.blocking, .needs("samples/histories/ios.bundle"))
struct RealHistoryTests {
    @Test func `log lists exactly the revisions whose values differ from those of the revision before`() throws {
        let scratch = try Scratch()
        try scratch.write(bytes: try SharedMaterial.bytes("samples/histories/ios.bundle"), to: "ios.bundle")
        let made = try scratch.shell(
            """
            git clone -q ios.bundle clone 2>/dev/null && cd clone
            git checkout -q -B main $(git for-each-ref --format='%(objectname)' | head -n 1)
            git log --format=%H -- ios.json > ../revisions
            while read revision; do git show $revision:ios.json > ../$revision.json; done < ../revisions
            flagctl log --format json ios.json | grep -o '"revision":"[0-9a-f]*"' | cut -d '"' -f 4 > ../listed
            """)
        try #require(made.status == 0, "\(made)")
        let revisions = try scratch.read("revisions").split(separator: "\n").map(String.init)
        let documents = try revisions.map { revision in
            try SettingsDocument(parsing: FileSystem.read("\(scratch.path)/\(revision).json", atMost: 1 << 24))
        }
        let changed = revisions.indices.dropLast().filter { index in
            !DocumentDifference(from: documents[index + 1], to: documents[index]).settings.isEmpty
        }
        // The first revision adds every setting.
        let expected = (changed + [revisions.count - 1]).map { revisions[$0] }
        try expectEqual(scratch.read("listed").split(separator: "\n").map(String.init), expected)
        expect(revisions.count > 400 && changed.count > 400)
    }
}
