import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<[GivenVersion]?> {
    static var previous: Self {
        Option(
            name: "previous", value: .platformVersions("W"),
            summary: "the newest shipped version; that of --releases by default",
            hintForMissingValue: "write the newest shipped version, as in --previous 1.6.0")
    }
}

extension CommandOption where Self == Option<Severity> {
    fileprivate static var releaseFailOn: Self {
        Option(
            name: "fail-on", value: .choice("SEVERITY", of: [.error, .warning]), default: .error,
            summary: "the lowest severity that exits 1: error (the default) or warning")
    }
}

extension CommandOption where Self == Option<String?> {
    fileprivate static var shippedAgainst: Self {
        Option(
            name: "against", value: .text("REV"),
            summary: "also show what changes for shipped versions, compared with a git revision")
    }
}

extension CommandOperand where Self == Operand<[GivenVersion]> {
    static var releasedVersions: Self {
        Operand(
            .platformVersions("V"),
            summary:
                "the version to ship, such as 2.0.0, or ios=7.230.0,android=52920000 for the platforms of the project",
            hintForMissingValue:
                "the version to ship comes first: flagctl release 2.0.0 --previous 1.6.0 FILE…")
    }
}

extension Command {
    static let release = Command(
        name: "release",
        summary: "check everything before a version is shipped",
        examples: [
            Example(
                line: "flagctl release 2.0.0 --previous 1.6.0 --policy Configs/app.policies Configs/app.json",
                meaning:
                    "errors, policies, the values that change from 1.6.0 to 2.0.0, and the release candidates of 2.0.0"
            ),
            Example(
                line:
                    "flagctl release 2.0.0 --previous 1.6.0 --against origin/main... --releases Configs/app.releases Configs/app.json",
                meaning: "also the changes of a branch for shipped versions"),
            Example(line: "flagctl release 1.0.0 Configs/app.json", meaning: "the first release"),
            Example(
                line: "flagctl release 2.0.0 --previous 1.6.0 --format markdown Configs/app.json",
                meaning: "as a comment on a pull request"),
            Example(
                line:
                    "flagctl release ios=7.230.0,android=52920000 --config Configs/release-checks/shop/flagctl.json",
                meaning: "the documents of two platforms, which the project file names"),
        ],
        operands: [.releasedVersions, .files],
        options: [
            .previous, .policy, .select(among: Rules.all), .ignoredInRelease, .severity, .releases, .readers,
            .shippedAgainst, .declaredNew, .allow, .releaseFailOn, .patch, .documentTrust,
            .format(ReleaseReport.Format.self), .report(ReleaseReport.Format.self), .exclude, .config,
            .standardInputName, .color,
            .exitZero,
        ],
        notes: [
            "check: as \"flagctl check\". policies: as \"flagctl prove\". values: the settings whose values differ between W "
                + "and V. boundaries: release candidates of V whose values differ from those of V, a minimum version "
                + "above V, which locks users out, and versions that are not in the list of releases. shipped: as "
                + "\"flagctl diff --against REV\", for the versions that are shipped; without --releases, those up to W.",
            "Without --previous, W is the newest version below V that --releases has as shipped. If there is none, this is a first "
                + "release: nothing is compared with an earlier version, and the report says so.",
            "With a version for each platform, only the documents of these platforms are checked, each with the "
                + "releases of its platform.",
            "Exit codes: 0 ready; 1 an error in the document, a violated policy, a boundary at or above --fail-on, or a "
                + "change for a shipped version that is not allowed; 2 something could not be checked.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let run = ReleaseRun(try ReleaseRequest(arguments))
            return ReportOutput(arguments).write(try run.report(in: &session), in: &session)
        })
}

/// The versions and files of a run of `release`.
struct ReleaseRequest {
    /// One for all documents, or one for each platform.
    let versions: [ReleaseVersions]
    let files: [String]
    let policies: [String]
    let revision: String?
    /// The settings, groups and patterns whose changes are allowed.
    let allowed: [String]
    let failOn: Severity
    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) throws(UsageError) {
        versions = try ReleaseVersions.all(arguments)
        files = arguments[.files]
        policies = arguments[.policy]
        revision = arguments[.shippedAgainst]
        allowed = arguments[.allow]
        failOn = arguments[.releaseFailOn]
        self.arguments = arguments
        guard revision == nil || arguments.hasReleases || versions.allSatisfy({ $0.previous != nil }) else {
            throw .other(
                problem:
                    "--against shows what changes for shipped versions, but it is not known which versions are shipped",
                help: "add --releases FILE, or --previous W with the newest shipped version")
        }
        guard allowed.isEmpty || revision != nil else {
            throw .other(
                problem: "--allow applies to changes for shipped versions, but there is no revision to compare with",
                help: "add --against REV")
        }
        try arguments.checkDeclaredNew(with: revision)
        try RuleSelection.checkSelected(arguments, among: Rules.all)
    }

    /// The versions for a document; `nil` if it belongs to another platform.
    func versions(for document: String, _ platforms: PlatformFiles) -> ReleaseVersions? {
        if let common = versions.first(where: { $0.platform == nil }) { return common }
        return platforms.platform(of: document).flatMap { name in versions.first { $0.platform == name } }
    }
}
