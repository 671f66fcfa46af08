/// One part of a requirement that a version must satisfy, such as `>=1.4.0`, `1.x`, or an end of `1.2.0 - 1.4.0`.
package struct VersionComparator: Sendable {
    /// The operator before the version. The raw value of an operator is its text.
    package enum Sign: String, Sendable {
        case none = ""
        case equal = "="
        case notEqual = "!="
        case below = "<"
        case atMost = "<="
        case above = ">"
        case atLeast = ">="
        case tilde = "~"
        case caret = "^"
        /// `*`, which every version satisfies.
        case any = "*"
        /// The lower end of a hyphen range.
        case rangeStart
        /// The upper end of a hyphen range.
        case rangeEnd

        /// Whether this excludes the versions above a bound.
        package var isUpperBound: Bool { self == .below || self == .atMost || self == .rangeEnd }

        /// Whether this excludes the versions below a bound.
        package var isLowerBound: Bool { self == .above || self == .atLeast || self == .rangeStart }
    }

    package let sign: Sign
    /// The version, with its own range; empty for `*`.
    package let version: ScannedVersion
    /// The range of the operator, the version, and the whitespace between them.
    package let range: Range<Int>
    /// The index of the alternative that the comparator belongs to: the number of `||` before it.
    package let alternative: Int

    /// The cuts around the versions that satisfy the comparator. For `!=`, they enclose the excluded version.
    ///
    /// - Parameter bytes: The text that the comparator was parsed from.
    func cuts(in bytes: Span<UInt8>) -> (lower: VersionCut, upper: VersionCut) {
        if version.hasWildcard {
            return (
                VersionCut(at: version.positionBeforeSeries(in: bytes)),
                VersionCut(at: version.positionAfterSeries(in: bytes))
            )
        }
        let position = version.position(in: bytes)
        let before = VersionCut(at: position)
        switch sign {
        case .any: return (.lowest, .highest)
        case .none, .equal, .notEqual: return (before, VersionCut(at: position.after))
        case .below: return (.lowest, before)
        case .atMost, .rangeEnd: return (.lowest, VersionCut(at: position.after))
        case .above: return (VersionCut(at: position.after), .highest)
        case .atLeast, .rangeStart: return (before, .highest)
        case .tilde: return (before, VersionCut(at: version.positionBeforeNextMinor(in: bytes)))
        case .caret: return (before, VersionCut(at: version.positionBeforeNextBreaking(in: bytes)))
        }
    }
}
