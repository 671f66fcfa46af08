package import FlagResolver

/// The parts of a version as they are written.
package struct VersionText: Hashable, Sendable {
    /// The digits of each component, with leading zeros; a wildcard is not a component.
    package let components: [String]
    /// The `v` or `V` before the components; empty if there is none.
    package let prefix: String
    /// The pre-release with its hyphen, the build metadata with its plus sign, or a wildcard with its dot.
    package let rest: String

    /// The parts of a version.
    ///
    /// - Parameter bytes: The text that the version was scanned from.
    package init(_ version: ScannedVersion, in bytes: [UInt8]) {
        let numbers = version.numberRange
        prefix = String(decoding: bytes[version.range.lowerBound..<numbers.lowerBound], as: UTF8.self)
        components = bytes[numbers].split(separator: UInt8(ascii: ".")).map { String(decoding: $0, as: UTF8.self) }
        rest = String(decoding: bytes[numbers.upperBound..<version.range.upperBound], as: UTF8.self)
    }

    /// The parts of a version as it prints in a document.
    package init?(_ version: AppVersion) {
        let bytes = Array(version.withoutSpelling.description.utf8)
        guard let comparator = RequirementText(bytes)?.comparators.first else { return nil }
        self.init(comparator.version, in: bytes)
    }

    /// Whether there is a `v` or `V` before the components.
    package var hasPrefix: Bool { !prefix.isEmpty }

    /// Whether a component has a leading zero.
    package var hasLeadingZero: Bool {
        components.contains { $0.utf8.count > 1 && $0.utf8.first == UInt8(ascii: "0") }
    }

    /// The text without a `v` and without leading zeros.
    package var withoutLeadingZeros: String {
        components.map { component in
            let digits = component.drop { $0 == "0" }
            return digits.isEmpty ? "0" : String(digits)
        }.joined(separator: ".") + rest
    }

    /// The next version in the third component: `1.4.3` for `1.4.2` and `1.4.1` for `1.4`.
    ///
    /// `nil` if there is a fourth component, or anything after the components.
    package var nextRelease: String? {
        guard components.count <= 3, rest.isEmpty else { return nil }
        var three = components + Array(repeating: "0", count: 3 - components.count)
        var last = Array(three[2].utf8)
        last.incrementDecimal()
        three[2] = String(decoding: last, as: UTF8.self)
        return three.joined(separator: ".")
    }
}
