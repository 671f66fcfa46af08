/// A cut in the line of all versions: just before a version, just after one, or at either end.
///
/// ```swift
/// let cut = VersionCut.before("1.4.0")
/// cut < .after("1.4.0")                               // true: the version itself lies between
/// VersionCut.before("0.0.0-0") == .lowest             // true: there is no lower version
/// VersionCut.after("2.0.0-rc.1") == .before("2.0.0-rc.1.0")  // true: nothing lies between
/// ```
///
/// Cuts that no version lies between are equal. Build metadata of the version plays no part.
public struct VersionCut: Hashable, Sendable {
    @usableFromInline let position: VersionPosition

    @usableFromInline
    init(at position: VersionPosition) {
        self.position = position
    }

    /// The cut below every version.
    public static let lowest = VersionCut(at: .lowest)

    /// The cut above every version.
    public static let highest = VersionCut(at: .highest)

    /// The cut just before a version.
    public static func before(_ version: AppVersion) -> VersionCut {
        VersionCut(at: version.position.withoutBuild)
    }

    /// The cut just after a version.
    public static func after(_ version: AppVersion) -> VersionCut {
        VersionCut(at: version.position.after)
    }

    /// The cut's place in the order, as far as two machine words can hold it.
    @inlinable
    package var words: VersionWords { position.words }

    /// Whether the words say all of it: no other cut has the same words and nothing more.
    @inlinable
    package var isOnlyWords: Bool { position.detail == nil }

    /// The cut that is words alone.
    package init(words: VersionWords) {
        self.init(at: VersionPosition(words: words, detail: nil))
    }
}

extension VersionCut: Comparable {
    /// Whether no version lies between two cuts.
    @inlinable
    public static func == (left: VersionCut, right: VersionCut) -> Bool {
        left.position == right.position
    }

    /// Whether the left cut lies below the right one, with at least one version between them.
    ///
    /// - Complexity: O(1) for cuts at releases of up to four usual numbers, else linear in the length of the versions.
    @inlinable
    public static func < (left: VersionCut, right: VersionCut) -> Bool {
        left.position < right.position
    }
}

extension VersionCut {
    /// Where a cut is, in the words that a reader would use.
    public enum Place: Hashable, Sendable {
        /// Below every version.
        case lowest
        /// Just before this version.
        case before(AppVersion)
        /// Just after this version.
        case after(AppVersion)
        /// Above every version.
        case highest
    }

    /// Where the cut is.
    ///
    /// The cut after a pre-release `V-p` is also the one before `V-p.0`. It is called *before* where `p` ends in a
    /// word, since `2.0.0-rc.0` is a usual name, and *after* where `p` ends in a number, as in `2.0.0-rc.1`.
    public var place: Place {
        if position == .lowest { return .lowest }
        if position == .highest { return .highest }
        if position.isAfterRelease { return .after(versionBeforeCut) }
        if let predecessor = usualPredecessor {
            let numbers = position.detail?.numbers ?? []
            return .after(
                AppVersion(at: VersionPosition(words: position.words, numbers: numbers, prerelease: predecessor)))
        }
        return .before(AppVersion(at: position))
    }

    /// The release that this cut lies just after.
    private var versionBeforeCut: AppVersion {
        guard let numbers = position.detail?.numbers else {
            return AppVersion(
                at: VersionPosition(words: position.words.ranked(VersionWords.Rank.release), detail: nil))
        }
        return AppVersion(at: VersionPosition(words: position.words, numbers: numbers, prerelease: []))
    }

    /// The pre-release `p` of a cut before `p.0`, where `p` ends in a number.
    private var usualPredecessor: [UInt8]? {
        let prerelease = position.prerelease
        guard prerelease.suffix(2) == [UInt8(ascii: "."), UInt8(ascii: "0")] else { return nil }
        let predecessor = prerelease.dropLast(2)
        let last = predecessor.split(separator: UInt8(ascii: ".")).last ?? []
        return last.allSatisfy(VersionScanner.isDigit) ? Array(predecessor) : nil
    }
}
