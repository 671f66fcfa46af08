import FlagResolver

/// Versions of an entry for which its setting has another value than the entry gives.
package struct OtherValues: Sendable {
    var versions = VersionLister()
    private var valueClass = Self.none

    private static let none = -2
    private static let several = -3

    var isEmpty: Bool { versions.isEmpty }

    /// The class of the value that all these versions have; `nil` where they have several, or are too many to know.
    var onlyClass: Int? {
        valueClass == Self.none || valueClass == Self.several || versions.furtherStretches > 0 ? nil : valueClass
    }

    mutating func note(_ other: Int) {
        if valueClass == Self.none { valueClass = other } else if valueClass != other { valueClass = Self.several }
    }
}

/// Collects versions to be named in a finding: the lowest stretches, and how many more there are.
///
/// Nearly always it is one stretch, for which no array is made.
struct VersionLister: Sendable {
    private var first: VersionStretch?
    private var more: [VersionStretch] = []
    var furtherStretches = 0

    var isEmpty: Bool { first == nil }

    /// Whether further stretches are only to be counted.
    var isFull: Bool { more.count + 1 >= ListedVersions.greatestCount }

    /// Adds the stretch between two cuts, the lower one above the stretches before.
    mutating func append(from lower: VersionCut, to upper: VersionCut) {
        guard let stretch = VersionStretch(from: lower, to: upper) else { return }
        if first == nil { first = stretch } else { more.append(stretch) }
    }

    var listed: ListedVersions {
        guard let first else { return ListedVersions(.none, furtherStretches: furtherStretches) }
        let shown = more.isEmpty ? VersionSet(first) : VersionSet([first] + more)
        return ListedVersions(shown, furtherStretches: furtherStretches)
    }
}
