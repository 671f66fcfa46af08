package import FlagResolver

/// The versions of an app that were shipped or are planned, with the share of installs that each has.
///
/// ```
/// # version  share  planned
/// 1.4.2      12.5%
/// 2.0.0      40 %
/// 2.1.0      planned
/// ```
///
/// 1. One version per line, then optionally its share of installs in per cent, then optionally `planned`, separated by
///    spaces. `#` begins a comment, at the start of a line or after a space.
/// 2. A planned version is known but not shipped, and has no share.
/// 3. A line that cannot be read, a version that is listed twice, shares of more than 100 % together, and a list without
///    a release are errors: a list that is read only in part would give wrong answers.
package struct ReleaseList: Sendable {
    /// One line of the list.
    package struct Release: Sendable {
        package let version: AppVersion
        /// The share of installs in per cent; `nil` if the list does not state it.
        package let share: ExactDecimal?
        package let isPlanned: Bool
        /// The line in the list, counted from 1.
        package let line: Int
    }

    /// All releases in ascending order.
    package let releases: [Release]

    /// The greatest number of components of a version, as the list writes it.
    package let componentCount: Int

    /// The style of the versions of the list.
    package var style: VersionStyle { VersionStyle(componentCount: componentCount) }

    /// The versions that users may have installed, in ascending order.
    package var shipped: [Release] { releases.filter { !$0.isPlanned } }

    /// The newest version that users may have installed; `nil` if there is none yet.
    package var newest: AppVersion? { releases.last { !$0.isPlanned }?.version }

    /// Whether a pre-release is shipped or planned.
    package var hasPrerelease: Bool { releases.contains { $0.version.isPrerelease } }

    /// Whether a version is shipped or planned.
    ///
    /// - Complexity: O(log *n*) in the number of releases.
    package func contains(_ version: AppVersion) -> Bool {
        let index = firstIndex(notBelow: .before(version))
        return index < releases.count && releases[index].version == version
    }

    /// The known versions in an interval, in ascending order.
    ///
    /// - Complexity: O(log *n*) in the number of releases.
    package func releases(in interval: VersionInterval) -> ArraySlice<Release> {
        let start = firstIndex(notBelow: interval.lower)
        return releases[start..<max(start, firstIndex(notBelow: interval.upper))]
    }

    /// The known versions in a set, in ascending order.
    package func releases(in set: VersionSet) -> [Release] {
        set.intervals.flatMap { releases(in: $0) }
    }

    /// The highest known version below a cut, and the lowest one above it.
    package func neighbours(of cut: VersionCut) -> (below: AppVersion?, above: AppVersion?) {
        let index = firstIndex(notBelow: cut)
        return (
            index > 0 ? releases[index - 1].version : nil, index < releases.count ? releases[index].version : nil
        )
    }

    private func firstIndex(notBelow cut: VersionCut) -> Int {
        releases.partitionPoint { VersionCut.before($0.version) >= cut }
    }
}

/// The share of installs of several releases together, to a tenth of a per cent.
package struct InstallShare: Hashable, Sendable {
    private let tenths: Int64
    /// Whether the shares of some releases are unknown, so that this is a lower bound.
    package let isLowerBound: Bool

    /// Adds up the known shares; `nil` if none is known.
    package init?(of releases: some Collection<ReleaseList.Release>) {
        let shares = releases.compactMap(\.share)
        guard !shares.isEmpty else { return nil }
        tenths = shares.reduce(.zero, +).roundedTenths
        isLowerBound = shares.count < releases.count
    }

    /// The share in per cent with one decimal: `61.7`.
    package var percent: String { "\(tenths / 10).\(tenths % 10)" }

    /// `61.7 % of installs`, or `at least 61.7 % of installs`
    package var phrase: String { "\(isLowerBound ? "at least " : "")\(percent) % of installs" }
}
