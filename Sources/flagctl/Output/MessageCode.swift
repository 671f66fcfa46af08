/// The code of a message that is not the finding of a rule: its meaning, and what to do about it.
///
/// A problem has the same code in all commands. A message about the subject of a rule has the code of the rule.
struct MessageCode: Sendable {
    let code: String
    /// The commands that print it, the most common first.
    let commands: [String]
    /// What happened, in one sentence.
    let meaning: String
    /// What to do about it, in one sentence.
    let advice: String

    private init(_ code: String, _ commands: [String], _ meaning: String, do advice: String) {
        self.code = code
        self.commands = commands
        self.meaning = meaning
        self.advice = advice
    }

    /// The message of a code; `nil` if the code belongs to a rule, or is unknown.
    static func named(_ code: String) -> MessageCode? { all.first { $0.code == code } }

    /// All codes: of questions, of policies and expectations, of releases, of edits, of files other than documents.
    static let all: [MessageCode] = questions + statements + releases + edits + files

    private static let questions = [
        MessageCode(
            "unknown-setting",
            [
                "resolve", "explain", "matrix", "diff", "when", "prove", "check", "release", "test", "log", "retarget",
                "rollout", "publish",
            ],
            "No document has a setting, a group or a pattern of this name.",
            do: "Correct the name; \"flagctl explain GROUP FILE\" lists the settings of a group."),
        MessageCode(
            "no-value", ["prove", "check", "when", "release", "test", "explain", "publish"],
            "A setting has no value to compare, because its default is missing or has another type.",
            do: "Correct the default; \"flagctl check\" shows where."),
        MessageCode(
            "incomplete-context", ["resolve"],
            "Entries test inputs that the command line does not give, so they do not match.",
            do: "Add --attribute, --key or --at, if the user has these inputs."),
        MessageCode(
            "missing-app-version", ["resolve"], "A context has no app version, and no --version gives one.",
            do: "Add --version V, or \"appVersion\" to the context."),
        MessageCode(
            "unreadable-app-version", ["resolve"], "The app version of a context is not a version.",
            do: "Write numbers separated by points, such as 1.4.0; \"flagctl help requirements\" has the syntax."),
        MessageCode(
            "unusable-variable", ["resolve"],
            "The shell variable of a setting would change the shell or other programs, or is not a name.",
            do: "Add --prefix, so that no variable has such a name."),
        MessageCode(
            "variable-collision", ["resolve"], "Two settings have the same shell variable.",
            do: "Rename one of them, or write another format."),
        MessageCode(
            "unwritable-value", ["resolve"], "A value contains U+0000, which a shell variable cannot contain.",
            do: "Write another format, such as json."),
        MessageCode(
            "unexpected-value", ["resolve"], "With --expect: a value differs from the saved one.",
            do: "Correct the document, or save the values again if the change is intended."),
        MessageCode(
            "unexpected-result", ["resolve"], "With --expect: nothing was saved for a version or a file.",
            do: "Save the values again."),
        MessageCode(
            "missing-result", ["resolve"], "With --expect: something was saved that is not resolved now.",
            do: "Resolve the same versions and files, or save the values again."),
        MessageCode(
            "changed-value", ["diff"], "A setting has another value for some versions or users.",
            do: "Allow the setting with --allow if the change is intended, or undo the change."),
    ]

    private static let statements = [
        MessageCode(
            "violated-policy", ["prove", "check", "release", "publish"],
            "A policy does not hold for the versions that are named.",
            do: "Change the values that are named, or the policy."),
        MessageCode(
            "vacuous-policy", ["prove"],
            "With --strict-vacuous: a policy applies to no version or user, so it cannot fail.",
            do: "Correct the condition of the policy, or remove it."),
        MessageCode(
            "bad-policy", ["prove", "check", "when", "release", "publish"],
            "A text is not a policy, or not an expression.",
            do: "Correct it; \"flagctl help policies\" has the syntax."),
        MessageCode(
            "several-patterns", ["prove", "check", "release", "publish"],
            "A policy has two groups or patterns, which could match different settings.",
            do: "Write a policy for each of them."),
        MessageCode(
            "several-settings", ["when"], "One setting is needed, but a group or a pattern matches several.",
            do: "Name one of them."),
        MessageCode(
            "not-a-number", ["prove", "check", "when", "release", "publish"],
            "A comparison by order needs numbers, and a setting has another value.",
            do: "Compare with == or !=, or correct the value."),
        MessageCode(
            "never-taken", ["prove", "check", "when", "release", "publish"],
            "A setting is compared with a value that it never takes.",
            do: "Correct the value in the policy, most likely a spelling mistake."),
        MessageCode(
            "bad-expectations", ["test"], "A file of expectations has an error.",
            do: "Correct it; \"flagctl schema expectations\" is its JSON Schema."),
        MessageCode(
            "bad-expectation", ["resolve"], "The file of --expect is not a saved result.",
            do: "Save one with \"flagctl resolve --format json\"."),
    ]

