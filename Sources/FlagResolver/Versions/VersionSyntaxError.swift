/// Why a text is not a version, or not a requirement.
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
        /// A version was expected and the text is empty or blank.
        case emptyVersion
        /// A numeric component was expected, as in `1..2` or `a.1`.
        case expectedNumber
        /// Something follows the end of a version, as in `1.4.0 (532)`.
        case textAfterVersion
        /// An identifier of a pre-release is empty, as in `1.2.3-` or `1.2.3-a..b`.
        case emptyPrerelease
        /// A number in a pre-release has a leading zero, as in `1.2.3-01`.
        case leadingZero
        /// An identifier of build metadata is empty, as in `1.2.3+`.
        case emptyBuild
        /// A requirement is empty or blank.
        case emptyRequirement
        /// Nothing stands before, between or after `||`.
        case emptyAlternative
        /// A comparator was expected and something else stands there.
        case expectedComparator
        /// A sign that is no operator of requirements, as in `=>1.2`.
        case unknownOperator
        /// No version follows an operator.
        case missingVersion
        /// Two comparators stand together without a blank or a comma, as in `>=1<2`.
        case missingSeparator
        /// A comma that does not stand between two comparators.
        case misplacedComma
        /// One `|` where `||` was meant.
        case singleBar
        /// A wildcard without a number before it; the one for every version is `*`.
        case wildcardWithoutNumber
        /// Something follows a wildcard, as in `1.x.x` or `1.x-rc`.
        case wildcardNotLast
        /// A wildcard after an operator other than `=` and `==`, as in `>=1.x`.
        case wildcardAfterOperator
        /// The hyphen of a range without a blank on both sides, as in `1.2.0 -1.4.0`.
        case hyphenWithoutBlanks
        /// A hyphen range beside other comparators.
        case hyphenNotAlone
        /// A hyphen range with something else than a plain version at an end.
        case hyphenEndNotPlain
    }

    /// The rule that the text breaks.
    public let kind: Kind
    /// Where the offending part starts, in UTF-8 bytes from the start of the text.
    public let offset: Int
    /// How long the offending part is, in UTF-8 bytes; 0 where something is missing at the end of the text.
    public let length: Int
    /// The offending part; of a long one only the beginning, with `…` after it.
    public let found: String

    /// The most bytes of an offending part that are kept.
    private static let keptLength = 40

    /// An error about the part that starts at an offset and ends before the next blank.
    @inline(never)
    init(_ kind: Kind, in bytes: Span<UInt8>, at offset: Int) {
        var end = offset
        while end < bytes.count, !VersionScanner.isBlank(bytes[end]) { end += 1 }
        self.init(kind, in: bytes, at: offset, length: end - offset)
    }

    /// An error about a part of known length.
    @inline(never)
    init(_ kind: Kind, in bytes: Span<UInt8>, at offset: Int, length: Int) {
        self.kind = kind
        self.offset = offset
        self.length = length
        var end = offset + length
        if length > Self.keptLength {
            end = offset + Self.keptLength
            // A character of several bytes is kept whole or not at all.
            while end > offset, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        var part: [UInt8] = []
        for index in offset..<end { part.append(bytes[index]) }
        found = String(decoding: part, as: UTF8.self) + (length > Self.keptLength ? "…" : "")
    }
}
