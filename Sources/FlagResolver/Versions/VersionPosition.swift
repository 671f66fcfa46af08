/// A position on the version line, of a cut or of a version. A version has the position of the cut just before it.
///
/// Invariant, which gives every position exactly one representation:
/// 1. The detail holds numbers if and only if the rank is ``PackedVersion/Rank/unpacked``. Only the highest position has
///    that rank and no detail.
/// 2. A release whose components are packed, and the pre-release `0` of such components, have no detail unless they
///    have build metadata or keep their spelling. So in the lowest position, before `0.0.0-0`, both words are zero.
/// 3. The position after a pre-release `p` is the position before `p.0`, its immediate successor.
@usableFromInline
struct VersionPosition: Sendable {
    @usableFromInline let packed: PackedVersion
    @usableFromInline let detail: VersionDetail?

    static let lowest = VersionPosition(.lowest)
    static let highest = VersionPosition(.highest)

    /// A position without a detail.
    init(_ packed: PackedVersion) {
        self.packed = packed
        detail = nil
    }

    private init(_ packed: PackedVersion, _ detail: VersionDetail) {
        self.packed = packed
        self.detail = detail
    }

    /// A position that has a detail only if the invariant requires one.
    init(_ packed: PackedVersion, numbers: [UInt8], prerelease: [UInt8], build: [UInt8] = []) {
        let isPacked = numbers.isEmpty && (prerelease.isEmpty || prerelease == VersionDetail.lowestPrerelease)
        self.packed = packed
        detail =
            isPacked && build.isEmpty ? nil : VersionDetail(numbers: numbers, prerelease: prerelease, build: build)
    }

    /// The position before every version, pre-releases included, whose components begin with the given ones.
    ///
    /// - Parameter components: The digits of each component, without leading zeros; empty for zero.
    init(beforeAllOf components: some Collection<some Collection<UInt8>>) {
        var packed = PackedVersion()
        let isPacked = components.enumerated().allSatisfy { index, digits in
            packed.setComponent(index, to: digits.reduce(0) { PackedVersion.number($0, appending: $1) })
        }
        if isPacked {
            self.init(packed)
        } else {
            self.init(
                packed.ranked(PackedVersion.Rank.unpacked), numbers: VersionDetail.numbers(components),
                prerelease: VersionDetail.lowestPrerelease)
        }
    }
}

/// What a position holds beyond its packed version: unusual numbers, a pre-release, build metadata.
///
/// Most positions have none, so copying and comparing them touches no reference count.
@usableFromInline
final class VersionDetail: Sendable {
    /// All components if they are not packed, otherwise empty.
    ///
    /// ASCII digits and dots, without leading zeros in a component and without trailing components of zero.
    let numbers: [UInt8]
    /// The pre-release without its hyphen; empty for a release.
    let prerelease: [UInt8]
    /// Build metadata without its plus sign. Order, equality and hashing ignore it. A cut has none.
    let build: [UInt8]
    /// The text of the version if it prints as it was written, otherwise empty. Order, equality and hashing ignore it. A cut
    /// has none.
    let spelling: [UInt8]
    /// Whether this is the cut after a release whose components are not packed.
    let isAfterRelease: Bool

    init(
        numbers: [UInt8] = [], prerelease: [UInt8] = [], build: [UInt8] = [], spelling: [UInt8] = [],
        isAfterRelease: Bool = false
    ) {
        self.numbers = numbers
        self.prerelease = prerelease
        self.build = build
        self.spelling = spelling
        self.isAfterRelease = isAfterRelease
    }

    /// The lowest pre-release of any version, `0`.
    static let lowestPrerelease = [UInt8(ascii: "0")]

    /// Components in the form of ``numbers``.
    ///
    /// - Parameter components: The digits of each component, without leading zeros; empty for zero.
    static func numbers(_ components: some Collection<some Collection<UInt8>>) -> [UInt8] {
        var text: [UInt8] = []
        var significantCount = 0
        for digits in components {
            if !text.isEmpty { text.append(UInt8(ascii: ".")) }
            text += digits
            if digits.isEmpty { text.append(UInt8(ascii: "0")) } else { significantCount = text.count }
        }
        return Array(text.prefix(significantCount))
    }
}

extension VersionPosition {
    /// Whether the position is that of a version without a pre-release, or just after one.
    var isOfRelease: Bool {
        switch packed.rank {
        case PackedVersion.Rank.prerelease: false
        case PackedVersion.Rank.unpacked: detail?.prerelease.isEmpty ?? false
        default: true
        }
    }

    /// Whether the position is the cut just after a release.
    var isAfterRelease: Bool {
        packed.rank == PackedVersion.Rank.afterRelease || (detail?.isAfterRelease ?? false)
    }

    /// The pre-release without its hyphen; empty for a release.
    var prerelease: [UInt8] {
        if let detail { return detail.prerelease }
        return packed.rank == PackedVersion.Rank.prerelease ? VersionDetail.lowestPrerelease : []
    }

