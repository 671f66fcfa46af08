/// A version as it is written: its components, packed, and where its parts are in the text.
///
/// ```text
/// v1.4.0-rc.1+532            1.4.x
///  └───┘└───┘└──┘            └─┘└┘
///  numbers                   numbers, followed by a wildcard
///       pre-release
///            build metadata
/// ```
///
/// It is a value without references, so that a parser can yield one for every comparator. Only ``position(in:keepsBuild:)``
/// looks at the text again, and only for a version that is more than packed components.
package struct ScannedVersion: Sendable {
    private var start = 0
    private var numbers = ScannedNumbers()
    private var prereleaseEnd = 0
    private(set) var end = 0
    /// Whether a wildcard follows the components.
    package private(set) var hasWildcard = false

    /// Where the version is: from its `v` to the end of its build metadata or its wildcard.
    package var range: Range<Int> { start..<end }

    /// Where its components are, without a `v` and without a wildcard.
    package var numberRange: Range<Int> { 0..<numbers.end }

    /// How many components are written, without a wildcard.
    package var componentCount: Int { Int(numbers.count) }

    /// No version yet.
    init() {}

    /// Becomes an empty version, as in the comparator `*`.
    mutating func clear(at offset: Int) {
        self = ScannedVersion()
        start = offset
        end = offset
        prereleaseEnd = offset
        numbers.end = offset
    }

    /// Scans the version that begins at an offset.
    ///
    /// - Complexity: O(*n*) in the length of the version.
    mutating func scan(_ bytes: Span<UInt8>, from start: Int, allowsWildcard: Bool) throws(VersionSyntaxError) {
        let hasPrefix = bytes.byte(at: start) | 0x20 == UInt8(ascii: "v")
        let numbers = bytes.numbers(at: hasPrefix ? start + 1 : start)
        self.start = start
        self.numbers = numbers
        hasWildcard = false
        end = numbers.end
        prereleaseEnd = end
        guard numbers.count > 0 else { throw VersionSyntaxError(.expectedNumber, in: bytes, at: end) }
        switch bytes.byte(at: end) {
        case UInt8(ascii: "."):
            hasWildcard = allowsWildcard && bytes.byte(at: end + 1).isWildcard
            guard hasWildcard else { throw VersionSyntaxError(.expectedNumber, in: bytes, at: end + 1) }
            end += 2
        case UInt8(ascii: "-"):
            end = try bytes.offset(afterIdentifiersAt: end, ofPrerelease: true)
            prereleaseEnd = end
            guard bytes.byte(at: end) == UInt8(ascii: "+") else { return }
            end = try bytes.offset(afterIdentifiersAt: end, ofPrerelease: false)
        case UInt8(ascii: "+"):
            end = try bytes.offset(afterIdentifiersAt: end, ofPrerelease: false)
        default:
            break
        }
    }
}

/// The numeric components of a version. Four machine words are returned in registers.
private struct ScannedNumbers: Sendable {
    /// The components with the rank of a pre-release.
    var packed = PackedVersion()
    var end = 0
    var count: UInt32 = 0
    var isPacked = true
}

/// A position that a version names: a cut of a comparator is at one.
enum VersionEdge {
    /// Below every version.
    case lowest
    /// Before all versions, pre-releases included, that begin with the components.
    case series
    /// Before the version.
    case before
    /// After the version.
    case after
    /// Before all versions that begin with the components up to the last one, increased by one.
    case nextSeries
    /// The same up to the minor component, or up to the major one if only that is written.
    case nextMinor
    /// The same up to the leftmost component that is not zero.
    case nextBreaking
    /// Above every version.
    case highest
}

extension ScannedVersion {
    /// The version; `nil` for one with a wildcard.
    func position(_ edge: VersionEdge, in bytes: Span<UInt8>) -> VersionPosition {
        if let packed = packed(edge) { return VersionPosition(packed) }
        switch edge {
        case .lowest: return .lowest
        case .highest: return .highest
        case .before: return version(in: bytes, keepsBuild: false)
        case .after: return version(in: bytes, keepsBuild: false).after
        case .series: return VersionPosition(beforeAllOf: digits(in: bytes))
        case .nextSeries, .nextMinor, .nextBreaking:
            var digits = digits(in: bytes)
            let index = indexToIncrease(for: edge) { digits[$0].isEmpty }
            digits[index].incrementDecimal()
            return VersionPosition(beforeAllOf: digits[...index])
        }
    }

