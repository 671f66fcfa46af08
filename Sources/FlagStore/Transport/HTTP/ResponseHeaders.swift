import FlagResolver

/// The header fields of a response, in the order in which they arrived.
///
/// ```swift
/// let signature = received.headers["X-Signature"]
/// ```
public struct ResponseHeaders: Hashable, Sendable {
    /// The fields; names are in lower case, and values have no whitespace at their ends.
    public private(set) var fields: [Field] = []

    /// A header field.
    public struct Field: Hashable, Sendable {
        /// The name in lower case.
        public let name: String

        /// The value.
        public let value: String
    }

    /// Creates an empty set of fields.
    public init() {}

    /// Creates fields from names and values.
    public init(_ fields: KeyValuePairs<String, String>) {
        for (name, value) in fields { add(name, value) }
    }

    /// Adds a field.
    public mutating func add(_ name: String, _ value: String) {
        let bytes = Array(value.utf8)
        let end = bytes.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
        let trimmed = String(decoding: bytes[..<end].drop(while: \.isBlank), as: UTF8.self)
        fields.append(Field(name: name.lowercased(), value: trimmed))
    }

    /// The value of a field, whose name is compared regardless of case.
    ///
    /// `nil` if the field is absent, or repeated with different values.
    public subscript(name: String) -> String? {
        let lowercased = name.lowercased()
        let values = fields.lazy.filter { $0.name == lowercased }.map(\.value)
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}
