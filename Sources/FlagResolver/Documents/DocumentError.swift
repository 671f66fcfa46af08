/// The reason why a whole document is rejected.
///
/// A document is rejected if it is not JSON, is not an object, has two settings with the same name, or exceeds a limit.
/// Any other problem affects one setting or entry, and is a ``SettingIssue``.
public struct DocumentError: Error, Hashable, Sendable {
    /// The kind of error.
    public let code: Code

    /// The location of the error.
    public let location: SourceLocation

    /// What was found, what was expected, and what to do.
    public let message: String

    /// A second location: of the first of two equal names or keys, or of the bracket that is not closed.
    public let relatedLocation: SourceLocation?

    /// The affected bytes, and the name of their source.
    package let span: Range<Int>
    package let relatedSpan: Range<Int>?
    package let sourceName: String

    /// The kind of an error in a document.
    ///
    /// The raw value is stable. `flagctl` prints the same codes.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        /// The text is not JSON (RFC 8259).
        case jsonSyntax = "json-syntax"

        /// An object has two members with the same name.
        case duplicateKey = "duplicate-key"

        /// Two settings have the same name.
        case duplicateName = "duplicate-name"

        /// A limit of ``DocumentLimits`` is exceeded.
        case limit

        /// The document is JSON, but not an object.
        case notAnObject = "not-an-object"
    }
}

extension DocumentError: CustomStringConvertible {
    /// Line, column, message and code, on one line.
    public var description: String {
        "line \(location.line), column \(location.column): \(message) [\(code.rawValue)]"
    }
}