    /// A position that is a packed version and nothing else; `nil` if it may have a detail.
    func packed(_ edge: VersionEdge) -> PackedVersion? {
        guard numbers.isPacked, hasWildcard || end == numbers.end else { return nil }
        switch edge {
        case .lowest: return .lowest
        case .series: return numbers.packed
        case .before: return numbers.packed.ranked(PackedVersion.Rank.release)
        case .after: return numbers.packed.ranked(PackedVersion.Rank.afterRelease)
        case .nextSeries, .nextMinor, .nextBreaking:
            let index = indexToIncrease(for: edge) { numbers.packed.component($0) == 0 }
            return numbers.packed.incremented(at: index)
        case .highest: return .highest
        }
    }

    /// The component that is increased to find an edge.
    private func indexToIncrease(for edge: VersionEdge, isZero: (Int) -> Bool) -> Int {
        let last = componentCount - 1
        switch edge {
        case .nextMinor: return min(1, last)
        case .nextBreaking: return (0...last).first { !isZero($0) } ?? last
        default: return last
        }
    }

    /// The position of the version, which must not have a wildcard.
    func version(in bytes: Span<UInt8>, keepsBuild: Bool) -> VersionPosition {
        if let packed = packed(.before) { return VersionPosition(packed) }
        let prerelease = bytes.array(from: numbers.end + 1, to: prereleaseEnd)
        let build = keepsBuild ? bytes.array(from: prereleaseEnd + 1, to: end) : []
        let rank = prerelease.isEmpty ? PackedVersion.Rank.release : PackedVersion.Rank.prerelease
        return VersionPosition(
            numbers.packed.ranked(numbers.isPacked ? rank : PackedVersion.Rank.unpacked),
            numbers: numbers.isPacked ? [] : VersionDetail.numbers(digits(in: bytes)), prerelease: prerelease,
            build: build)
    }

    /// The digits of each component without leading zeros; empty for zero.
    private func digits(in bytes: Span<UInt8>) -> [[UInt8]] {
        bytes.array(from: numberRange.lowerBound, to: numberRange.upperBound).split(separator: UInt8(ascii: "."))
            .map { digits in Array(digits.drop { $0 == UInt8(ascii: "0") }) }
    }
}

extension Span<UInt8> {
    /// The first offset at or after another one that does not hold whitespace.
    func offset(afterBlanksAt start: Int) -> Int {
        var offset = start
        while byte(at: offset).isBlank { offset += 1 }
        return offset
    }

    /// The numbers at an offset, up to the last digit; their count is zero if there is no digit.
    fileprivate func numbers(at start: Int) -> ScannedNumbers {
        var numbers = ScannedNumbers()
        numbers.end = start
        var offset = start
        var byte = byte(at: offset)
        while byte.isDigit {
            var value: UInt64 = 0
            repeat {
                value = PackedVersion.number(value, appending: byte)
                offset &+= 1
                byte = self.byte(at: offset)
            } while byte.isDigit
            numbers.isPacked = numbers.isPacked && numbers.packed.setComponent(Int(numbers.count), to: value)
            numbers.count &+= 1
            numbers.end = offset
            guard byte == UInt8(ascii: ".") else { break }
            offset &+= 1
            byte = self.byte(at: offset)
        }
        return numbers
    }

    /// The offset after a hyphen or plus sign and the identifiers that follow it, separated by dots.
    fileprivate func offset(
        afterIdentifiersAt sign: Int, ofPrerelease: Bool
    ) throws(VersionSyntaxError) -> Int {
        var offset = sign
        repeat {
            offset += 1
            let start = offset
            var isNumber = true
            while byte(at: offset).isIdentifierCharacter {
                isNumber = isNumber && byte(at: offset).isDigit
                offset += 1
            }
            let length = offset - start
            guard length > 0 else {
                throw VersionSyntaxError(ofPrerelease ? .emptyPrerelease : .emptyBuild, in: self, at: offset)
            }
            if ofPrerelease, isNumber, length > 1, byte(at: start) == UInt8(ascii: "0") {
                throw VersionSyntaxError(.leadingZero, in: self, at: start, length: length)
            }
        } while byte(at: offset) == UInt8(ascii: ".")
        return offset
    }
}

/// The characters that versions and requirements consist of.
extension UInt8 {
    /// Whether this is a space, tab, carriage return or line feed.
    var isBlank: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
            || self == UInt8(ascii: "\n")
    }

    /// Whether this is an ASCII digit.
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    fileprivate var isWildcard: Bool {
        self == UInt8(ascii: "*") || self | 0x20 == UInt8(ascii: "x")
    }

    /// Whether this can be part of an identifier in a pre-release or in build metadata.
    fileprivate var isIdentifierCharacter: Bool {
        isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "-")
    }
}
