package import FlagResolver

/// The text of a requirement with its comparators, for callers that report or edit parts of it.
package struct RequirementText: Sendable {
    /// Comparators between two `||`, all of which must hold.
    package struct Alternative: Sendable {
        package let comparators: ArraySlice<VersionComparator>
        /// The bytes from the first comparator to the last one.
        package let range: Range<Int>
    }

    package let bytes: [UInt8]
    /// The versions that satisfy the requirement.
    package let versions: VersionSet
    package let comparators: [VersionComparator]
    /// The alternatives; at least one.
    package let alternatives: [Alternative]

    /// Parses a requirement; `nil` if the text is not one.
    package init?(_ bytes: [UInt8]) {
        // A slice, because `Array.span` needs iOS 26 and macOS 26.
        let slice = bytes[...]
        var comparators: [VersionComparator] = []
        do {
            var parser = RequirementParser()
            while let comparator = try parser.next(in: slice.span) { comparators.append(comparator) }
        } catch {
            return nil
        }
        self.bytes = bytes
        self.comparators = comparators
        alternatives = Self.alternatives(of: comparators)
        versions = VersionSet(satisfying: comparators, in: slice.span)
    }

    private static func alternatives(of comparators: [VersionComparator]) -> [Alternative] {
        var alternatives: [Alternative] = []
        var rest = comparators[...]
        while let first = rest.first {
            let comparators = rest.prefix { $0.alternative == first.alternative }
            let end = comparators.last?.range.upperBound ?? first.range.upperBound
            alternatives.append(Alternative(comparators: comparators, range: first.range.lowerBound..<end))
            rest = rest[comparators.endIndex...]
        }
        return alternatives
    }

    /// The versions that satisfy some of the comparators.
    package func versions(satisfying comparators: some Sequence<VersionComparator>) -> VersionSet {
        let slice = bytes[...]
        return VersionSet(satisfying: comparators, in: slice.span)
    }

    /// The version of a comparator; `nil` for `*` and for a version with a wildcard.
    package func version(of comparator: VersionComparator) -> AppVersion? {
        comparator.version.hasWildcard ? nil : version(in: comparator.version.range)
    }

    /// The numbers of a comparator's version, such as `1.4.3` for `1.4.3-0` and for `1.4.3.x`; `nil` for `*`.
    package func release(of comparator: VersionComparator) -> AppVersion? {
        version(in: comparator.version.numberRange)
    }

    /// The version that a comparator names, without its wildcard; `nil` for `*`.
    package func namedVersion(of comparator: VersionComparator) -> AppVersion? {
        version(of: comparator) ?? release(of: comparator)
    }

    private func version(in range: Range<Int>) -> AppVersion? {
        let slice = bytes[range]
        return try? AppVersion(utf8: slice.span)
    }

    /// A part of the text.
    package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The text with a part replaced.
    package func replacing(_ range: Range<Int>, with replacement: String) -> String {
        text(0..<range.lowerBound) + replacement + text(range.upperBound..<bytes.count)
    }
}
