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
        if let ordinary = text.withUTF8Bytes({ OrdinaryRequirement($0) }) {
            self.init(
                VersionStretch(
                    unchecked: VersionCut(at: VersionPosition(words: ordinary.lower, detail: nil)),
                    VersionCut(at: VersionPosition(words: ordinary.upper, detail: nil))
                )
            )
            return
        }
        self = try VersionScanner.withBytes(of: text) { (bytes) throws(VersionSyntaxError) in
            try VersionSet(utf8: bytes)
        }
    }

    /// The versions that satisfy a requirement, straight from its bytes.
    ///
    /// - Throws: ``VersionSyntaxError``, its offset counted from the start of these bytes.
    /// - Complexity: As for ``init(parsing:)``; a requirement of ordinary bounds allocates nothing.
    package init(utf8 bytes: Span<UInt8>) throws(VersionSyntaxError) {
        self = try RequirementParser.set(bytes)
    }
}
