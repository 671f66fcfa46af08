/// The versions between two cuts: at least one, because the lower cut lies below the upper one.
///
/// ```swift
/// let interval = VersionInterval(from: .before("1.4.1"), to: .before("1.4.3"))
/// interval?.description            // ">=1.4.1 <1.4.3"
/// interval?.contains("1.4.2")      // true
/// ```
public struct VersionInterval: Hashable, Sendable {
    /// Every version.
    public static let all = VersionInterval(unchecked: .lowest, .highest)

    /// The cut below the lowest version of the interval.
    public let lower: VersionCut
    /// The cut above the interval.
    public let upper: VersionCut

    /// The interval between two cuts, or `nil` if no version lies between them.
    public init?(from lower: VersionCut, to upper: VersionCut) {
        guard lower < upper else { return nil }
        self.init(unchecked: lower, upper)
    }

    /// The interval that contains only one version.
    public init(_ version: AppVersion) {
        self.init(unchecked: .before(version), .after(version))
    }

    /// The interval between two cuts that are known to be in order.
    package init(unchecked lower: VersionCut, _ upper: VersionCut) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether the interval contains a version.
    public func contains(_ version: AppVersion) -> Bool {
        lower.position <= version.position && version.position < upper.position
    }

    /// The only version of the interval, or `nil` if it contains several.
    public var singleVersion: AppVersion? {
        guard !lower.position.isAfterRelease, lower.position.after == upper.position else { return nil }
        return AppVersion(at: lower.position)
    }

    /// The bounds, if both cuts are packed.
    var packedBounds: PackedBounds? {
        guard lower.isPacked, upper.isPacked else { return nil }
        return PackedBounds(lower: lower.packed, upper: upper.packed)
    }
}

extension VersionInterval {
    /// The only version of the interval, as the style names it; `nil` if there are others.
    package var namedVersion: AppVersion? { singleVersion.map { VersionStyle.named($0) } }
}

extension VersionInterval: CustomStringConvertible {
    /// The interval as a requirement, such as `>=1.4.1 <1.4.3`, `<1.2.0`, `1.4.0` or `*`.
    public var description: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the bytes of ``description``.
    package func write(to bytes: inout [UInt8]) {
        VersionSet.write(CollectionOfOne(self), to: &bytes)
    }
}
