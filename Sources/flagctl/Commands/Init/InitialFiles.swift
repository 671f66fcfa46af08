/// The files of a new project.
struct InitialFiles {
    /// The path of the document below the folder of the project.
    let document: String
    /// The repository on GitHub that flagctl is built from: `OWNER/version-flags`.
    let repository: String

    struct File {
        /// The path below the folder of the project.
        let path: String
        let purpose: String
        let content: String
    }

    var all: [File] {
        [
            File(path: document, purpose: "the settings", content: Self.settings),
            File(path: Self.policies, purpose: "what must hold for every version", content: Self.statements),
            File(path: FolderContent.projectName, purpose: "the arguments that commands need", content: project),
            File(path: Self.workflow, purpose: "checks every pull request on GitHub", content: steps),
        ]
    }

    static let policies = "flags.policies"
    static let workflow = ".github/workflows/flags.yml"

    private static let settings = """
        {
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

    private static let statements = """
        # Each line holds for every version of the app, or "flagctl prove" shows where it does not.
        new-checkout-needs-2.0: for <2.0.0: newCheckout == false
        sync-is-not-too-often:  for *: syncInterval >= 60

        """

    private var project: String {
        """
        {
          "inputs": [\(JSONText.quoted(document))],
          "policies": [\(JSONText.quoted(Self.policies))],
          "failOn": "warning"
        }

        """
    }

    /// The steps that need flagctl read the project file.
    private var steps: String {
        """
        # Checks the settings on every pull request. Set FLAGCTL_REPOSITORY to the copy of the flagctl repository that you trust, and
        # FLAGCTL_REVISION to a commit of it.
        name: flags

        on:
          pull_request:
            paths: [\(JSONText.quoted(document)), \(JSONText.quoted(Self.policies)), \(JSONText.quoted(FolderContent.projectName))]

        permissions:
          contents: read

        env:
          FLAGCTL_REPOSITORY: \(JSONText.quoted(repository))
          FLAGCTL_REVISION: main

        jobs:
          flags:
            runs-on: ubuntu-latest
            container: swift:6.3
            steps:
              - uses: actions/checkout@v4
                with: { fetch-depth: 0 }
              - name: The container's user is not the one that owns the checkout
                run: git config --global --add safe.directory "$GITHUB_WORKSPACE"

              - uses: actions/checkout@v4
                with:
                  repository: ${{ env.FLAGCTL_REPOSITORY }}
                  ref: ${{ env.FLAGCTL_REVISION }}
                  path: .flagctl
              - name: Build flagctl
                run: |
                  swift build --package-path .flagctl -c release --product flagctl --static-swift-stdlib
                  echo "$PWD/.flagctl/.build/release" >> "$GITHUB_PATH"

              - name: What is wrong with the settings
                run: flagctl check --format github
              - name: What must hold for every version
                run: flagctl prove --format github
              - name: What changes, and for exactly which versions
                run: |
                  flagctl diff --exit-zero --format markdown --against "origin/$GITHUB_BASE_REF..." \\
                    \(ShellQuoting.quoted(document)) >> "$GITHUB_STEP_SUMMARY"

        """
    }
}
