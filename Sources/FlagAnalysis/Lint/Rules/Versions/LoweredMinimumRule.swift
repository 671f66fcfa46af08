import FlagReaders
import FlagResolver

extension RuleCode {
    package static let loweredMinimum = RuleCode(rawValue: "lowered-minimum")
}

/// A forced update that lets versions back in, or locks out others than before.
struct LoweredMinimumRule: Rule {
    let code = RuleCode.loweredMinimum
    let severity = Severity.warning
    let meaning =
        "The setting named by \"$minimumVersionSetting\" requires an older version than at the earlier revision, or it locks out a "
        + "shipped version that was not locked out before."
    let advice =
        "Keep the minimum version, or say why it changes: users of a version that is locked out cannot go on without an update."
    let needsRevision = true
    let needsReleases = true

    private static func document(_ version: String) -> String {
        #"""
        {
          "$minimumVersionSetting": "minimumVersion",
          "minimumVersion": { "defaultValue": \#(version) }
        }
        """#
    }

    let bad: RuleExamples = [
        RuleExample(
            document("«\"1.0.0\"»"), releases: "1.9.0\n2.0.0", previous: document("\"1.9.0\"")),
        RuleExample(
            document("«\"2.0.0\"»"), releases: "1.9.0\n2.0.0", previous: document("\"1.9.0\"")),
    ]

    let good: RuleExamples = [
        RuleExample(document("\"1.9.0\""), releases: "1.9.0\n2.0.0", previous: document("\"1.8.0\""))
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let settings = document.settings
        guard let previous = document.previous, let releases = document.releases,
            let name = settings.minimumVersionSetting, let index = settings.index(named: name),
            let old = previous.index(named: name),
            let after = try? SettingFunction(of: index, in: CaseSpace(settings)),
            let before = try? SettingFunction(of: old, in: CaseSpace(previous)),
            after.testsOnlyVersion, before.testsOnlyVersion
        else { return }
        var lowered: [Int: [AppVersion]] = [:]
        var lockedOut: [Int: [AppVersion]] = [:]
        for release in releases.shipped {
            let version = release.version
            guard let (_, minimum) = Self.minimum(of: before, for: version, in: previous),
                let (node, other) = Self.minimum(of: after, for: version, in: settings)
            else { continue }
            if other < minimum {
                lowered[node, default: []].append(version)
            } else if version >= minimum, version < other {
                lockedOut[node, default: []].append(version)
            }
        }
        func add(_ versions: [AppVersion], _ node: Int, _ text: (String) -> String, help: String) {
            let listed = SettingProblem.listed(versions.map { "\($0)" }, "and")
            report.add(
                "\(quoted(name)) \(text(listed))", by: self, at: document.span(of: node), about: .setting(index),
                namesSubject: true, help: help)
        }
        for (node, versions) in lowered.sorted(by: { $0.key < $1.key }) {
            add(
                versions, node, { "requires an older version than before of \($0)" },
                help: "keep the minimum version, unless older versions are meant to be let in again")
        }
        for (node, versions) in lockedOut.sorted(by: { $0.key < $1.key }) {
            add(
                versions, node,
                { "locks out \($0), which \(versions.count == 1 ? "was" : "were") not locked out before" },
                help: "make sure that these users are meant to be forced to update")
        }
    }

    /// The minimum version that a version of the app gets, and its node.
    private static func minimum(
        of function: SettingFunction, for version: AppVersion, in document: SettingsDocument
    ) -> (node: Int, minimum: AppVersion)? {
        guard let winner = function.winners.value(at: function.winners.index(containing: version)).winner else {
            return nil
        }
        let node = function.value(of: winner)
        return document.tree.string(at: node).flatMap { AppVersion($0) }.map { (node, $0) }
    }
}
