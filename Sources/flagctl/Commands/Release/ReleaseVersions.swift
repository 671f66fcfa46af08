import FlagAnalysis
import FlagResolver

/// The version to ship and the one that users have now, for the documents of one platform or for all.
struct ReleaseVersions {
    /// The platform of the project; `nil` if the versions apply to all documents.
    let platform: String?
    let version: AppVersion
    /// The newest version that users have; `nil` if none is known, as for a first release.
    private(set) var previous: AppVersion?
    /// The style of ``version``, as it is given.
    let style: VersionStyle

    private init(platform: String?, version: AppVersion, previous: AppVersion?, style: VersionStyle) {
        self.platform = platform
        self.version = version
        self.previous = previous
        self.style = style
    }

    /// `7.230.0 after 7.229.0`, or `7.230.0` for a first release
    var title: String { previous.map { "\(version) after \($0)" } ?? "\(version)" }

    /// `ios 7.230.0`, `7.230.0`
    var name: String { platform.map { "\($0) \(version)" } ?? "\(version)" }

    /// The same with the newest older version that a list of releases has as shipped, if none is given.
    func completed(with releases: ReleaseList?) -> ReleaseVersions {
        var completed = self
        completed.previous =
            previous
            ?? releases?.shipped.last {
                // Users of a release had a release before.
                $0.version < version && (version.isPrerelease || !$0.version.isPrerelease)
            }?.version
        return completed
    }

    /// Pairs the versions of two arguments. Without a previous version, none has a counterpart.
    ///
    /// - Throws: `UsageError` if a version has no counterpart, or is not newer than its counterpart.
    static func all(_ arguments: ParsedArguments) throws(UsageError) -> [ReleaseVersions] {
        let label = Option<[GivenVersion]?>.previous.declaration.label
        let (versions, previous) = (arguments[.releasedVersions], arguments[.previous] ?? [])
        for (label, given) in [("V", versions), (label.text, previous)] {
            for platform in given.compactMap(\.platform) { try arguments.check(platform: platform, of: label) }
        }
        if let surplus = previous.first(where: { old in
            old.platform != nil && !versions.contains { $0.platform == old.platform }
        }) {
            throw .badValue(
                label, value: "\(surplus.platform ?? "")=\(surplus.text)",
                problem: "no version is to be shipped for it",
                help: "name the platform in V too: \(surplus.platform ?? "")=…")
        }
        var pairs: [ReleaseVersions] = []
        for given in versions {
            let style = GivenVersionStyles.style(of: given.text)
            if previous.isEmpty {
                pairs.append(
                    ReleaseVersions(platform: given.platform, version: given.version, previous: nil, style: style))
                continue
            }
            guard let old = previous.first(where: { $0.platform == given.platform }) else {
                let platform = given.platform.map { "\($0)=" } ?? ""
                throw .badValue(
                    label, value: previous.map(\.text).joined(separator: ","),
                    problem: "it has no version for \(quoted(platform + given.text))",
                    help: "name a version for each platform: --previous \(platform)…")
            }
            guard old.version < given.version else {
                throw .badValue(
                    label, value: old.text,
                    problem: "it is not older than \(given.text), the version that is to be shipped",
                    help: old.version == given.version ? nil : "are the two swapped?")
            }
            pairs.append(
                ReleaseVersions(
                    platform: given.platform, version: given.version, previous: old.version, style: style))
        }
        return pairs
    }
}
