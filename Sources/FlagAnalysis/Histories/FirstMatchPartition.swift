package import FlagResolver

/// The version line cut into stretches, each with the first of several version sets that contains it.
///
/// This is the one rule, said for all versions at once: what resolution finds for one version, this gives for every
/// version, exactly and without sampling.
///
/// 1. The stretches cover the whole line, in ascending order, each beginning where the one before it ends.
/// 2. Two neighbours never have the same winner, so equal partitions are equal values.
package struct FirstMatchPartition: Hashable, Sendable {
    /// Versions that have the same winner, and lie side by side.
    package struct Part: Hashable, Sendable {
        package let stretch: VersionStretch
        /// The position of the first set that contains the stretch; `nil` where none does.
        package let winner: Int?
    }

    package let parts: [Part]

    /// The partition for sets in the order of their rank.
    ///
    /// - Complexity: O(*n* log *n*) in the number of stretches of all sets.
    package init(_ sets: [VersionSet]) {
        var sweep = FirstMatchSweep()
        for set in sets { sweep.append(set) }
        var parts: [Part] = []
        sweep.finish(into: &parts)
        self.parts = parts
    }

    /// The part that a version lies in.
    ///
    /// - Complexity: O(log *n*) in the number of parts.
    package func part(containing version: AppVersion) -> Part? {
        var candidates = parts[...]
        let cut = VersionCut.before(version)
        while candidates.count > 1 {
            let middle = candidates.startIndex + candidates.count / 2
            candidates = candidates[middle].stretch.lower <= cut ? candidates[middle...] : candidates[..<middle]
        }
        return candidates.first
    }
}
