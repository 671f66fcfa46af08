/// A version as it is written: its components, and the ranges of its parts in the text.
///
/// ```text
/// v1.4.0-rc.1+532            1.4.x
///  └───┘└───┘└──┘            └─┘└┘
///    │    │    build metadata  │  wildcard
///    │    pre-release          numbers
///    numbers
/// ```
///
/// It holds no references, so yielding one per comparator is cheap. Positions are computed from the text on demand.
package struct ScannedVersion: Sendable {
    /// The range of the version, from its `v` to the end of its build metadata or wildcard.
    package let range: Range<Int>
    /// The range of its numbers, without the `v` and the wildcard.
    package let numberRange: Range<Int>
    /// Whether a wildcard follows the numbers.
    package let hasWildcard: Bool
    /// The number of components.
    package var componentCount: Int { components.count }

    private let components: Components
    private let prereleaseEnd: Int

    /// Creates an empty version, for the comparator `*`.
    init(emptyAt offset: Int) {
        range = offset..<offset
        numberRange = range
        hasWildcard = false
        components = Components()
        prereleaseEnd = offset
    }

    /// Scans the version that begins at an offset.
    ///
    /// - Throws: ``VersionSyntaxError`` if there is no version, or a wildcard that is not allowed.
    /// - Complexity: O(*n*) in the length of the version.
    init(_ bytes: Span<UInt8>, at start: Int, allowsWildcard: Bool) throws(VersionSyntaxError) {
        var offset = bytes.byte(at: start) | 0x20 == UInt8(ascii: "v") ? start + 1 : start
        let numbersStart = offset
        var components = Components()
        while true {
            guard let end = components.append(bytes, at: offset) else {
                throw VersionSyntaxError(.expectedNumber, in: bytes, at: offset)
            }
            offset = end
            guard bytes.byte(at: offset) == UInt8(ascii: ".") else { break }
            if allowsWildcard, bytes.byte(at: offset + 1).isWildcard { break }
            offset += 1
        }
        self.components = components
        numberRange = numbersStart..<offset
        hasWildcard = bytes.byte(at: offset) == UInt8(ascii: ".")
        if hasWildcard { offset += 2 }
        if !hasWildcard, bytes.byte(at: offset) == UInt8(ascii: "-") {
            offset = try bytes.offset(afterIdentifiersAt: offset, ofPrerelease: true)
        }
        prereleaseEnd = offset
        if !hasWildcard, bytes.byte(at: offset) == UInt8(ascii: "+") {
            offset = try bytes.offset(afterIdentifiersAt: offset, ofPrerelease: false)
        }
        range = start..<offset
    }

    /// The numeric components of a version.
    private struct Components {
        private(set) var count = 0
        /// The components, with the rank of a pre-release.
        private(set) var packed = PackedVersion()
        /// Whether all components fit their fields.
        private(set) var isPacked = true
        /// The index of the leftmost component that is not zero, or of the last one if all are.
        private(set) var leadingIndex = 0

        /// Appends the component at an offset.
        ///
        /// - Returns: The offset after it, or `nil` if there is no digit.
        mutating func append(_ bytes: Span<UInt8>, at start: Int) -> Int? {
            var offset = start
            var value: UInt64 = 0
            while bytes.byte(at: offset).isDigit {
                value = PackedVersion.number(value, appending: bytes.byte(at: offset))
                offset += 1
            }
            guard offset > start else { return nil }
            if isPacked, packed == .lowest { leadingIndex = count }
            isPacked = isPacked && packed.setComponent(count, to: value)
            count += 1
            return offset
        }
    }
}

extension ScannedVersion {
    /// The position of the version, which must not have a wildcard.
    func position(in bytes: Span<UInt8>, keepsBuild: Bool = false) -> VersionPosition {
        if components.isPacked, range.upperBound == numberRange.upperBound {
            return VersionPosition(components.packed.ranked(PackedVersion.Rank.release))
        }
        let prerelease = bytes.array(from: numberRange.upperBound + 1, to: prereleaseEnd)
        let build = keepsBuild ? bytes.array(from: prereleaseEnd + 1, to: range.upperBound) : []
        let rank = prerelease.isEmpty ? PackedVersion.Rank.release : PackedVersion.Rank.prerelease
        return VersionPosition(
            components.packed.ranked(components.isPacked ? rank : PackedVersion.Rank.unpacked),
            numbers: components.isPacked ? [] : VersionDetail.numbers(digits(in: bytes)), prerelease: prerelease,
            build: build)
    }

    /// The position before every version, pre-releases included, that begins with the numbers.
    func positionBeforeSeries(in bytes: Span<UInt8>) -> VersionPosition {
        components.isPacked ? VersionPosition(components.packed) : VersionPosition(beforeAllOf: digits(in: bytes))
    }

    /// The position after every version that begins with the numbers.
    func positionAfterSeries(in bytes: Span<UInt8>) -> VersionPosition {
        positionBeforeIncrement(of: components.count - 1, in: bytes)
    }

    /// The upper bound of `~`: before the next minor version, or before the next major version if no minor version is
    /// written.
    func positionBeforeNextMinor(in bytes: Span<UInt8>) -> VersionPosition {
        positionBeforeIncrement(of: min(1, components.count - 1), in: bytes)
    }

    /// The upper bound of `^`: before the next version in the leftmost component that is not zero.
    func positionBeforeNextBreaking(in bytes: Span<UInt8>) -> VersionPosition {
        positionBeforeIncrement(of: components.leadingIndex, in: bytes)
    }

    /// The position before every version that begins with the numbers up to an index, the last of them incremented.
    private func positionBeforeIncrement(of index: Int, in bytes: Span<UInt8>) -> VersionPosition {
        if components.isPacked, let next = components.packed.incremented(at: index) { return VersionPosition(next) }
        var digits = digits(in: bytes).prefix(index + 1)
        digits[index].incrementDecimal()
        return VersionPosition(beforeAllOf: digits)
    }

    /// The digits of each component without leading zeros; empty for zero.
    private func digits(in bytes: Span<UInt8>) -> [[UInt8]] {
        bytes.array(from: numberRange.lowerBound, to: numberRange.upperBound).split(separator: UInt8(ascii: "."))
            .map { digits in Array(digits.drop { $0 == UInt8(ascii: "0") }) }
    }
}

extension Span<UInt8> {
    /// The offset of the first byte at or after `start` that is not whitespace.
    func offset(afterBlanksAt start: Int) -> Int {
        var offset = start
        while byte(at: offset).isBlank { offset += 1 }
        return offset
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

/// The characters of versions and requirements.
extension UInt8 {
    fileprivate var isWildcard: Bool { self == UInt8(ascii: "*") || self | 0x20 == UInt8(ascii: "x") }

    /// Whether an identifier of a pre-release or of build metadata can contain this character.
    fileprivate var isIdentifierCharacter: Bool {
        isDigit || isLetter || self == UInt8(ascii: "-")
    }
}
