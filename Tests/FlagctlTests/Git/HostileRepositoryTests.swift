import TestSupport
import Testing

@testable import flagctl

/// A repository of a stranger starts no program, whatever its settings, its attributes and its files say.
///
/// Each set-up is tried as a folder of a clone that is a bare repository itself, and as the `.git` of an unpacked archive.
/// `$G` is the directory of that repository, and `$P` a program that leaves a mark.
@Suite(.blocking)
struct HostileRepositoryTests {
    /// A set-up, and a command of git that runs the program; empty where no plain command of git does in every version.
    struct SetUp: CustomTestStringConvertible {
        let name: String
        let script: String
        let trigger: String

        init(_ name: String, _ script: String, trigger: String = "") {
            (self.name, self.script, self.trigger) = (name, script, trigger)
        }

        var testDescription: String { name }
    }

    /// A remote that git would ask for the content of `app.json`, which is missing.
    private static func promisor(_ name: String, _ lines: String) -> SetUp {
        SetUp(
            "a promisor remote: \(name)",
            """
            B=$(git --git-dir="$G" rev-parse HEAD:app.json)
            rm -f "$G/objects/$(echo $B | cut -c1-2)/$(echo $B | cut -c3-)"
            set_ core.repositoryFormatVersion 1; set_ extensions.partialClone x; set_ remote.x.promisor true
            \(lines)
            """, trigger: "cat-file -p HEAD:app.json")
    }

    private static let setUps = [
        SetUp("core.fsmonitor", "set_ core.fsmonitor \"$P\"", trigger: "status"),
        SetUp(
            "core.hooksPath",
            "mkdir -p \"$G/h\"; set_ core.hooksPath \"$G/h\"; for H in $HOOKS; do cp \"$P\" \"$G/h/$H\"; done",
            trigger: "update-index --force-write-index"),
        SetUp(
            "hooks", "mkdir -p \"$G/hooks\"; for H in $HOOKS; do cp \"$P\" \"$G/hooks/$H\"; done",
            trigger: "update-index --force-write-index"),
        promisor("core.sshCommand", "set_ remote.x.url ssh://h/x; set_ core.sshCommand \"$P\""),
        promisor("ext::", "set_ remote.x.url \"ext::$P\"; set_ protocol.ext.allow always"),
        promisor("a program on the other side", "set_ remote.x.url \"$G\"; set_ remote.x.uploadpack \"$P\""),
        promisor("core.gitProxy", "set_ remote.x.url git://h/x; set_ core.gitProxy \"$P\""),
        SetUp(
            "credentials",
            "set_ credential.helper \"!$P\"; set_ core.askPass \"$P\"; set_ http.proxy http://u@127.0.0.1:1"),
        SetUp(
            "core.alternateRefsCommand",
            "echo \"$G/objects\" > \"$G/objects/info/alternates\"; set_ core.alternateRefsCommand \"$P\""),
        SetUp(
            "a filter of .gitattributes",
            "echo '* filter=f' > .gitattributes; set_ filter.f.clean \"$P\"; set_ filter.f.smudge \"$P\"; set_ filter.f.required true",
            trigger: "hash-object app.json"),
        SetUp(
            "a filter process of info/attributes",
            "mkdir -p \"$G/info\"; echo '* filter=f' > \"$G/info/attributes\"; set_ filter.f.process \"$P\"",
            trigger: "hash-object app.json"),
        SetUp(
            "textconv", "echo '* diff=d' > .gitattributes; set_ diff.d.textconv \"$P\"; set_ grep.textconv true",
            trigger: "show --textconv HEAD:app.json"),
        SetUp(
            "diff.NAME.command", "echo '* diff=d' > .gitattributes; set_ diff.d.command \"$P\"",
            trigger: "diff --ext-diff HEAD~1 HEAD --"),
        SetUp("diff.external", "set_ diff.external \"$P\"", trigger: "diff HEAD~1 HEAD --"),
        SetUp(
            "core.attributesFile",
            "echo '* diff=d filter=f' > \"$G/a\"; set_ core.attributesFile \"$G/a\"; set_ diff.d.textconv \"$P\"; set_ filter.f.clean \"$P\"",
            trigger: "hash-object app.json"),
        SetUp(
            "gpg.program",
            "set_ log.showSignature true; set_ gpg.program \"$P\"; set_ gpg.ssh.program \"$P\"; "
                + "set_ gpg.x509.program \"$P\"; signed"),
        SetUp(
            "core.pager",
            "set_ core.pager \"$P\"; set_ pager.log \"$P\"; set_ pager.cat-file \"$P\"; set_ color.ui always"),
        SetUp(
            "editors", "set_ core.editor \"$P\"; set_ sequence.editor \"$P\"", trigger: "config --edit"),
        SetUp("aliases", "for C in cat-file rev-parse log ls-tree grep; do set_ alias.$C \"!$P\"; done"),
        SetUp(
            "include.path", "printf '[core]\\nfsmonitor = %s\\n' \"$P\" > \"$G/more\"; set_ include.path \"$G/more\"",
            trigger: "status"),
        SetUp(
            "includeIf",
            "printf '[core]\\nfsmonitor = %s\\n' \"$P\" > \"$G/more\"; set_ 'includeIf.gitdir:/**.path' \"$G/more\"",
            trigger: "status"),
        SetUp(
            "config.worktree",
            "set_ core.repositoryFormatVersion 1; set_ extensions.worktreeConfig true; "
                + "printf '[core]\\nfsmonitor = %s\\n' \"$P\" > \"$G/config.worktree\"", trigger: "status"),
        SetUp("core.worktree", "set_ core.worktree /; set_ core.fsmonitor \"$P\""),
        SetUp(
            "submodules",
            "printf '[submodule \"s\"]\\npath = s\\nurl = \"ext::%s\"\\nupdate = \"!%s\"\\n' \"$P\" \"$P\" > .gitmodules; "
                + "set_ submodule.recurse true; set_ submodule.s.update \"!$P\"; set_ submodule.s.active true; "
                + "mkdir -p s; cp -R \"$G\" s/.git-copy 2>/dev/null; true"),
        SetUp(
            "the repository of a submodule",
            "mkdir -p \"$G/modules\" s; git init -q --bare \"$G/modules/s\"; "
                + "git --git-dir=\"$G/modules/s\" config core.fsmonitor \"$P\"; set_ submodule.recurse true"),
        SetUp(
            "the name of a program in attributes and excludes",
            "set_ core.excludesFile \"|$P\"; set_ blame.ignoreRevsFile \"|$P\"; set_ mailmap.file \"|$P\"; set_ diff.orderFile \"|$P\""
        ),
        SetUp(
            "a merge driver", "echo '* merge=m' > .gitattributes; set_ merge.m.driver \"$P\"; set_ diff.renames true"),
        SetUp("uploadpack.packObjectsHook", "set_ uploadpack.packObjectsHook \"$P\""),
        SetUp("trace2", "set_ trace2.normalTarget \"$MARK\"; set_ trace2.eventTarget \"$MARK\""),
    ]

