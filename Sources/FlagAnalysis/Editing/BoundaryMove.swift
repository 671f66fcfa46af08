package import FlagResolver

/// The move of a release from one version to another, as a function of cuts.
///
/// A release has three cuts: before all of its pre-releases (`<2.0.0-0`, `2.x`, the end of `1.x`), before the release
/// (`<2.0.0`, `>=2.0.0`), and after it (`<=2.0.0`, `>2.0.0`). Each is moved to the same cut of the new version. All other
/// cuts stay.
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

    /// The moved cut; `nil` if the new version has no such cut.
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

    /// The moved set, without intervals that would be empty or reversed.
    package func moved(_ set: VersionSet) -> VersionSet {
        VersionSet(
            set.intervals.compactMap { interval in
                guard let lower = moved(interval.lower), let upper = moved(interval.upper) else { return nil }
                return VersionInterval(from: lower, to: upper)
            })
    }

    /// All versions between the old and the new version. Only their values can change.
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
