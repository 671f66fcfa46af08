/// A version of an app: numeric components, optionally with a pre-release and build metadata.
///
/// ```swift
/// let version: AppVersion = "1.4.0"
/// version < "1.10"                            // true: components are compared as numbers
/// version == "1.4"                            // true: missing components are zero
/// version > "1.4.0-rc.1"                      // true: a pre-release is below its release
/// let text = "1.4.0 (532)"
/// AppVersion(text)                            // nil: not a version
/// ```
///
/// For text that is not a literal, use ``init(parsing:)``, which throws, or ``init(_:)``, which returns `nil`. A
/// literal that is not a version stops the program. So does `AppVersion("1.4.0 (532)")`, because Swift calls the
/// literal initializer there.
///
/// 1. The text is one or more numeric components separated by `.`, then optionally `-` and a pre-release, then
///    optionally `+` and build metadata. A leading `v` or `V` and surrounding whitespace are accepted.
/// 2. Missing components are zero, leading zeros are ignored, and a component may have any number of digits.
/// 3. Components compare as numbers. A pre-release is below its release. Pre-release identifiers compare as in SemVer
///    2.0.0, section 11. Order, equality and hashing ignore build metadata.
/// 4. A version encodes as a string and decodes only from a string. A JSON number is not a version, because `1.10`
///    would be read as 1.1.
public struct AppVersion: Hashable, Sendable {
    @usableFromInline let position: VersionPosition

    /// Creates the version at a position, which must not be a cut after a release.
    init(at position: VersionPosition) {
        self.position = position
    }

    /// Whether this is a pre-release, such as `2.0.0-rc.1`.
    public var isPrerelease: Bool { !position.isOfRelease }

    /// The pre-release without its hyphen, such as `rc.1`; `nil` for a release.
    public var prerelease: String? {
        isPrerelease ? String(decoding: position.prerelease, as: UTF8.self) : nil
    }

    /// The build metadata without its plus sign, such as `532`; `nil` if there is none.
    public var buildMetadata: String? {
        guard let build = position.detail?.build, !build.isEmpty else { return nil }
        return String(decoding: build, as: UTF8.self)
    }

    /// The leading components, packed into machine words. They suffice for ``PackedBounds/contains(_:)``.
    package var packed: PackedVersion { position.packed }
}

extension AppVersion {
    /// Parses a version.
    ///
    /// ```swift
    /// do {
    ///     let version = try AppVersion(parsing: "1..2")
    /// } catch {
    ///     print(error)  // expected a number at offset 2, found ".2"; …
    /// }
    /// ```
    ///
    /// - Throws: ``VersionSyntaxError``, which says what was found, what was expected, and where.
    /// - Complexity: O(*n*) in the length of the text.
    @inlinable
    public init(parsing text: some StringProtocol) throws(VersionSyntaxError) {
        self = try text.withUTF8Bytes { (bytes) throws(VersionSyntaxError) in
            try AppVersion(utf8: Span(_bytes: bytes))
        }
    }

    /// Parses a version from its bytes.
    ///
    /// - Throws: ``VersionSyntaxError``, with an offset from the start of these bytes.
    /// - Complexity: O(*n*) in the number of bytes.
    @usableFromInline
    package init(utf8 bytes: Span<UInt8>) throws(VersionSyntaxError) {
        let start = bytes.offset(afterBlanksAt: 0)
        guard start < bytes.count else { throw VersionSyntaxError(.emptyVersion, in: bytes, at: start) }
        let version = try ScannedVersion(bytes, at: start, allowsWildcard: false)
        let end = bytes.offset(afterBlanksAt: version.range.upperBound)
        guard end == bytes.count else { throw VersionSyntaxError(.textAfterVersion, in: bytes, at: end) }
        self.init(at: version.position(in: bytes, keepsBuild: true))
    }

    /// Parses a version that always prints as it is written, without the white space around it.
    ///
    /// The versions of a list of releases and of records have the spelling that programs know them by, whatever the
    /// ``VersionStyle`` is. Sets of versions do not keep it.
    ///
    /// - Throws: ``VersionSyntaxError``.
    package init(keepingSpellingOf text: String) throws(VersionSyntaxError) {
        let version = try AppVersion(parsing: text)
        let spelling = text.utf8.split { $0.isBlank }.first.map { [UInt8]($0) } ?? []
        self.init(at: version.position.spelled(spelling))
    }

    /// The same version, which prints in the style of the document.
    package var withoutSpelling: AppVersion { AppVersion(at: position.withoutSpelling) }
}

extension AppVersion: Comparable {
    /// Whether the left version is older than the right one.
    ///
    /// - Complexity: O(1) for releases of up to four components below a billion, otherwise linear in the length of the
    ///   versions.
    @inlinable
    public static func < (left: AppVersion, right: AppVersion) -> Bool {
        left.position < right.position
    }
}

extension AppVersion: LosslessStringConvertible {
    /// The version as text: at least three components, without further zeros at the end.
    ///
    /// `1.4` gives `1.4.0`, and `v01.2.3.0-rc.1+532` gives `1.2.3-rc.1+532`.
    public var description: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the bytes of ``description``.
    package func write(to bytes: inout [UInt8]) {
        position.write(to: &bytes)
    }

    /// Parses a version; `nil` if the text is not one.
    ///
    /// ``init(parsing:)`` also says what is wrong with the text.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ description: String) {
        guard let version = try? AppVersion(parsing: description) else { return nil }
        self = version
    }
}

extension AppVersion: ExpressibleByStringLiteral {
    /// A version in source code.
    ///
    /// A literal that is not a version is a programmer's error and stops the program. Use ``init(parsing:)`` for text
    /// from anywhere else.
    public init(stringLiteral: String) {
        switch Result(catching: { () throws(VersionSyntaxError) in try AppVersion(parsing: stringLiteral) }) {
        case .success(let version): self = version
        case .failure(let error): preconditionFailure("\"\(stringLiteral)\" is not a version: \(error)")
        }
    }
}

extension AppVersion: Codable {
    /// Decodes a version from a string.
    ///
    /// - Throws: `DecodingError` if the value is not a string or the string is not a version. In the latter case its
    ///   underlying error is a ``VersionSyntaxError``.
    public init(from decoder: any Decoder) throws {
        let text = try VersionCoding.text(from: decoder, expecting: "a version such as \"1.4.0\"")
        self = try VersionCoding.parsed(at: decoder.codingPath) { () throws(VersionSyntaxError) in
            try AppVersion(parsing: text)
        }
    }

    /// Encodes the version as its ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
