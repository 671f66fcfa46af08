/// All versions between two cuts; at least one, since the lower cut lies below the upper one.
///
/// ```swift
/// let stretch = VersionStretch(from: .before("1.4.1"), to: .before("1.4.3"))
/// stretch?.description            // ">=1.4.1 <1.4.3"
/// stretch?.contains("1.4.2")      // true
/// ```
public struct VersionStretch: Hashable, Sendable {
    /// Every version.
    public static let all = VersionStretch(unchecked: .lowest, .highest)

    /// The cut below the least version of the stretch.
    public let lower: VersionCut
    /// The cut above the stretch.
    public let upper: VersionCut

    /// The stretch between two cuts, or `nil` where no version lies between them.
    public init?(from lower: VersionCut, to upper: VersionCut) {
        guard lower < upper else { return nil }
        self.init(unchecked: lower, upper)
    }

    /// The stretch that holds one version only.
    public init(_ version: AppVersion) {
        self.init(unchecked: .before(version), .after(version))
    }

    /// The stretch between two cuts that are known to be in order.
    package init(unchecked lower: VersionCut, _ upper: VersionCut) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether a version lies in the stretch.
    public func contains(_ version: AppVersion) -> Bool {
        lower.position <= version.position && version.position < upper.position
    }

    /// The only version of the stretch, or `nil` where it holds several.
    public var singleVersion: AppVersion? {
        guard !lower.position.isAfterRelease, lower.position.after == upper.position else { return nil }
        return AppVersion(at: lower.position)
    }
}

extension VersionStretch: CustomStringConvertible {
    /// The stretch as a requirement, such as `>=1.4.1 <1.4.3`, `<1.2.0`, `1.4.0` or `*`.
    public var description: String {
        if let singleVersion { return singleVersion.description }
        let bounds = boundsDescription
        return bounds.isEmpty ? "*" : bounds
    }

    /// The comparators of the two bounds; empty for every version.
    var boundsDescription: String {
        let from: String? =
            switch lower.place {
            case .before(let version): ">=\(version)"
            case .after(let version): ">\(version)"
            case .lowest, .highest: nil
            }
        let to: String? =
            switch upper.place {
            case .before(let version): "<\(version)"
            case .after(let version): "<=\(version)"
            case .lowest, .highest: nil
            }
        return [from, to].compactMap { $0 }.joined(separator: " ")
    }
}
