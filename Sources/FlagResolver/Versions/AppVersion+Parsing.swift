extension AppVersion {
    /// The version that a text spells.
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
    /// - Complexity: Linear in the length of the text.
    @inlinable
    public init(parsing text: some StringProtocol) throws(VersionSyntaxError) {
        try self.init(text: text.asString)
    }

    @usableFromInline
    init(text: String) throws(VersionSyntaxError) {
        self = try VersionScanner.withBytes(of: text) { (bytes) throws(VersionSyntaxError) in
            try AppVersion(utf8: bytes)
        }
    }

    /// The version that a text spells, straight from its bytes.
    ///
    /// - Throws: ``VersionSyntaxError``, its offset counted from the start of these bytes.
    /// - Complexity: Linear in the number of bytes.
    package init(utf8 bytes: Span<UInt8>) throws(VersionSyntaxError) {
        var offset = 0
        VersionScanner.skipBlanks(bytes, &offset)
        guard offset < bytes.count else { throw VersionSyntaxError(.emptyVersion, in: bytes, at: offset) }
        let version = try VersionScanner.version(bytes, &offset)
        VersionScanner.skipBlanks(bytes, &offset)
        guard offset == bytes.count else { throw VersionSyntaxError(.textAfterVersion, in: bytes, at: offset) }
        self.init(at: version.position)
    }
}
