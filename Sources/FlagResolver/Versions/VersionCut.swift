/// A cut in the version line: just before a version, just after one, or at either end.
///
/// ```swift
/// let cut = VersionCut.before("1.4.0")
/// cut < .after("1.4.0")                               // true: the version itself lies between
/// VersionCut.before("0.0.0-0") == .lowest             // true: there is no lower version
/// VersionCut.after("2.0.0-rc.1") == .before("2.0.0-rc.1.0")  // true: nothing lies between
/// ```
///
/// 1. Cuts are equal if no version lies between them.
/// 2. The build metadata of a version does not matter.
public struct VersionCut: Hashable, Sendable {
    let position: VersionPosition

    init(at position: VersionPosition) {
        self.position = position
    }

    /// The cut below every version.
    public static let lowest = VersionCut(at: .lowest)

    /// The cut above every version.
    public static let highest = VersionCut(at: .highest)

    /// The cut just before a version.
    public static func before(_ version: AppVersion) -> VersionCut {
        VersionCut(at: version.position.ofCut)
    }

    /// The cut just after a version.
    public static func after(_ version: AppVersion) -> VersionCut {
        VersionCut(at: version.position.after)
    }
}

extension VersionCut: Comparable {
    /// Whether the left cut lies below the right one, with at least one version between them.
    ///
    /// - Complexity: O(1) for cuts at releases of up to four components below a billion, otherwise linear in the
    ///   length of the versions.
    public static func < (left: VersionCut, right: VersionCut) -> Bool {
        left.position < right.position
    }
}

extension VersionCut {
    /// The position of a cut relative to a version.
    public enum Side: Hashable, Sendable {
        /// Below every version.
        case lowest
        /// Just before this version.
        case before(AppVersion)
        /// Just after this version.
        case after(AppVersion)
        /// Above every version.
        case highest
    }

    /// The position of the cut relative to a version.
    ///
    /// The cut after a pre-release `V-p` is also the cut before `V-p.0`. It is called *before* if `p` ends in a word,
    /// because `2.0.0-rc.0` is a common name, and *after* if `p` ends in a number, as in `2.0.0-rc.1`.
    public var side: Side {
        if position == .lowest { return .lowest }
        if position == .highest { return .highest }
        if position.isAfterRelease { return .after(AppVersion(at: position.releaseBefore)) }
        if let predecessor = numberedPredecessor {
            return .after(
                AppVersion(
                    at: VersionPosition(
                        position.packed, numbers: position.detail?.numbers ?? [], prerelease: predecessor)))
        }
        return .before(AppVersion(at: position))
    }

    /// The version that the cut is next to; `nil` at the ends of the version line.
    package var version: AppVersion? {
        switch side {
        case .lowest, .highest: nil
        case .before(let version), .after(let version): version
        }
    }

    /// The pre-release `p` of a cut before `p.0`, if `p` ends in a number.
    private var numberedPredecessor: [UInt8]? {
        guard let prerelease = position.detail?.prerelease,
            prerelease.suffix(2) == [UInt8(ascii: "."), UInt8(ascii: "0")]
        else { return nil }
        let predecessor = prerelease.dropLast(2)
        let last = predecessor.split(separator: UInt8(ascii: ".")).last ?? []
        return last.allSatisfy { $0.isDigit } ? Array(predecessor) : nil
    }
}

/// For the analysis of many cuts, nearly all of which need only their packed version.
extension VersionCut {
    /// The leading components, packed into machine words.
    package var packed: PackedVersion { position.packed }

    /// Whether the cut has no detail, so that ``packed`` represents it completely.
    package var isPacked: Bool { position.detail == nil }

    /// Creates a cut without a detail.
    package init(_ packed: PackedVersion) {
        self.init(at: VersionPosition(packed))
    }
}
