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
        self = try requirement.asString.versionSet()
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

extension String {
    /// The versions that satisfy the requirement that this text is.
    ///
    /// A method of the text, since an initializer for callers outside of this module copies its result once more.
    @usableFromInline
    func versionSet() throws(VersionSyntaxError) -> VersionSet {
        if let bounds = withUTF8Bytes({ bytes in OrdinaryBounds(utf8: Span(_bytes: bytes)) }) {
            return VersionSet(bounds)
        }
        return try unusualVersionSet()
    }

    /// The same for any requirement.
    @inline(never)
    private func unusualVersionSet() throws(VersionSyntaxError) -> VersionSet {
        try VersionScanner.withBytes(of: self) { (bytes) throws(VersionSyntaxError) in
            try VersionSet(utf8: bytes)
        }
    }
}
