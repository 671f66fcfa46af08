import FlagAnalysis
import FlagResolver

/// The version to ship and the one that users have now, for the documents of one platform or for all.
struct ReleaseVersions {
    /// The platform of the project; `nil` if the versions apply to all documents.
    let platform: String?
    let version: AppVersion
    let previous: AppVersion
    /// The style of ``version``, as it is given.
    let style: VersionStyle

    /// `7.230.0 after 7.229.0`
    var title: String { "\(version) after \(previous)" }

    /// `ios 7.230.0`, `7.230.0`
    var name: String { platform.map { "\($0) \(version)" } ?? "\(version)" }

    /// Pairs the versions of two arguments.
    ///
    /// - Throws: `UsageError` if a version has no counterpart, or is not newer than its counterpart.
    static func all(_ arguments: ParsedArguments) throws(UsageError) -> [ReleaseVersions] {
        let label = Option<[GivenVersion]>.previous.declaration.label
        let (versions, previous) = (arguments[.releasedVersions], arguments[.previous])
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
                    platform: given.platform, version: given.version, previous: old.version,
                    style: GivenVersionStyles.style(of: given.text)))
        }
        return pairs
    }
}
