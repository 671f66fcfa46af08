/// A coding key that is any string or any integer.
///
/// ```swift
/// let container = try decoder.container(keyedBy: DynamicKey.self)
/// let name = try container.decode(String.self, forKey: "strMeal")
/// let id = try container.required("id", as: Int.self)
/// ```
///
/// Two keys are equal when their text is; an integer is the same key as its digits.
public struct DynamicKey: CodingKey, Hashable, Sendable {
    /// The key as it stands in the document.
    public let stringValue: String

    /// The number of a key that was made of an integer, otherwise `nil`.
    public let intValue: Int?

    /// A key with any text, the empty one too.
    public init(_ text: String) {
        stringValue = text
        intValue = nil
    }

    /// A key that is an integer.
    public init(_ number: Int) {
        stringValue = String(number)
        intValue = number
    }

    /// A key with any text; it is never `nil`.
    public init(stringValue: String) {
        self.init(stringValue)
    }

    /// A key that is an integer; it is never `nil`.
    public init(intValue: Int) {
        self.init(intValue)
    }

    /// Whether the text of two keys is the same.
    public static func == (left: DynamicKey, right: DynamicKey) -> Bool {
        left.stringValue == right.stringValue
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(stringValue)
    }
}

extension DynamicKey: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// A key written as a string literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// A key written as an integer literal.
    public init(integerLiteral number: Int) {
        self.init(number)
    }
}
