import FlagResolver

/// The numeric components of a version as they are written.
package struct VersionText: Hashable, Sendable {
    /// The digits of each component, leading zeros included; a wildcard is none.
    package let components: [String]
    /// The `v` or `V` before them; empty where there is none.
    package let prefix: String
    /// The pre-release with its hyphen, build metadata with its plus sign, or a wildcard with its dot.
    package let rest: String

    /// Takes a version apart that is known to be one, or one that ends with a wildcard.
    package init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        let hasPrefix = rest.first.map { $0 | 0x20 == UInt8(ascii: "v") } ?? false
        prefix = hasPrefix ? String(decoding: rest.prefix(1), as: UTF8.self) : ""
        if hasPrefix { rest = rest.dropFirst() }
        var numbers = rest.prefix { $0 == UInt8(ascii: ".") || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) }
        if numbers.last == UInt8(ascii: ".") { numbers = numbers.dropLast() }
        components = numbers.split(separator: UInt8(ascii: ".")).map { String(decoding: $0, as: UTF8.self) }
        self.rest = String(decoding: rest[numbers.endIndex...], as: UTF8.self)
    }

    /// Whether a `v` or `V` stands before the numbers.
    package var hasPrefix: Bool { !prefix.isEmpty }

    /// Whether some component has a zero before another digit.
    package var hasLeadingZero: Bool {
        components.contains { $0.utf8.count > 1 && $0.utf8.first == UInt8(ascii: "0") }
    }

    /// The release, and the next one in the third component: `1.4.2` and `1.4.3`, `1.4` and `1.4.1`.
    ///
    /// `nil` where there is a fourth component, or something follows the numbers.
    package var nextRelease: String? {
        guard components.count <= 3, rest.isEmpty else { return nil }
        var three = components + Array(repeating: "0", count: 3 - components.count)
        three[2] = Self.incremented(three[2])
        return three.joined(separator: ".")
    }

    /// A decimal number plus one, however many digits it has.
    private static func incremented(_ digits: String) -> String {
        var result = Array(digits.utf8)
        var place = result.count
        while place > 0, result[place - 1] == UInt8(ascii: "9") {
            place -= 1
            result[place] = UInt8(ascii: "0")
        }
        if place > 0 { result[place - 1] += 1 } else { result.insert(UInt8(ascii: "1"), at: 0) }
        return String(decoding: result, as: UTF8.self)
    }
}

extension VersionText {
    /// The text as it is read: no `v`, no leading zeros.
    package var withoutLeadingZeros: String {
        components.map { component in
            let digits = component.drop { $0 == "0" }
            return digits.isEmpty ? "0" : String(digits)
        }.joined(separator: ".") + rest
    }
}

extension RequirementText.Comparator {
    /// The numbers of the version without what follows them: `1.4.3` of `1.4.3-0`.
    func releaseText(in text: RequirementText) -> String? {
        let components = VersionText(text.bytes[version]).components
        return components.isEmpty ? nil : components.joined(separator: ".")
    }

    /// The version that the comparator names, a wildcard left out.
    func namedVersion(in text: RequirementText) -> AppVersion? {
        text.version(of: self) ?? releaseText(in: text).flatMap { AppVersion($0) }
    }
}
