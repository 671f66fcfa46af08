/// Why a text is not a version or not a requirement.
///
/// ```swift
/// do {
///     _ = try VersionRequirement(parsing: ">=1.4.0 (532)")
/// } catch {
///     error.kind    // .expectedComparator
///     error.offset  // 8
///     error.found   // "(532)"
/// }
/// ```
public struct VersionSyntaxError: Error, Hashable, Sendable {
    /// The rule that the text breaks.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// A version was expected and the text is empty or only whitespace.
        case emptyVersion
        /// A numeric component was expected, as in `1..2` or `a.1`.
        case expectedNumber
        /// There is text after a version, as in `1.4.0 (532)`.
        case textAfterVersion
        /// An identifier of a pre-release is empty, as in `1.2.3-` or `1.2.3-a..b`.
        case emptyPrerelease
        /// A number in a pre-release has a leading zero, as in `1.2.3-01`.
        case leadingZero
        /// An identifier of build metadata is empty, as in `1.2.3+`.
        case emptyBuild
        /// The requirement is empty or only whitespace.
        case emptyRequirement
        /// There is nothing before or after `||`.
        case emptyAlternative
        /// A comparator was expected, and something else was found.
        case expectedComparator
        /// Operator characters that are not an operator, as in `=>1.2`.
        case unknownOperator
        /// There is no version after an operator.
        case missingVersion
        /// There is no whitespace and no comma between two comparators, as in `>=1<2`.
        case missingSeparator
        /// A comma is not between two comparators.
        case misplacedComma
        /// There is one `|` instead of `||`.
        case singleBar
        /// A wildcard has no number before it, as in `=x`. Only `*` alone means every version.
        case wildcardWithoutNumber
        /// There is text after a wildcard, as in `1.x.x` or `1.x-rc`.
        case wildcardNotLast
        /// A wildcard follows an operator other than `=` and `==`, as in `>=1.x`.
        case wildcardAfterOperator
        /// The hyphen of a range has no whitespace on both sides, as in `1.2.0 -1.4.0`.
        case hyphenWithoutBlanks
        /// A hyphen range is combined with other comparators.
        case hyphenNotAlone
        /// An end of a hyphen range is not a plain version.
        case hyphenEndNotPlain
    }

    /// The rule that the text breaks.
    public let kind: Kind
    /// Where the invalid part starts, in UTF-8 bytes from the start of the text.
    public let offset: Int
    /// The length of the invalid part in UTF-8 bytes.
    ///
    /// 0 if something is missing before whitespace or at the end.
    public let length: Int
    /// The invalid part. A long one is shortened and ends with `…`.
    public let found: String
    private let isAtEnd: Bool

    /// The length to which ``found`` is shortened.
    private static let keptLength = 40

    /// An error about the part from an offset to the next whitespace.
    init(_ kind: Kind, in bytes: Span<UInt8>, at offset: Int) {
        var end = offset
        while end < bytes.count, !bytes[end].isBlank { end += 1 }
        self.init(kind, in: bytes, at: offset, length: end - offset)
    }

    /// An error about a part of a given length.
    init(_ kind: Kind, in bytes: Span<UInt8>, at offset: Int, length: Int) {
        self.kind = kind
        self.offset = offset
        self.length = length
        isAtEnd = offset == bytes.count
        var end = offset + length
        if length > Self.keptLength {
            end = offset + Self.keptLength
            // Do not split a multi-byte character.
            while end > offset, RawSpan.isContinuation(bytes[end]) { end -= 1 }
        }
        found =
            String(decoding: bytes.array(from: offset, to: end), as: UTF8.self)
            + (length > Self.keptLength ? "…" : "")
    }
}

extension VersionSyntaxError: CustomStringConvertible {
    /// What was found or expected, where, and what to do; one line without a final period.
    ///
    /// `unexpected "(532)" at offset 6 after the version; remove it, or write a fourth number as in 1.4.0.532`
    public var description: String {
        if let space = found.unicodeScalars.first?.unusualSpace {
            return "found \(space) at offset \(offset); write an ordinary space"
        }
        if let digit = foreignDigit {
            return "the digit \"\(digit.scalar)\" in \(quoted) at offset \(offset) is not ASCII; write \(digit.value)"
        }
        return advice.map { "\(quoted) at offset \(offset) \($0)" } ?? expectation
    }

