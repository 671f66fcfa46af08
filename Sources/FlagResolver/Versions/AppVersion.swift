/// A version of an app: numbers, and perhaps a pre-release and build metadata.
///
/// ```swift
/// let version: AppVersion = "1.4.0"
/// version < "1.10"                            // true: components are compared as numbers
/// version == "1.4"                            // true: missing components are zero
/// version > "1.4.0-rc.1"                      // true: a pre-release is below its release
/// let text = "1.4.0 (532)"
/// AppVersion(text)                            // nil: never guessed, never zero
/// ```
///
/// 1. The text is one or more numeric components joined with `.`, then optionally `-` and a pre-release, then
///    optionally `+` and build metadata. A leading `v` or `V` and blanks around the whole are accepted.
/// 2. Missing components are zero, leading zeros of a component do not count, and a component may have any number
///    of digits.
/// 3. The order is that of the components as numbers; a pre-release is below its release; pre-release identifiers
///    are ordered as in SemVer 2.0.0, section 11. Build metadata takes no part in order, equality or hashing.
/// 4. It encodes as a string, and decodes from a string only: a JSON number is not a version, because `1.10` would
///    read as 1.1.
public struct AppVersion: Hashable, Sendable {
    @usableFromInline let position: VersionPosition

    /// A version at its place, which must be that of a version and not that of a cut between two.
    init(at position: VersionPosition) {
        self.position = position
    }

    /// Whether this is a pre-release, such as `2.0.0-rc.1`.
    public var isPrerelease: Bool { !position.isOfRelease }

    /// The pre-release without its hyphen, such as `rc.1`; `nil` where there is none.
    public var prerelease: String? {
        isPrerelease ? String(decoding: position.prerelease, as: UTF8.self) : nil
    }

    /// The build metadata without its plus sign, such as `532`; `nil` where there is none.
    public var buildMetadata: String? {
        guard let build = position.detail?.build, !build.isEmpty else { return nil }
        return String(decoding: build, as: UTF8.self)
    }

    /// The version's place in the order, as far as two machine words can hold it.
    @inlinable
    package var words: VersionWords { position.words }

    /// Whether the words alone decide which cuts this version lies between: a release of up to four usual numbers.
    @inlinable
    package var isOrdinary: Bool { position.words.rank == VersionWords.Rank.release }
}

// Comparing inlines into the app, so that versions in an array are compared without touching a reference count.
extension AppVersion: Comparable {
    /// Whether the left version is older than the right one.
    ///
    /// - Complexity: O(1) for releases of up to four usual numbers, else linear in the length of the versions.
    @inlinable
    public static func < (left: AppVersion, right: AppVersion) -> Bool {
        left.position < right.position
    }

    /// Whether two versions are the same, build metadata aside.
    ///
    /// - Complexity: As for ``<(_:_:)``.
    @inlinable
    public static func == (left: AppVersion, right: AppVersion) -> Bool {
        left.position == right.position
    }
}

extension AppVersion: LosslessStringConvertible {
    /// The version as text: at least three components, further zeros at the end dropped.
    ///
    /// `1.4` gives `1.4.0`, and `v01.2.3.0-rc.1+532` gives `1.2.3-rc.1+532`.
    public var description: String { position.text }

    /// The version that a text spells, or `nil` where it spells none.
    ///
    /// Use ``init(parsing:)`` to learn what is wrong with the text.
    ///
    /// - Complexity: Linear in the length of the text.
    public init?(_ description: String) {
        guard let version = try? AppVersion(parsing: description) else { return nil }
        self = version
    }
}

extension AppVersion: ExpressibleByStringLiteral {
    /// A version written in source code.
    ///
    /// A literal that is not a version is a programmer's error and stops the program. Use ``init(parsing:)`` for text
    /// that comes from anywhere else.
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
    /// - Throws: `DecodingError` where there is no string, or the string is not a version; in the latter case its
    ///   underlying error is the ``VersionSyntaxError``.
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
