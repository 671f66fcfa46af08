extension HelpTopic {
    static let all = [documents, requirements, targeting, policies, project, formats, statuses, agents]

    private static let documents = HelpTopic(
        name: "documents", summary: "the format of documents",
        text: """
            A document is a JSON object of settings. A setting has a default, and values for ranges of app versions:

              {
                "payments": {
                  "defaultValue": false,
                  "valuesByVersion": [
                    { "appVersion": ">=1.4.1 <1.4.3", "value": false },
                    { "appVersion": ">=1.4.0", "value": true }
                  ]
                },
                "checkout": { "style": { "defaultValue": "legacy" }, "maxItems": 20 }
              }

            The first entry whose conditions all hold wins; otherwise the default does. An object without defaultValue and
            valuesByVersion is a group: the names above are payments, checkout.style and checkout.maxItems. A value outside a
            setting is a constant. Members that begin with $ are metadata; these have a meaning:

              $version                 the number of the document
              $minimumVersion          the oldest supported app version
              $minimumVersionSetting   the setting that makes old versions update
              $attributes              the attributes that conditions test
              $allow                   at any level: rules whose findings are allowed there, each with the reason

            A setting may also have "type", "enum", "minimum", "maximum", "elementType", "description", "owner" and
            "expires"; an entry "name" and "description".
            "flagctl schema settings" prints the JSON Schema.

            """)

    private static let requirements = HelpTopic(
        name: "requirements", summary: "versions, and the text of requirements",
        text: """
            A version has numbers separated by dots, and optionally a pre-release: 1.4.0, 2.0.0-rc.1. Missing numbers are 0, so
            1.4 is 1.4.0. A pre-release comes before its release.

              1.4.0  =1.4.0        this version
              >=1.4.0  >  <=  <    from, after, up to, before this version
              >=1.4.0 <2.0.0       both hold (a blank or a comma)
              <1.0.0 || >=2.0.0    either holds
              1.x  1.4.*           every version that begins so
              1.4.0 - 1.6.0        from the one to the other, both included
              ^1.4.0               >=1.4.0 <2.0.0
              ~1.4.0               >=1.4.0 <1.5.0
              !=1.4.2              every other version
              *                    every version

            <2.0.0 contains 2.0.0-rc.1; write <2.0.0-0 to exclude the pre-releases of 2.0.0.

            """)

    private static let targeting = HelpTopic(
        name: "targeting", summary: "conditions on attributes, rollouts, dates and other settings",
        text: """
            An entry may have further conditions beside "appVersion", or in place of it; all of them must hold:

              "when": { "country": ["DE", "AT"], "ring": { "not": "internal" } }      attributes of the user
              "rollout": { "percent": 25, "salt": "checkout-2026" }                   a share of the targeting keys
              "from": "2026-12-01T00:00:00Z", "until": "2026-12-15T00:00:00Z"         a schedule
              "requires": "payments"                                                  another setting that is true

            A condition on an attribute has one of these forms:

              "DE"  5  true                      this value
              ["DE", "AT"]                       one of these forms
              { "startsWith": "de-" }            strings with this prefix, or one of a list
              { ">=": 5, "<": 10 }               numbers within these bounds
              { "version": ">=17" }              strings that are a version in this requirement
              { "not": "DE" }                    other values of that type
              { "absent": true }                 no value; false for any value

            A condition about something that the app does not give does not hold. The context of a user is given with
            --attribute NAME=VALUE, --key KEY and --at INSTANT, or with --context FILE, a JSON object. "explain", "matrix", "diff"
            and "when" answer for everybody at once; --where selects users.

            """)

    private static let policies = HelpTopic(
        name: "policies", summary: "expressions, and the statements of \"flagctl prove\"",
        text: """
            A policy file has a statement on each line, with an optional label. # begins a comment.

              payments-on:      for >=2.0.0: payments == true
              modern-needs-pay: for *: checkout == "modern" => payments == true
              in-the-eu:        for * where @country in ["DE", "AT"]: consent == true
              never-back-off:   monotone payments: false -> true
              over-time:        monotone checkout over time: "legacy" -> "modern"
              over-percentage:  monotone checkout over percentage: "legacy" -> "modern"
              only-at-releases: changes payments only at 1.4.0, 2.0.0
              killable:         constant for <1.0.0: payments
              old-apps-read-it: readable checkout

            Expressions compare a setting, bare or as a JSON string, with a JSON scalar: == != < <= > >=, in [1, 2],
            exists(NAME). They are combined with not, and, or, => and parentheses, from the strongest to the weakest. @NAME is
            an attribute of the user. Across types == is false and != is true. A group is not a setting: exists(GROUP) is false,
            and exists(GROUP.*) is about each setting of the group.

            "flagctl prove" shows each verdict; "check", "release" and "publish" also prove the policies of the project file.

            A statement is PROVED if it holds for every version that it covers, VIOLATED with the complete set of versions for
            which it does not hold, or VACUOUS if it covers no version.

            """)

    private static let project = HelpTopic(
        name: "project", summary: "flagctl.json, and environment variables",
        text: """
            flagctl.json gives the arguments that a command line does not. It is read from the working directory or, inside a
            git repository, from the nearest directory above. Paths are relative to it. All members are optional:

              {
                "inputs": ["settings"],
                "excludes": ["settings/drafts"],
                "policies": ["shop.policies"],
                "releases": "shipped.releases",
                "readers": "readers",
                "against": "auto",
                "at": "today",
                "failOn": "warning",
                "severities": { "value-island": "warning", "leading-zero": "off" },
                "prereleases": false,
                "formats": { "check": "github" }
              }

            "flagctl check" is then the gate of a pull request: "auto" is where the change begins, and each policy must hold.

            With several platforms, "platforms" names the documents and the releases of each one:

              {
                "platforms": {
                  "ios": { "inputs": ["ios.json"], "releases": "ios.releases" },
                  "android": { "inputs": ["android.json"], "releases": "android.releases" }
                }
              }

            "flagctl release ios=7.230.0,android=52920000" then looks at the documents of both platforms, each with its version
            and its releases. "flagctl resolve --version" and "flagctl stale --floor" take versions in the same form.

            An option has precedence over its environment variable, such as FLAGCTL_FAIL_ON for --fail-on, and that over the
            project file. "flagctl config" shows each value and its origin, "flagctl init" creates a first project.

            """)

    private static let formats = HelpTopic(
        name: "formats", summary: "output formats, reports and baselines",
        text: """
            Results go to standard output, everything else to standard error. --format chooses the format of the results;
            --report FORMAT=PATH, repeatable, writes further reports of the same run. The help of each command lists its formats:

              text            for people; only this format depends on the width of the terminal and on --color
              json            one document, whose schema "flagctl schema COMMAND" prints
              ndjson          a JSON object per line
              csv, markdown   tables
              github, gitlab  annotations of a pull request, a code quality report
              junit, tap      test results
              sarif           SARIF 2.1.0, for code scanning and editors

            "check --baseline FILE" omits the findings of a saved JSON result, so that only new ones count.

            """)

    private static let statuses = HelpTopic(
        name: "exit-codes", summary: "the exit codes of all commands",
        text: """
              0   nothing to report
              1   something was found: a finding at or above --fail-on, a difference, a violated policy, no match
              2   the run is incomplete, or the command line is invalid; this has precedence over 1

            --exit-zero turns 1 into 0, never 2. A run that is interrupted with Ctrl-C exits with 130. For "check", a file that
            cannot be parsed is a finding (1); for every other command it is 2.

            """)

    private static let agents = HelpTopic(
        name: "agents", summary: "for agents and scripts: which command answers which question",
        text: """
            FILE is a document, OLD an earlier one or a git revision of it, such as main:flags.json, and NAME a setting.

              What does a version get, and why?
                flagctl resolve --version 2.0.0 FILE
                flagctl explain NAME --version 2.0.0 FILE
              What does everybody get, in every version?
                flagctl matrix FILE
                flagctl explain NAME FILE
              Is the document right, and does it keep the policies of the project?
                flagctl check FILE
                flagctl test EXPECTATIONS
              What does a change change, for which versions and users?
                flagctl diff OLD FILE
              May versions before 2.0.0 get another value? The exit code is 1 if one does.
                flagctl diff --frozen '<2.0.0' OLD FILE
              Does something hold for every version?
                flagctl prove -e 'for >=2.0.0: NAME == true' FILE
              Since which commit does a setting have its value?
                flagctl log NAME FILE
              Where does Swift code read a setting, and what does each release read? May the setting go?
                flagctl references --document FILE SOURCES
                flagctl explain NAME --readers RECORDS FILE
              What is no longer needed?
                flagctl stale --floor 2.0.0 FILE
              May this version ship?
                flagctl release 2.0.0 --previous 1.6.0 FILE

            Add --format json to each of them. The output is one JSON document with a member "schema"; "flagctl schema COMMAND"
            prints its JSON Schema. Text is for people, and may change in any version. The member "incomplete" says what could
            not be read: then the rest is no answer about everything. Exit codes: 0 nothing to report, 1 something was found,
            2 the run is incomplete or the command line is wrong, and standard error says what to write.

            Edit a document with these commands rather than by hand. They print a patch, prove that nothing else changes, and
            write only with --apply:

              flagctl rollout NAME --percent 25 FILE
              flagctl retarget 2.0.0 2.1.0 FILE
              flagctl stale --floor 2.0.0 --fix FILE
              flagctl check --fix FILE

            After every edit run check, and show a person what diff prints. Do not silence a finding with "$allow" or a baseline
            unless a person asks for it.

            None of these commands publishes anything; only "publish" and "rollback" do. "publish" refuses a document with an
            error, or that violates a policy of --policy or of the project file. "rollback" publishes an earlier document again
            without these checks. Both show with --dry-run what would change, and for whom. Without --yes, a person has to
            confirm at a terminal. Leave --yes, --allow-large-change and --allow-unsigned to people and to CI.

            """)
}