    private static let releases = [
        MessageCode(
            "bad-releases",
            ["check", "diff", "prove", "release", "resolve", "explain", "matrix", "when", "publish", "stale"],
            "A list of releases has a line that cannot be read.",
            do: "Write a version, then its share such as 12.5%, or \"planned\"."),
        MessageCode(
            "bad-reader",
            [
                "check", "diff", "prove", "release", "explain", "stale", "publish", "readers", "serve", "retarget",
                "rollout",
            ],
            "A record of what a release reads has an error.",
            do: "Correct it, or record the release again; \"flagctl schema reader\" is its JSON Schema."),
        MessageCode(
            "no-readers", ["prove", "check", "release", "publish"],
            "A policy is about what releases read, and there are no records of it.",
            do: "Add --readers FOLDER; \"flagctl readers record\" makes the records."),
        MessageCode(
            "unknown-value", ["prove", "check", "release", "publish"],
            "A policy is about a setting of which it is not known what a recorded release gets.",
            do: "State the default in code in the record, or keep the type that the release reads."),
        MessageCode(
            "release-candidate", ["release"], "Release candidates of a version get another value than the version.",
            do: "Add \"-0\" to the bound if testers are meant to see the value of the release."),
        MessageCode(
            "unsupported-version", ["release"], "The version to ship is below \"$minimumVersion\".",
            do: "Lower \"$minimumVersion\", or correct the version."),
    ]

    private static let edits = [
        MessageCode(
            "unreachable-entry", ["stale"], "An entry never wins for a supported version: earlier entries match first.",
            do: "Delete it with --apply; if it never wins at all, \"flagctl check\" says where it would."),
        MessageCode(
            "unmatched-entry", ["stale"], "An entry matches no user who meets the assumptions.",
            do: "Delete it with --apply, if the assumptions are right."),
        MessageCode(
            "same-value", ["stale"], "Every supported version has the same value without the entry.",
            do: "Delete it with --apply."),
        MessageCode(
            "satisfied-condition", ["stale"], "Everybody satisfies a condition, such as a rollout of 100 %.",
            do: "Delete the condition with --apply."),
        MessageCode(
            "collapsible-entry", ["stale"],
            "The default never applies, so the value of an entry can become the default.",
            do: "Let --collapse rewrite the default, once no old version reads it."),
        MessageCode(
            "constant-setting", ["stale"], "A setting has one value for every supported version.",
            do: "Delete it when the app no longer reads it; --code lists the code that does."),
        MessageCode(
            "empties-requirement", ["retarget"], "A requirement would contain no version after the move.",
            do: "Change the requirement first, or delete its entry."),
        MessageCode(
            "reorders-boundaries", ["retarget"], "A boundary would meet or pass another boundary of its setting.",
            do: "Move the other boundary first, or choose another version."),
        MessageCode(
            "no-such-boundary", ["retarget"],
            "A boundary before all pre-releases cannot move to a pre-release, which has none.",
            do: "Move to a release, or change the requirement by hand."),
        MessageCode(
            "no-rollout", ["rollout"], "The setting, or its entry, has no rollout.",
            do: "Add one, such as \"rollout\": { \"percent\": 10, \"salt\": \"…\" }."),
        MessageCode(
            "unknown-entry", ["rollout"], "The setting has no entry of this name.",
            do: "Correct the name; an entry without a name is entry-1 and so on."),
        MessageCode(
            "ambiguous-entry", ["rollout"], "Several entries have the same name.", do: "Give them different names."),
        MessageCode(
            "several-rollouts", ["rollout"], "A setting or an entry has several rollouts.",
            do: "Choose an entry with --entry, or change the percentage by hand."),
        MessageCode(
            "rollout-slice", ["rollout"],
            "A rollout has slices, so one percentage does not determine which edge moves.",
            do: "Change it by hand."),
    ]

