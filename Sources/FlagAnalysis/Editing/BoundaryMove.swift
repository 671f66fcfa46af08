package import FlagResolver

/// A release that moves from one version to another, as a map of the cuts at it.
///
/// At a release lie three cuts: before all of its pre-releases (`<2.0.0-0`, `2.x`, the end of `1.x`), before it (`<2.0.0`,
/// `>=2.0.0`) and after it (`<=2.0.0`, `>2.0.0`). Each becomes the same cut at the new version; every other cut stays.
package struct BoundaryMove: Hashable, Sendable {
    package let old: AppVersion
    package let new: AppVersion
    /// The least pre-release of each version; `nil` if the version is a pre-release itself.
    let oldLeast: AppVersion?
    let newLeast: AppVersion?

    /// A move between two versions. Build metadata is ignored.
    package init(from old: AppVersion, to new: AppVersion) {
        self.old = Self.withoutBuild(old)
        self.new = Self.withoutBuild(new)
        oldLeast = Self.least(of: self.old)
        newLeast = Self.least(of: self.new)
    }

    /// The moved cut; `nil` if there is no such cut at the new version.
    package func moved(_ cut: VersionCut) -> VersionCut? {
        if cut == .lowest || cut == .highest { return cut }
        if cut == .before(old) { return .before(new) }
        if cut == .after(old) { return .after(new) }
        if let oldLeast, cut == .before(oldLeast) { return newLeast.map { .before($0) } }
        return cut
    }

    /// Whether a cut is at the old version.
    package func moves(_ cut: VersionCut) -> Bool {
        cut != .lowest && (cut == .before(old) || cut == .after(old) || oldLeast.map { cut == .before($0) } ?? false)
    }

    /// The moved set. Intervals that would be empty or reversed are left out.
    package func moved(_ set: VersionSet) -> VersionSet {
        VersionSet(
            set.intervals.compactMap { interval in
                guard let lower = moved(interval.lower), let upper = moved(interval.upper) else { return nil }
                return VersionInterval(from: lower, to: upper)
            })
    }

    /// All versions between the old version and the new one: only their values can change.
    package var affected: VersionSet {
        let cuts =
            [old, new].flatMap { [VersionCut.before($0), .after($0)] }
            + [oldLeast, newLeast].compactMap { $0 }.map { .before($0) }
        return VersionSet(from: cuts.min() ?? .lowest, to: cuts.max() ?? .highest)
    }

    private static func withoutBuild(_ version: AppVersion) -> AppVersion {
        guard version.buildMetadata != nil else { return version }
        return AppVersion(String(version.description.prefix { $0 != "+" })) ?? version
    }

    private static func least(of version: AppVersion) -> AppVersion? {
        version.isPrerelease ? nil : AppVersion("\(version)-0")
    }
}
