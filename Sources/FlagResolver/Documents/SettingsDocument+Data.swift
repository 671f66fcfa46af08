#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension SettingsDocument {
    /// Parses a document.
    ///
    /// - Parameters:
    ///   - data: JSON as RFC 8259 defines it, in UTF-8 without a byte order mark.
    ///   - limits: The limits that the document must not exceed.
    /// - Throws: ``DocumentError`` if the text is not a JSON object, two settings have the same name, or a limit is
    ///   exceeded.
    /// - Complexity: O(*n*) for *n* bytes of any input.
    public init(parsing data: Data, limits: DocumentLimits = .standard) throws(DocumentError) {
        try self.init(parsing: [UInt8](data), limits: limits)
    }

    /// Applies a JSON Merge Patch (RFC 7396); see ``merging(patch:)-([UInt8])`` for the rules.
    ///
    /// - Parameter data: The patch, JSON as RFC 8259 defines it.
    /// - Throws: ``DocumentError`` if the patch is not JSON or the result is rejected.
    /// - Complexity: O(*n*) for *n* bytes of document and patch.
    public func merging(patch data: Data) throws(DocumentError) -> SettingsDocument {
        try merging(patch: [UInt8](data))
    }
}
