package import FlagResolver

/// The pre-releases of a version for which a setting has another value than for the version itself.
///
/// `>=2.0.0` does not contain 2.0.0-rc.1, so testers of the release candidate get the old value.
package struct ReleaseCandidateGap: Sendable {
    /// A bound to write in place of another one. With it the pre-releases get the version's value, and no other version
    /// changes its value.
    package struct Suggestion: Hashable, Sendable {
        /// The node of the requirement's text.
        package let node: Int
        /// The bytes of the bound in the content of the text.
        package let range: Range<Int>
        package let bound: String
    }

    /// The pre-releases that are affected.
    package let versions: VersionSet
    /// The nodes of their values, each value once, those of the lowest versions first.
    package let values: [Int]
    /// The node of the version's own value.
    package let value: Int
    package let suggestion: Suggestion?

    /// The gap of a setting; `nil` if there is none, if the version is a pre-release itself, or if the setting tests more than
    /// the version.
    ///
    /// - Parameter space: The space of the document.
    /// - Complexity: That of ``SettingFunction/init(of:in:side:fixing:)``, for each bound at the version, of which few are tried.
    package init?(
        of settingIndex: SettingIndex, at version: AppVersion, in document: SettingsDocument, _ space: CaseSpace
    ) {
        guard !document.loaded.testsMoreThanVersion(settingIndex), let lowest = version.lowestPrerelease,
            let range = version.prereleases,
            Self.hasBound(settingIndex, within: range, document),
            let function = try? SettingFunction(of: settingIndex, in: space),
            let own = function.segment(containing: version)
        else { return nil }
        let prereleases = VersionSet(range)
        let others = function.segments(within: prereleases)?.filter { $0.valueClass != own.valueClass } ?? []
        guard !others.isEmpty else { return nil }
        versions = VersionSet(others.map(\.interval))
        values = others.versionsByValue().map(\.value)
        value = own.value
        let expected = function.winners.combined(with: VersionMap(prereleases, inside: true, outside: false)) {
            $1 ? own.valueClass : function.valueClass(of: $0.winner ?? .default)
        }
        suggestion = BoundSearch(
            document: document, settingIndex: settingIndex, function: function,
            possibleVersions: space.possibleVersions(of: settingIndex), version: version, lowest: lowest
        )
        .suggestion(for: expected)
    }

    /// Whether an entry begins or ends above the lowest pre-release, up to the release. Without such an entry, which is
    /// the usual case, all of them have the same value, and no history is needed.
    private static func hasBound(
        _ settingIndex: SettingIndex, within range: VersionInterval, _ document: SettingsDocument
    ) -> Bool {
        document.entries(of: settingIndex).contains { entry in
            let versions = entry.bounds.versions(sets: document.loaded.sets)
            return (0..<versions.intervalCount).contains { index in
                let interval = versions.interval(at: index)
                return range.lower < interval.lower && interval.lower <= range.upper
                    || range.lower < interval.upper && interval.upper <= range.upper
            }
        }
    }
}

/// Looks for a bound at a version that can include its pre-releases.
private struct BoundSearch {
    let document: SettingsDocument
    let settingIndex: SettingIndex
    let function: SettingFunction
    /// The versions for which each entry can win.
    let possibleVersions: [VersionSet]
    let version: AppVersion
    let lowest: AppVersion

    /// The maximum number of bounds to try. A suggestion to change one bound among thousands is of no use.
    private static let maximumAttemptCount = 16

    /// - Parameter expected: The class of the value for every version, as it should be.
    func suggestion(for expected: VersionMap<Int>) -> ReleaseCandidateGap.Suggestion? {
        var attempts = 0
        for (index, entry) in document.entries(of: settingIndex).enumerated() {
            // An entry that cannot win is a mistake of another kind, which no bound at the version corrects.
            guard !possibleVersions[index].isEmpty else { continue }
            let texts =
                document.requirementNode(of: entry).map { LocatedComparator.texts(of: $0, in: document.tree) } ?? []
            for node in texts {
                guard let text = document.tree.stringBytes(at: node).flatMap({ RequirementText($0) }) else { continue }
                for bound in text.comparators where bound.sign == .atLeast || bound.sign == .below {
                    guard text.version(of: bound) == version else { continue }
                    attempts += 1
                    guard attempts <= Self.maximumAttemptCount else { return nil }
                    let written = "\(bound.sign.rawValue)\(lowest)"
                    guard let set = versions(of: texts, with: text.replacing(bound.range, with: written), at: node),
                        values(replacingVersionsOf: index, with: set) == expected
                    else { continue }
                    return .init(node: node, range: bound.range, bound: written)
                }
            }
        }
        return nil
    }

    /// The class of the value for every version, with other versions for one of the entries.
    private func values(replacingVersionsOf index: Int, with set: VersionSet) -> VersionMap<Int> {
        var versions = possibleVersions
        versions[index] = set
        return CaseMap.winners(among: versions).mapped { function.valueClass(of: $0.winner ?? .default) }
    }

    /// The versions that some texts contain together, with one of them replaced.
    private func versions(of texts: [Int], with replacement: String, at changed: Int) -> VersionSet? {
        var intervals: [VersionInterval] = []
        for node in texts {
            let text = node == changed ? replacement : document.tree.string(at: node) ?? ""
            guard let set = try? VersionSet(parsing: text) else { return nil }
            intervals += set.intervals
        }
        return VersionSet(intervals)
    }
}