    /// The first digit that is not ASCII, such as those of Arabic and of Japanese input methods.
    private var foreignDigit: (scalar: Unicode.Scalar, value: Int)? {
        for scalar in found.unicodeScalars where !scalar.isASCII {
            if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                return (scalar, Int(value))
            }
        }
        return nil
    }

    /// What to write instead of what people take from speech or from other languages; `nil` for anything else.
    private var advice: String? {
        switch (kind, found.lowercased()) {
        case (.textAfterVersion, _) where found.utf8.first == UInt8(ascii: ";"):
            "does not separate comparators; write a space or a comma, as in >=1.4.0 <2.0.0"
        case (.unknownOperator, "<>"): "is not an operator; write != for all other versions"
        case (.expectedNumber, "o"), (.textAfterVersion, "o"): "is a letter; write the digit 0"
        case (.expectedNumber, "l"), (.expectedNumber, "i"): "is a letter; write the digit 1"
        case (.expectedComparator, "ios"), (.expectedComparator, "ipados"), (.expectedComparator, "macos"),
            (.expectedComparator, "tvos"), (.expectedComparator, "watchos"), (.expectedComparator, "visionos"),
            (.expectedComparator, "android"):
            "names a platform, and a requirement is about the app version; write that alone, as in >=2.0.0"
        case (.expectedComparator, "build"):
            "is not a version; write the build as the fourth number of one, as in 1.4.0.532"
        case (.expectedComparator, "from"), (.expectedComparator, "between"):
            "is no comparator; write both bounds, as in >=1.4.0 <2.0.0"
        case (.expectedComparator, "since"), (.expectedComparator, "after"): "is no comparator; write >= or >"
        case (.expectedComparator, "before"), (.expectedComparator, "until"): "is no comparator; write < or <="
        default: nil
        }
    }

    private var expectation: String {
        switch kind {
        case .emptyVersion:
            "the version is empty; write one such as 1.4.0"
        case .expectedNumber:
            expected("a number") + "; a version is numbers separated by single dots, such as 1.4.0"
        case .textAfterVersion:
            "unexpected \(quoted) at offset \(offset) after the version; remove it, or write a fourth number as in "
                + "1.4.0.532 or a pre-release as in 1.4.0-rc.1"
        case .emptyPrerelease:
            expected("a pre-release identifier") + "; write ASCII letters, digits or hyphens, as in 1.4.0-rc.1"
        case .leadingZero:
            "the number \(quoted) at offset \(offset) in the pre-release has a leading zero; remove the zero"
        case .emptyBuild:
            expected("a build identifier") + "; what follows \"+\" is build metadata, which does not count"
        case .emptyRequirement:
            "the requirement is empty; write one such as \">=1.4.0\", or \"*\" for every version"
        case .emptyAlternative:
            expected("an alternative")
                + "; write comparators such as >=1.4.0 on both sides of \"||\", or remove the \"||\""
        case .expectedComparator:
            expected("a comparator") + "; write a version such as 1.4.0, alone or after one of \(Self.operators)"
        case .unknownOperator:
            "\(quoted) at offset \(offset) is not an operator; use one of \(Self.operators)"
        case .missingVersion:
            expected("a version after the operator") + "; write one such as 1.4.0"
        case .missingSeparator:
            expected("a space or a comma between comparators") + "; separate them, as in >=1.4.0 <2.0.0"
        case .misplacedComma:
            "the comma at offset \(offset) is not between two comparators; remove it"
        case .singleBar:
            expected("\"||\" between alternatives") + "; write two bars"
        case .wildcardWithoutNumber:
            expected("a number before the wildcard")
                + "; write * for every version, or numbers and a wildcard as in 1.x"
        case .wildcardNotLast:
            "unexpected \(quoted) at offset \(offset) after the wildcard; write one wildcard at the end, as in 1.4.x"
        case .wildcardAfterOperator:
            "unexpected wildcard at offset \(offset) after an operator; write the wildcard without an operator, as in "
                + "1.4.x, or all numbers after the operator"
        case .hyphenWithoutBlanks:
            expected("spaces on both sides of the hyphen") + "; write 1.2.0 - 1.4.0, or >=1.2.0 <=1.4.0"
        case .hyphenNotAlone:
            "unexpected \(quoted) at offset \(offset) in an alternative with a hyphen range; write the range as "
                + ">=1.2.0 <=1.4.0"
        case .hyphenEndNotPlain:
            expected("a plain version at each end of the hyphen range")
                + "; write 1.2.0 - 1.4.0, or use operators as in >=1.2.0 <1.4.0"
        }
    }

    private static let operators = "= == != < <= > >= ~ ^"

    private func expected(_ what: String) -> String {
        let finding = isAtEnd ? "the end of the text" : length == 0 ? "whitespace" : quoted
        return "expected \(what) at offset \(offset), found \(finding)"
    }

    /// The invalid part in quotes. Control characters are escaped, because they must not reach a terminal or a log.
    private var quoted: String {
        var escaped = ""
        for scalar in found.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                escaped += "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
                escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
            default:
                escaped.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped)\""
    }
}

extension StringProtocol {
    /// The first non-ASCII character that looks like a space or is invisible, such as `U+00A0 (no-break space)`; `nil` if
    /// there is none.
    package var unusualSpace: String? {
        for scalar in unicodeScalars {
            if let space = scalar.unusualSpace { return space }
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// The code point and the name, if this is not ASCII and looks like a space or is invisible.
    var unusualSpace: String? {
        guard !isASCII else { return nil }
        switch properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .format:
            let code = value.padded(to: 4, radix: 16, uppercase: true)
            return "U+\(code) (\((properties.name ?? "invisible character").lowercased()))"
        default: return nil
        }
    }
}