    private static let prelude = #"""
        MARK="$PWD/mark"; P="$PWD/program"; export GIT_CONFIG_GLOBAL="$PWD/global" GIT_CONFIG_NOSYSTEM=1 HOME="$PWD"
        printf '#!/bin/sh\necho ran >> "%s"\nexit 1\n' "$MARK" > "$P"; chmod +x "$P"
        printf '[user]\nname = t\nemail = t@example.com\n[init]\ndefaultBranch = main\n' > global
        HOOKS="post-index-change reference-transaction post-checkout fsmonitor-watchman query-watchman pre-commit"
        set_() { git config --file "$G/config" "$1" "$2"; }
        # Two revisions of the documents in the repository at $G.
        fill() {
            echo '{"a": 1}' > app.json; echo 'import FlagStore' > a.swift
            git --git-dir="$G" --work-tree=. add app.json a.swift
            git --git-dir="$G" --work-tree=. commit -qm one; git --git-dir="$G" --work-tree=. tag v1.0.0
            echo '{"a": 2}' > app.json; git --git-dir="$G" --work-tree=. commit -qam two
        }
        signed() {
            git --git-dir="$G" cat-file commit HEAD | awk '!d && /^$/ { print "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"; d = 1 } 1' > "$MARK.c"
            git --git-dir="$G" update-ref HEAD "$(git --git-dir="$G" hash-object -t commit -w "$MARK.c")"
        }
        """#

    /// The commands that start git.
    private static let commands = """
        flagctl diff --against HEAD app.json; flagctl diff --against HEAD~1 .; flagctl check --against HEAD~1 .
        flagctl log app.json; flagctl resolve --version 1 HEAD:app.json 'HEAD:*.json'
        flagctl readers record --tags 'v*' --code . --document app.json --readers r
        flagctl readers record 2.0.0 --code . --document app.json --bundled app.json --readers r
        flagctl release 2.0.0 --previous 1.0.0 --against HEAD~1 app.json; flagctl diff --against HEAD... app.json
        touch app.json; flagctl check --against auto .; flagctl init new
        """

    /// The same folder as a part of a clone, which has its own repository above.
    private static func embedded(_ setUp: SetUp) -> String {
        """
        mkdir -p outer/settings; cd outer; git init -q .; echo '{"a": 1}' > settings/app.json
        git add .; git commit -qm outer; cd settings; G="$PWD"
        git init -q --bare .; git config --file config core.bare false; git config --file config core.worktree "$PWD"
        fill; \(setUp.script)
        cd ../..; find outer/settings -type d -empty -exec touch '{}/.keep' ';'; git -C outer add -A -f; git -C outer commit -qm more
        mv outer source; git clone -q source outer; cd outer/settings; rm -f "$MARK"
        """
    }

    @Test(arguments: TestScale.sample(setUps))
    func `a folder of a clone that is a repository itself starts no program`(_ setUp: SetUp) throws {
        try expectNoProgram(Self.embedded(setUp), setUp)
    }

    @Test(arguments: TestScale.sample(setUps))
    func `the repository of an unpacked archive starts no program`(_ setUp: SetUp) throws {
        try expectNoProgram(
            "mkdir outer; cd outer; git init -q .; G=\"$PWD/.git\"\nfill; \(setUp.script)\nrm -f \"$MARK\"", setUp)
    }

    private func expectNoProgram(_ place: String, _ setUp: SetUp) throws {
        let run = try Scratch().shell(
            """
            \(Self.prelude)
            { \(place)
            } >/dev/null 2>&1
            git \(setUp.trigger.isEmpty ? "version" : setUp.trigger) >/dev/null 2>&1
            [ -z "\(setUp.trigger)" ] || [ -e "$MARK" ] || echo "the set-up is harmless"
            rm -f "$MARK"
            { \(Self.commands)
            } >"$MARK.out" 2>&1
            [ ! -e "$MARK" ] || { echo "flagctl started it"; cat "$MARK.out"; }
            """)
        expectEqual(run.output, "", "\(setUp.name): \(run)")
    }

    @Test func `git does not even read a repository in a folder of a clone`() throws {
        let run = try Scratch().shell(
            """
            \(Self.prelude)
            { \(Self.embedded(SetUp("none", "true")))
            } >/dev/null 2>&1
            flagctl resolve --version 1 HEAD:settings/app.json; flagctl log app.json
            """)
        // The repository above has another history.
        expect(
            run.output.hasPrefix("a  2\n") && run.output.contains("  outer\n") && !run.output.contains("  two\n"),
            "\(run)")
    }

    @Test(arguments: ["GIT_DIR=. ", "GIT_DIR=\"$PWD\" "])
    func `the repository that the caller names is read, as in a hook of a server`(_ variable: String) throws {
        let run = try Scratch().shell(
            """
            \(Self.prelude)
            mkdir work; cd work; git init -q .; G="$PWD/.git"; fill >/dev/null; git clone -q --bare . ../bare.git; cd ../bare.git
            flagctl resolve --version 1 HEAD:app.json 2>/dev/null; \(variable)flagctl resolve --version 1 HEAD:app.json
            """)
        expect(run.output == "a  2\n" && run.status == 0, "\(run)")
    }

    @Test func `a linked worktree and a submodule are repositories`() throws {
        let run = try Scratch().shell(
            """
            \(Self.prelude)
            mkdir work; cd work; git init -q .; G="$PWD/.git"; fill >/dev/null; git worktree add -q ../tree; cd ../tree
            flagctl diff --against HEAD~1 app.json; mkdir ../super; cd ../super; git init -q .
            git -c protocol.file.allow=always submodule --quiet add ../work sub; cd sub; flagctl diff --against HEAD~1 app.json
            """)
        expectEqual(run.output.matches(of: /1 → 2/).count, 2, "\(run)")
    }

    @Test func `a folder below a directory .git without a repository belongs to the one above`() throws {
        let run = try Scratch().shell(
            """
            \(Self.prelude)
            mkdir work; cd work; git init -q .; G="$PWD/.git"; fill >/dev/null; mkdir -p sub/.git; cd sub
            flagctl resolve --version 1 HEAD:app.json; export GIT_CEILING_DIRECTORIES="${PWD%/sub}"
            flagctl resolve --version 1 HEAD:app.json
            """)
        expect(run.output == "a  2\n" && run.status == 2 && run.error.contains("not in a git repository"), "\(run)")
    }

    @Test func `what a partial clone lacks is not fetched`() throws {
        let run = try Scratch().shell(
            """
            \(Self.prelude)
            mkdir work; cd work; git init -q .; G="$PWD/.git"; fill >/dev/null; git config uploadpack.allowFilter true; cd ..
            git clone -q --no-checkout --filter=blob:none "file://$PWD/work" part; cd part
            flagctl resolve --version 1 HEAD~1:app.json; git cat-file -p HEAD~1:app.json
            """)
        expectEqual(run.output, "{\"a\": 1}\n", "\(run)")
        expect(run.error.contains("the repository lacks the content that the revision has here"), "\(run)")
    }
}
