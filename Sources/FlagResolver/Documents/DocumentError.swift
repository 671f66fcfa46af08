/// Why a document is refused as a whole.
///
/// One bad setting or entry never refuses a document; it is a ``SettingIssue``. These do: text that is not JSON, a
/// document that is not an object, two settings of one name, and an exceeded limit.
public struct DocumentError: Error, Hashable, Sendable {
    /// What kind of thing was wrong.
    public let code: Code

    /// Where it was.
    public let location: SourceLocation

    /// What was found, what was expected, and what to do.
    public let message: String

    /// The second place that is involved: the first of two settings of one name, or what was never closed.
    public let relatedLocation: SourceLocation?

    /// The bytes that are concerned, and what they belong to.
    package let span: Range<Int>
    package let relatedSpan: Range<Int>?
    package let sourceName: String

    /// What kind of thing was wrong with a document.
    ///
    /// The raw value is stable, and the same that `flagctl` prints.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        /// The text is not JSON as RFC 8259 defines it.
        case jsonSyntax = "json-syntax"

        /// An object has two members of one name.
        case duplicateKey = "duplicate-key"

        /// Two paths spell the same name of a setting.
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
