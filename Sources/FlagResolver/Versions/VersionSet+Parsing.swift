extension VersionSet {
    /// The versions that satisfy a requirement.
    ///
    /// ```swift
    /// let set = try VersionSet(parsing: ">=1.2.0 <2.0.0 || 3.x")
    /// ```
    ///
    /// - Throws: ``VersionSyntaxError``, which says what was found, what was expected, and where.
    /// - Complexity: O(*n* log *n*) in the length of the text, and linear unless it has many alternatives.
    @inlinable
    public init(parsing requirement: some StringProtocol) throws(VersionSyntaxError) {
        try self.init(text: String(requirement))
    }

    @usableFromInline
    init(text: String) throws(VersionSyntaxError) {
        var bytes = text
        if let bounds = bytes.withUTF8({ buffer in OrdinaryBounds(utf8: unsafe buffer.span) }) {
            self.init(bounds)
        } else {
            self = try VersionScanner.withBytes(of: bytes) { (bytes) throws(VersionSyntaxError) in
                try RequirementParser.set(bytes)
            }
        }
    }

    /// The versions that satisfy a requirement, straight from its bytes.
    ///
    /// - Throws: ``VersionSyntaxError``, its offset counted from the start of these bytes.
    /// - Complexity: As for ``init(parsing:)``; a requirement of ordinary bounds allocates nothing.
    package init(utf8 bytes: Span<UInt8>) throws(VersionSyntaxError) {
        if let bounds = OrdinaryBounds(utf8: bytes) {
            self.init(bounds)
        } else {
            self = try RequirementParser.set(bytes)
        }
    }
}