    private static let files = [
        MessageCode(
            "untrusted-document",
            ["resolve", "explain", "matrix", "when", "diff", "prove", "release", "test"],
            "With --trust: a document is not signed as the file demands, so it is not read.",
            do: "Sign it with \"flagctl sign\", or ask who has changed it; \"flagctl verify\" shows what is signed."),
        MessageCode(
            "bad-template", ["import"], "A part of the file does not have the format of the other system.",
            do: "Correct the part that is named, or get the file again from the other system."),
        MessageCode(
            "bad-expression", ["import"], "The expression of a condition cannot be read.",
            do: "Correct the expression; until then, the condition may hold for anybody."),
        MessageCode(
            "bad-parameter-value", ["import"], "A value does not have the type of its parameter.",
            do: "Correct the value or the type; until then, the parameter is left out."),
        MessageCode(
            "unknown-condition", ["import"], "A parameter has a value for a condition that does not exist.",
            do: "Correct the name of the condition, or delete the value."),
        MessageCode(
            "outdated-code", ["generate"], "With --check, the file of --output is not the code of the document.",
            do: "Run the command without --check."),
        MessageCode(
            "bad-project", ["config"], "A project file has an error.",
            do: "Correct it; \"flagctl schema project\" is its JSON Schema."),
        MessageCode(
            "bad-baseline", ["check", "references"], "The file of --baseline has no findings that can be compared.",
            do: "Save the findings again with \"flagctl check --format json\"."),
        MessageCode(
            "unused-baseline", ["check", "references"],
            "A finding of --baseline is gone, so its entry would hide a new finding like it.",
            do: "Save the findings again with \"flagctl check --format json\"."),
        MessageCode(
            "bad-context", ["resolve", "explain", "matrix"], "The file of --context is not a context.",
            do: "Write an object of attributes, with \"appVersion\", \"targetingKey\" and \"date\"."),
        MessageCode(
            "bad-override", ["resolve", "explain", "matrix"], "An override in the file of --context has another form.",
            do: "Write { \"value\": true } for each setting in \"$overrides\", with \"until\" for an end."),
        MessageCode(
            "ignored-overrides", ["resolve", "explain", "matrix"],
            "The file of --context has overrides, which change no value of a document.",
            do: "Run \"flagctl explain\" with the name of one setting, which shows its override."),
        MessageCode(
            "bad-key", ["sign"], "The file of --key or --public-key has no key that can be used.",
            do: "Make a pair of keys with \"flagctl keygen\", or convert yours as the message says."),
        MessageCode(
            "bad-trust-file", ["verify"], "The file of --trust has no public keys, or another error.",
            do:
                "Write a public key in PEM, or a JSON object with \"keys\", \"document\", \"environment\" and \"threshold\"."
        ),
        MessageCode(
            "bad-keys", ["serve"], "The file of --keys has an error.",
            do: "Correct it: a line has a role, evaluate or inspect, and the SHA-256 of a key."),
        MessageCode(
            "bad-header", ["serve", "publish", "rollback", "log"],
            "A line of the file of --header-file cannot be sent.",
            do: "Write Name: value on each line; names of the connection itself are not allowed."),
        MessageCode(
            "bad-credentials", ["serve", "publish", "rollback", "log"],
            "The file of --etcd-user has no user and password.",
            do: "Write one line: USER:PASSWORD."),
        MessageCode(
            "removes-settings", ["serve"], "A new document lacks settings of the served one, which is kept.",
            do:
                "Restore the settings; if they should be removed, publish with --allow-large-change, or restart with --max-removed 100."
        ),
        MessageCode(
            "bad-attribute", ["resolve"], "An attribute of a context is not a value that conditions can test.",
            do: "Use a string, a number or a boolean."),
        MessageCode(
            "unusable-attribute", ["resolve"],
            "A value of the context is not of the kind that conditions need, such as a number where they need a string.",
            do: "Write it in the form that the message names: --attribute 'account=\"12345\"' is a string."),
        MessageCode(
            "requires-without-document", ["resolve"],
            "An entry that requires a setting was decoded without its document.",
            do: "Read the setting from the document, which contains the required setting."),
    ]
}
