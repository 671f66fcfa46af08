package import FlagResolver

/// The parts of a requirement's text: which comparator stands where.
///
/// The resolver knows only the set that a requirement denotes. Who wants to point at a bound, or to write another one in
/// its place, needs the text.
package struct RequirementText: Sendable {
    /// A bound, or another part that has to hold.
    package struct Comparator: Hashable, Sendable {
        package let sign: Sign
        /// The operator and the version, blanks between them included.
        package let range: Range<Int>
        /// The version alone, with its `v` and its wildcard; empty for `*`.
        package let version: Range<Int>
        /// The position of the alternative that it belongs to.
        package let alternative: Int
    }

    package enum Sign: String, Hashable, Sendable {
        case exactly = ""
        case equal = "="
        case doubleEqual = "=="
        case notEqual = "!="
        case below = "<"
        case atMost = "<="
        case above = ">"
        case atLeast = ">="
        case tilde = "~"
        case caret = "^"
        /// `*`, every version.
        case any
        /// The two ends of `1.2.0 - 1.4.0`.
        case rangeStart
        case rangeEnd

        /// Whether versions above the bound are left out.
        package var isUpperBound: Bool { self == .below || self == .atMost || self == .rangeEnd }

        /// Whether versions below the bound are left out.
        package var isLowerBound: Bool { self == .above || self == .atLeast || self == .rangeStart }
    }

    package let bytes: [UInt8]
    /// The versions that the requirement contains.
    package let versions: VersionSet
    package private(set) var comparators: [Comparator] = []
    /// The texts between `||`, without the blanks around them.
    package private(set) var alternatives: [Range<Int>] = []

    /// Takes a requirement apart; `nil` where the text is none.
    package init?(_ bytes: [UInt8]) {
        let slice = bytes[...]
        guard let set = try? VersionSet(utf8: slice.span) else { return nil }
        self.bytes = bytes
        versions = set
        read()
    }

    package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The version of a comparator; `nil` for `*` and where a wildcard ends it.
    package func version(of comparator: Comparator) -> AppVersion? {
        guard !comparator.version.isEmpty else { return nil }
        let slice = bytes[comparator.version]
        return try? AppVersion(utf8: slice.span)
    }

    /// The text with something else in the place of a part.
    package func replacing(_ range: Range<Int>, with replacement: String) -> String {
        String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + replacement
            + String(decoding: bytes[range.upperBound...], as: UTF8.self)
    }

    private mutating func read() {
        var offset = 0
        var start: Int?
        var end = 0
        while offset < bytes.count {
            if isBlank(offset) || bytes[offset] == UInt8(ascii: ",") {
                offset += 1
            } else if bytes[offset] == UInt8(ascii: "|") {
                if let start { alternatives.append(start..<end) }
                start = nil
                offset += 2
            } else {
                start = start ?? offset
                readPart(&offset)
                end = offset
            }
        }
        if let start { alternatives.append(start..<end) }
    }

    private mutating func readPart(_ offset: inout Int) {
        let start = offset
        while offset < bytes.count, "=!<>~^".utf8.contains(bytes[offset]) { offset += 1 }
        let sign = text(start..<offset)
        while offset < bytes.count, isBlank(offset) { offset += 1 }
        let version = offset
        while offset < bytes.count, !isBlank(offset), bytes[offset] != UInt8(ascii: ","),
            bytes[offset] != UInt8(ascii: "|")
        {
            offset += 1
        }
        let part = bytes[version..<offset]
        if sign.isEmpty, part.elementsEqual("-".utf8) {
            // The hyphen of a range: what stands before it is its start, and its end comes next.
            if let last = comparators.popLast() { append(.rangeStart, last.range, last.version) }
            while offset < bytes.count, isBlank(offset) { offset += 1 }
            let first = offset
            readPart(&offset)
            if let last = comparators.popLast() { append(.rangeEnd, first..<offset, last.version) }
        } else if sign.isEmpty, part.elementsEqual("*".utf8) {
            append(.any, start..<offset, offset..<offset)
        } else {
            append(Sign(rawValue: sign) ?? .exactly, start..<offset, version..<offset)
        }
    }

    private mutating func append(_ sign: Sign, _ range: Range<Int>, _ version: Range<Int>) {
        comparators.append(
            Comparator(sign: sign, range: range, version: version, alternative: alternatives.count))
    }

    private func isBlank(_ offset: Int) -> Bool {
        switch bytes[offset] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
        default: false
        }
    }
}
