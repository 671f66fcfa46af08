import FlagResolver

/// The files of a new project.
struct InitialFiles {
    /// What the folder has already.
    let existing: ExistingProject
    /// The flagctl that the workflow installs, and whose schemas editors use.
    private let tool: ToolRevision

    init(for existing: ExistingProject, tool: ToolRevision) {
        self.existing = existing
        self.tool = tool
    }

    struct File {
        /// The path below the folder of the project.
        let path: String
        let purpose: String
        let content: String
    }

    var all: [File] {
        [File(path: existing.path, purpose: "the settings", content: settings)] + policyFiles + [
            File(path: FolderContent.projectName, purpose: "the arguments that commands need", content: project)
        ] + releases + [
            File(path: Self.workflow, purpose: "checks every pull request on GitHub", content: steps)
        ]
    }

    /// The file of policies; none if the document says nothing that could become untrue, or cannot be read.
    private var policyFiles: [File] {
        let text =
            existing.settings.map { InitialPolicies.text(for: $0) } ?? (existing.isRefused ? nil : Self.statements)
        guard existing.hasPolicies || text != nil else { return [] }
        return [File(path: Self.policies, purpose: "what must hold for every version", content: text ?? "")]
    }

    /// Whether the workflow can name a document: for GitHub, "${{" begins an expression.
    static func canName(_ path: String) -> Bool {
        !path.unicodeScalars.contains(where: PlainText.isUnprintable) && !path.contains(bytesOf: "${{")
    }

    static let unusablePath = "the path contains an invisible character or \"${{\""
    static let helpForUnusablePath = #"use letters, digits, "/", "_" and "-""#

    static let policies = "flags.policies"
    static let releaseList = "flags.releases"
    static let workflow = ".github/workflows/flags.yml"

    private var settings: String {
        """
        {
          "$schema": \(JSONText.quoted(tool.address(ofSchema: "settings.schema.json"))),
          "newCheckout": {
            "description": "Whether the shop shows the new checkout.",
            "type": "boolean",
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=2.0.0", "value": true }
            ]
          },
          "syncInterval": {
            "description": "Seconds between two synchronisations.",
            "type": "integer",
            "defaultValue": 900,
            "valuesByVersion": [
              { "appVersion": ">=1.4.0", "value": 300 }
            ]
          }
        }

        """
    }

    private static let statements = """
        # Each line holds for every version of the app, or "flagctl check" shows where it does not.
        new-checkout-needs-2.0: for <2.0.0: newCheckout == false
        sync-is-not-too-often:  for *: syncInterval >= 60

        """

    private var project: String {
        let policies = policyFiles.isEmpty ? "" : "\n  \"policies\": [\(JSONText.quoted(Self.policies))],"
        return """
            {
              "$schema": \(JSONText.quoted(tool.address(ofSchema: "project.schema.json"))),
              "inputs": [\(JSONText.quoted(existing.path))],\(policies)
              "against": \(JSONText.quoted(BaseRevision.automatic)),
              "at": \(JSONText.quoted(CheckedDate.todayWord)),\(findings)\(releasesMember)
              "failOn": "warning"\(prereleases)
            }

            """
    }

    /// What is wrong already must not fail every change.
    private var findings: String {
        guard existing.errorCount + existing.warningCount > 0 else { return "" }
        return "\n  \"findings\": \(JSONText.quoted(ReportedFindings.new.rawValue)),"
    }

    private var releasePath: String {
        existing.releases.isEmpty ? "" : ", \(YAMLText.quoted(path: Self.releaseList))"
    }

    private var releasesMember: String {
        existing.releases.isEmpty ? "" : "\n  \"releases\": \(JSONText.quoted(Self.releaseList)),"
    }

    /// The list of releases; none if no tag names one.
    private var releases: [File] {
        guard !existing.releases.isEmpty else { return [] }
        let content = """
            # The shipped versions, from the tags of the repository. Add each release, and the share of installs that each has, such as
            # "2.0.0 40 %": then reports say how many users a change concerns. A version that is still to come is "planned".
            \(existing.releases.joined(separator: "\n"))

            """
        return [File(path: Self.releaseList, purpose: "the versions that users have", content: content)]
    }

    /// Apps from Apple's stores have no pre-releases: TestFlight has versions of their own.
    private var prereleases: String { existing.isForApple ? ",\n  \"prereleases\": false" : "" }

    /// The document as an argument, which must not look like an option.
    private var operand: String { existing.path.starts(withBytesOf: "-") ? "./\(existing.path)" : existing.path }

    private var policyPath: String { policyFiles.isEmpty ? "" : ", \(YAMLText.quoted(path: Self.policies))" }

    /// The steps that need flagctl read the project file. A summary is written even if an earlier step has found something.
    private var steps: String {
        """
        # Checks the settings on every pull request, and once a week for what only the date changes, with flagctl from a repository that
        # you trust. If it has no release for the machine, the action builds flagctl with the Swift of the machine, and keeps the program
        # for later runs.
        name: flags

        on:
          pull_request:
            paths: [\(YAMLText.quoted(path: existing.path))\(policyPath), \(YAMLText.quoted(path: FolderContent.projectName))\(releasePath)]
          schedule:
            - cron: '20 6 * * 1'

        permissions:
          contents: read

        jobs:
          flags:
            runs-on: ubuntu-latest
            permissions:
              contents: read
              pull-requests: write
            steps:
              - uses: actions/checkout@v6
                with: { fetch-depth: 0, persist-credentials: false }
              - name: Install flagctl
                uses: \(tool.setupAction)
                with:
                  repository: \(YAMLText.quoted(tool.repository))
                  if-no-release: build

              - name: What each released version reads, for the other steps
                run: |
                  if [ -n "$(git tag --list '*[0-9].[0-9]*')" ]; then
                    flagctl readers record --tags \(YAMLText.word(existing.releaseTags)) --code . --document \(YAMLText.word(operand)) --readers .flagctl/readers
                    echo "FLAGCTL_READERS=$PWD/.flagctl/readers" >> "$GITHUB_ENV"
                  fi
              - name: What is wrong with the settings and with the change, and which policies do not hold
                run: flagctl check --format github

              - name: What changes, and for exactly which versions
                if: (success() || failure()) && github.event_name == 'pull_request'
                run: |
                  flagctl diff --exit-zero --summary --format markdown --against "origin/$GITHUB_BASE_REF..." > flags.md
                  cat flags.md >> "$GITHUB_STEP_SUMMARY"
              # A pull request from a fork may not write comments.
              - name: The same as a comment, which later runs replace
                if: (success() || failure()) && github.event.pull_request.head.repo.full_name == github.repository
                env:
                  GH_TOKEN: ${{ github.token }}
                  NUMBER: ${{ github.event.pull_request.number }}
                run: |
                  { echo '<!-- flagctl -->'; cat flags.md; } > comment.md
                  comments="repos/$GITHUB_REPOSITORY/issues"
                  mine='.[] | select(.user.type == "Bot" and (.body | startswith("<!-- flagctl -->"))) | .id'
                  id=$(gh api --paginate "$comments/$NUMBER/comments" --jq "$mine" | sed -n 1p)
                  if [ -n "$id" ]; then
                    gh api --method PATCH "$comments/comments/$id" --field body=@comment.md --silent
                  else
                    gh api "$comments/$NUMBER/comments" --field body=@comment.md --silent
                  fi

        """
    }
}