    /// The same position without build metadata and spelling, for a cut.
    var ofCut: VersionPosition {
        guard let detail, !detail.build.isEmpty || !detail.spelling.isEmpty else { return self }
        return VersionPosition(packed, numbers: detail.numbers, prerelease: detail.prerelease)
    }

    /// The same position without its spelling.
    var withoutSpelling: VersionPosition {
        guard let detail, !detail.spelling.isEmpty else { return self }
        return VersionPosition(packed, numbers: detail.numbers, prerelease: detail.prerelease, build: detail.build)
    }

    /// The same position, which prints as it was written.
    func spelled(_ spelling: [UInt8]) -> VersionPosition {
        VersionPosition(
            packed,
            VersionDetail(
                numbers: detail?.numbers ?? [], prerelease: prerelease, build: detail?.build ?? [], spelling: spelling))
    }

    /// The position just after the version at this position.
    var after: VersionPosition {
        if packed.rank == PackedVersion.Rank.release {
            return VersionPosition(packed.ranked(PackedVersion.Rank.afterRelease))
        }
        let numbers = detail?.numbers ?? []
        if isOfRelease { return VersionPosition(packed, VersionDetail(numbers: numbers, isAfterRelease: true)) }
        let successor = prerelease + [UInt8(ascii: "."), UInt8(ascii: "0")]
        return VersionPosition(packed, numbers: numbers, prerelease: successor)
    }

    /// The release that this position lies just after.
    var releaseBefore: VersionPosition {
        guard let numbers = detail?.numbers else {
            return VersionPosition(packed.ranked(PackedVersion.Rank.release))
        }
        return VersionPosition(packed, numbers: numbers, prerelease: [])
    }
}

// Inlined into other modules: a call would retain the details of versions in an array, which takes longer than comparing.
extension VersionPosition: Comparable {
    @inlinable
    static func < (left: VersionPosition, right: VersionPosition) -> Bool {
        left.packed != right.packed ? left.packed < right.packed : isAscending(left, right)
    }

    @usableFromInline
    static func == (left: VersionPosition, right: VersionPosition) -> Bool {
        left.packed == right.packed && (!left.packed.needsDetail || order(ofDetails: left, right) == .same)
    }

    /// Whether the left one of two positions with the same packed version is lower.
    @usableFromInline
    static func isAscending(_ left: VersionPosition, _ right: VersionPosition) -> Bool {
        left.packed.needsDetail && order(ofDetails: left, right) == .ascending
    }

    /// The order of two positions with the same packed version.
    private static func order(ofDetails left: VersionPosition, _ right: VersionPosition) -> VersionTextOrder {
        if left.detail === right.detail { return .same }
        let numbers = VersionTextOrder(ofNumbers: left.detail?.numbers ?? [], right.detail?.numbers ?? [])
        if numbers != .same { return numbers }
        switch (left.isOfRelease, right.isOfRelease) {
        case (true, false): return .descending
        case (false, true): return .ascending
        case (true, true): return VersionTextOrder(left.isAfterRelease ? 1 : 0, right.isAfterRelease ? 1 : 0)
        case (false, false): return VersionTextOrder(ofPrereleases: left.prerelease, right.prerelease)
        }
    }
}

extension VersionPosition: Hashable {
    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(packed)
        guard packed.needsDetail else { return }
        hasher.combine(detail?.numbers ?? [])
        hasher.combine(prerelease)
        hasher.combine(isAfterRelease)
    }
}

extension VersionPosition {
    /// Appends the text of the version: its spelling, or the components, at least as many as the style has, then the
    /// pre-release and the build metadata.
    ///
    /// - Complexity: O(*n*) in the length of what is appended.
    func write(to bytes: inout [UInt8]) {
        if let spelling = detail?.spelling, !spelling.isEmpty {
            bytes += spelling
            return
        }
        if let numbers = detail?.numbers, !numbers.isEmpty {
            bytes += numbers
            let dotCount = numbers.count { $0 == UInt8(ascii: ".") }
            for _ in 0..<max(0, VersionStyle.current.componentCount - 1 - dotCount) { bytes.write(".0") }
        } else {
            bytes.appendDecimal(packed.component(0))
            for index in 1..<packedComponentCount {
                bytes.append(UInt8(ascii: "."))
                bytes.appendDecimal(packed.component(index))
            }
        }
        if !isOfRelease {
            bytes.append(UInt8(ascii: "-"))
            bytes += prerelease
        }
        if let build = detail?.build, !build.isEmpty {
            bytes.append(UInt8(ascii: "+"))
            bytes += build
        }
    }

    /// The number of components to print if they are packed.
    private var packedComponentCount: Int {
        if packed.component(3) > 0 { return 4 }
        if packed.component(2) > 0 { return 3 }
        return max(packed.component(1) > 0 ? 2 : 1, VersionStyle.current.componentCount)
    }
}
