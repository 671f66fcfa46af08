package import FlagResolver

/// The move of a release from one version to another, as a function of cuts.
///
/// A release has three cuts: before all of its pre-releases (`<2.0.0-0`, `2.x`, the end of `1.x`), before the release
/// (`<2.0.0`, `>=2.0.0`), and after it (`<=2.0.0`, `>2.0.0`). Each is moved to the same cut of the new version. All other
/// cuts stay.
///
/// The lowest pre-release, `2.0.0-0`, stands for the first of these cuts. A move from `2.0.0-0` to the release 2.1.0 is
/// therefore one to `2.1.0-0`: the pre-releases stay on the side of their release. A move from 2.0.0 to `2.1.0-0` puts
/// the first two cuts there, because no lower version belongs to 2.1.0.
package struct BoundaryMove: Hashable, Sendable {
    package let old: AppVersion
    package let new: AppVersion
    /// The lowest pre-release of each version; `nil` if the version is a pre-release itself.
    let oldLowest: AppVersion?
    let newLowest: AppVersion?
    /// Whether the cut just after the old version moves.
    private var movesUpperCut = true

    /// A move between two versions. Build metadata is ignored.
    package init(from old: AppVersion, to new: AppVersion) {
        self.old = old.withoutBuildMetadata
        let release = new.withoutBuildMetadata
        let lowest = release.lowestPrerelease
        // Within one release, the move is from its first pre-release to the release itself.
        self.new = self.old.isLowestPrerelease && lowest != self.old ? lowest ?? release : release
        oldLowest = self.old.lowestPrerelease
        newLowest = self.new.isLowestPrerelease ? self.new : self.new.lowestPrerelease
    }

    /// The moved cut; `nil` if the new version has no such cut.
    package func moved(_ cut: VersionCut) -> VersionCut? {
        if cut == .lowest || cut == .highest { return cut }
        if cut == .before(old) { return .before(new) }
        if movesUpperCut, cut == .after(old) { return .after(new) }
        if let oldLowest, cut == .before(oldLowest) { return newLowest.map { .before($0) } }
        return cut
    }

    /// Whether a cut is at the old version.
    package func moves(_ cut: VersionCut) -> Bool {
        guard cut != .lowest else { return false }
        return cut == .before(old) || (movesUpperCut && cut == .after(old))
            || oldLowest.map { cut == .before($0) } ?? false
    }

    /// The move of a comparator with a version.
    ///
    /// The cut after `2.0.0-rc` is also the one before `2.0.0-rc.0`. It belongs to the version that the comparator
    /// names: `>=2.0.0-rc.0` has no boundary at `2.0.0-rc`. If its cut moved, it would exclude the new version.
    func ofComparator(naming version: AppVersion?) -> BoundaryMove {
        guard old.isPrerelease, let version, version != old else { return self }
        var move = self
        move.movesUpperCut = false
        return move
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
            + [oldLowest, newLowest].compactMap { $0 }.map { .before($0) }
        return VersionSet(from: cuts.min() ?? .lowest, to: cuts.max() ?? .highest)
    }
}
