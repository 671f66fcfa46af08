/// A revision of the repository of flagctl on GitHub, which the files of a new project refer to.
struct ToolRevision {
    /// The owner and the name of the repository with the releases. Scripts read this line.
    static let officialRepository = "OWNER/version-flags"

    let repository: String
    /// A tag or commit.
    let name: String

    /// What a workflow uses to install flagctl.
    var setupAction: String { "\(repository)/.github/actions/setup-flagctl@\(name)" }

    /// The address of a file of `Configs`, for editors.
    func address(ofSchema file: String) -> String {
        "https://raw.githubusercontent.com/\(repository)/\(name)/Configs/\(file)"
    }
}
