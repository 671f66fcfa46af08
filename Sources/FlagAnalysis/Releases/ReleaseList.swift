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
/// 1. One version a line, then optionally its share of installs in per cent, then optionally `planned`; blanks between.
///    `#` begins a comment, at the start of a line or after a blank.
/// 2. A version that is planned counts as known, not as shipped, and has no share.
/// 3. A line that cannot be read, a version listed twice, shares of more than 100 % together, and a list without any
///    release are errors: a list that is read in part would leave out what it is asked for.
package struct ReleaseList: Sendable {
    /// One line of the list.
    package struct Release: Sendable {
        package let version: AppVersion
        /// The share of installs in per cent; `nil` where the list does not say.
        package let share: Double?
        package let isPlanned: Bool
        /// The line in the list, counted from 1.
        package let line: Int
    }

    /// All releases in ascending order.
    package let releases: [Release]

    /// The versions that users may have, in ascending order.
    package var shipped: [Release] { releases.filter { !$0.isPlanned } }

    /// The newest version that users may have; `nil` where there is none yet.
    package var newest: AppVersion? { releases.last { !$0.isPlanned }?.version }

    /// Whether a version is shipped or planned.
    ///
    /// - Complexity: O(log *n*) in the number of releases.
    package func contains(_ version: AppVersion) -> Bool {
        let place = firstPlace(notBelow: .before(version))
        return place < releases.count && releases[place].version == version
    }

    /// The known versions that lie in a stretch, in ascending order.
    ///
    /// - Complexity: O(log *n*) in the number of releases.
    package func releases(in stretch: VersionStretch) -> ArraySlice<Release> {
        let start = firstPlace(notBelow: stretch.lower)
        return releases[start..<max(start, firstPlace(notBelow: stretch.upper))]
    }

    /// The known versions that lie in a set, in ascending order.
    package func releases(in set: VersionSet) -> [Release] {
        set.stretches.flatMap { releases(in: $0) }
    }

    /// The greatest known version below a cut, and the least above it.
    package func neighbours(of cut: VersionCut) -> (below: AppVersion?, above: AppVersion?) {
        let place = firstPlace(notBelow: cut)
        return (
            place > 0 ? releases[place - 1].version : nil, place < releases.count ? releases[place].version : nil
        )
    }

    private func firstPlace(notBelow cut: VersionCut) -> Int {
        var low = 0
        var high = releases.count
        while low < high {
            let middle = (low + high) / 2
            if VersionCut.before(releases[middle].version) < cut { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
/// The share of installs that several releases have together, to a tenth of a per cent.
package struct InstallShare: Hashable, Sendable {
    private let tenths: Int64
    /// Whether some of the releases have a share that the list does not say, so that it is at least this.
    package let isLowerBound: Bool

    /// Adds up what is known; `nil` where no share is.
    package init?(of releases: some Collection<ReleaseList.Release>) {
        let shares = releases.compactMap(\.share)
        guard !shares.isEmpty else { return nil }
        tenths = Int64((shares.reduce(0, +) * 10).rounded())
        isLowerBound = shares.count < releases.count
    }

    /// The share in per cent with one decimal: `61.7`.
    package var percent: String { "\(tenths / 10).\(tenths % 10)" }
}
