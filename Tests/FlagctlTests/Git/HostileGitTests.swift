import TestSupport
import Testing

@testable import flagctl

/// What is read from git depends on no setting and no variable of the user.
@Suite(.blocking)
struct HostileGitTests {
    private let scratch: Scratch

    /// A history with a rename, a merge, and messages that could be taken for separators.
    init() throws {
        scratch = try Scratch()
        let made = try scratch.shell(
            #"""
            git init -q .; git config commit.gpgsign false
            commit() { git -c user.name="$(printf 'A\001b\002c\n')" -c user.email=t@example.com commit -q "$@"; }
            document() { printf '{\n"a": %s,\n\n\n\n\n\n"é": %s\n}\n' "$1" "$2"; }
            document 1 1 > old.json; git add .; commit -m "$(printf 'x\001\002y: \033[31m')"
            git mv old.json 'ä [1].json'; commit -m ''  --allow-empty-message
            git checkout -qb side; document 1 2 > 'ä [1].json'; commit -am 'side'
            git checkout -q -; document 2 1 > 'ä [1].json'; commit -am 'main'
            git -c user.name=t -c user.email=t@example.com merge -q --no-edit side
            git tag v1; document 3 3 > 'ä [1].json'
            """#)
        try #require(made.status == 0, "\(made)")
    }

    private static let lines = [
        "log 'ä [1].json'", "log --format json 'ä [1].json'", "diff --against v1 'ä [1].json'",
        "diff --against HEAD~1 .",
        "check --against HEAD 'ä [1].json'", "resolve --version 1 'HEAD:*.json'",
        "resolve --version 1 'HEAD~3:ä [1].json'",
        "diff --against nowhere .",
    ]

    private func outputs(_ setup: String) throws -> [String] {
        try Self.lines.map { line in
            let run = try scratch.shell("\(setup)\nflagctl \(line)")
            return "\(line): \(run.status)\n\(run.output)\n\(run.error)"
        }
    }

    @Test func `every revision is listed, whatever its author and message contain`() throws {
        let run = try scratch.flagctl("log", "ä [1].json")
        expectEqual(run.output.matches(of: #/(?m)^2\d\d\d-/#).count, 3, "\(run)")
        expect(run.output.contains(#"A\u0001b\u0002c  x\u0001\u0002y: \u001b[31m"#), "\(run)")
        expectEqual(run.error, "3 revisions changed values\n")
    }

    private static let settings = [
        "log.showRoot false", "log.showSignature true", "log.follow true", "log.decorate full", "log.abbrevCommit true",
        "log.date relative", "log.diffMerges off", "log.mailmap true", "format.pretty oneline", "diff.renames false",
        "diff.renameLimit 1", "diff.noprefix true", "diff.relative true", "diff.orderFile /nowhere",
        "diff.external false",
        "diff.ignoreSubmodules all", "color.ui always", "core.quotePath true", "core.abbrev 4", "core.pager false",
        "i18n.logOutputEncoding ISO-8859-1", "i18n.commitEncoding ISO-8859-1", "notes.displayRef refs/notes/*",
        "core.commentChar auto", "core.attributesFile /nowhere", "pager.log true", "advice.graftFileDeprecated true",
        "status.showUntrackedFiles no", "core.ignoreCase true", "log.excludeDecoration *",
    ]

    @Test(arguments: TestScale.sample(settings))
    func `a setting of the user changes nothing`(_ setting: String) throws {
        let parts = setting.split(separator: " ", maxSplits: 1)
        try scratch.write("t@example.com <b@example.com>", to: ".mailmap")
        let plain = try outputs("")
        let name = ShellQuoting.quoted(String(parts[0]))
        let value = ShellQuoting.quoted(String(parts[1]))
        try expectEqual(outputs("git config \(name) \(value)"), plain)
    }

    private static let variables = [
        "GIT_LITERAL_PATHSPECS=1", "GIT_GLOB_PATHSPECS=1", "GIT_NOGLOB_PATHSPECS=1", "GIT_ICASE_PATHSPECS=1",
        "GIT_EXTERNAL_DIFF=false", "GIT_DIFF_OPTS=-u0", "GIT_PAGER=false", "GIT_PAGER_IN_USE=1", "GIT_TRACE=1",
        "GIT_TRACE_SETUP=1", "GIT_TRACE2=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_REPLACE_REF_BASE=refs/heads/",
        "GIT_GRAFT_FILE=grafts", "GIT_SHALLOW_FILE=shallow", "GIT_NAMESPACE=x", "GIT_PREFIX=x/", "GIT_NOTES_REF=refs/x",
        "GIT_DEFAULT_HASH=sha256", "GIT_ATTR_SOURCE=HEAD", "GIT_REF_PARANOIA=0", "LC_ALL=de_DE.UTF-8", "LANGUAGE=de",
        "GIT_FLUSH=1", "GIT_ADVICE=1", "GIT_OPTIONAL_LOCKS=1", "GIT_MERGE_VERBOSITY=5",
    ]

    @Test(arguments: TestScale.sample(variables))
    func `a variable of the environment changes nothing`(_ variable: String) throws {
        let plain = try outputs("")
        try expectEqual(outputs("git rev-parse HEAD > grafts; git rev-parse HEAD > shallow; export \(variable)"), plain)
    }

    @Test func `replaced objects and grafts are not read`() throws {
        let plain = try outputs("")
        let hidden = try outputs(
            """
            {
                git replace -f $(git rev-parse HEAD:'ä [1].json') $(git rev-parse HEAD~3:old.json)
                git replace -f HEAD~1 $(git rev-list --max-parents=0 HEAD)
                mkdir -p .git/info; git rev-parse HEAD > .git/info/grafts
            } 2>/dev/null
            """)
        expectEqual(hidden, plain)
    }

    @Test func `variables that say where the repository is are kept`() throws {
        let run = try scratch.shell(
            """
            elsewhere=$(mktemp -d); cp 'ä [1].json' "$elsewhere"; export GIT_DIR="$PWD/.git" GIT_WORK_TREE="$elsewhere"
            cd "$elsewhere"; flagctl diff --against v1 'ä [1].json'; status=$?; rm -r "$elsewhere"; exit $status
            """)
        expect(run.status == 1 && run.output.contains("2 → 3"), "\(run)")
    }

    @Test func `a shallow clone says where its history ends, in every format`() throws {
        let made = try scratch.shell("git clone -q --depth 2 \"file://$PWD\" clone")
        try #require(made.status == 0, "\(made)")
        for format in ["text", "json"] {
            let run = try scratch.shell("cd clone && flagctl log --format \(format) 'ä [1].json'")
            expect(run.status == 2 && run.output.contains("the history of this shallow clone ends here"), "\(run)")
            expect(run.error.contains("this is a shallow clone, whose history ends at "), "\(run)")
            expect(run.error.contains("git fetch --unshallow"), "\(run)")
            expect(!run.output.contains("(added)") && !run.output.contains("\"added\""), "\(run)")
        }
        let complete = try scratch.shell(
            "git clone -q --depth 100 \"file://$PWD\" deep && cd deep && flagctl log 'ä [1].json'")
        expectEqual(complete.status, 0, "\(complete)")
    }
}
