import FlagResolver

/// A coding key with any text or any integer.
///
/// ```swift
/// let container = try decoder.container(keyedBy: DynamicKey.self)
/// let name = try container.decode(String.self, forKey: "strMeal")
/// let id = try container.required("id", as: Int.self)
/// ```
///
/// Two keys are equal if their texts are. An integer equals the key with its digits.
public struct DynamicKey: CodingKey, Hashable, Sendable {
    private enum Content {
        case text(String)
        case number(Int)
    }

    private let content: Content

    /// Creates a key with any text, including the empty text.
    public init(_ text: String) {
        content = .text(text)
    }

    /// Creates a key with an integer.
    public init(_ number: Int) {
        content = .number(number)
    }

    /// Creates a key with any text; never `nil`.
    public init(stringValue: String) {
        self.init(stringValue)
    }

    /// Creates a key with an integer; never `nil`.
    public init(intValue: Int) {
        self.init(intValue)
    }

    /// The text of the key, as in the document.
    public var stringValue: String {
        switch content {
        case .text(let text): text
        case .number(let number): String(number)
        }
    }

    /// The integer, if the key was created with one.
    public var intValue: Int? {
        switch content {
        case .text: nil
        case .number(let number): number
        }
    }

    /// Whether two keys have the same text.
    public static func == (left: DynamicKey, right: DynamicKey) -> Bool {
        left.stringValue == right.stringValue
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(stringValue)
    }
}

extension DynamicKey: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// Creates a key from a string literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// Creates a key from an integer literal.
    public init(integerLiteral number: Int) {
        self.init(number)
    }
}

extension KeyedDecodingContainer where Key == DynamicKey {
    /// Decodes the value of a key that must be present.
    ///
    /// ```swift
    /// let id = try container.required("id", as: Int.self)
    /// // there is no key "id"; the nearest one is "ID"
    /// ```
    ///
    /// - Throws: `DecodingError.keyNotFound` with the path of the object, if the key is missing. Its message names the
    ///   nearest key of the object. Otherwise the error of decoding the value.
    /// - Complexity: O(*n*) for *n* keys if the key is missing.
    public func required<Value: Decodable>(_ key: String, as type: Value.Type = Value.self) throws -> Value {
        guard contains(DynamicKey(key)) else {
            throw missingKey(key, among: allKeys.map(\.stringValue))
        }
        return try decodeValue(type, forKey: DynamicKey(key))
    }
}

extension KeyedDecodingContainer {
    /// The error for a missing key, with the nearest key of the object.
    func missingKey(_ key: String, among keys: [String]) -> DecodingError {
        let problem = DecodingProblem.missingKey(key, nearest: NearestKey.to(key, among: keys)).settingProblem
        return .keyNotFound(DynamicKey(key), problem.context(at: codingPath))
    }
}

private enum NearestKey {
    private static let maximumLength = 64

    /// The key of an object that a missing key most likely stands for; `nil` if none is similar.
    ///
    /// Keys that differ only in their casing are nearest. Otherwise the edit distance of their lowerCamelCase forms
    /// decides, which may be a third of the length. Of keys with the same distance, the alphabetically first is returned.
    static func to(_ key: String, among keys: [String]) -> String? {
        let letters = letters(of: key)
        guard letters.count <= maximumLength else { return nil }
        var nearest: (distance: Int, key: String)?
        for candidate in keys where candidate.utf8.count <= maximumLength {
            let bound = nearest?.distance ?? max(1, letters.count / 3)
            guard let distance = EditDistance.between(letters, self.letters(of: candidate), atMost: bound) else {
                continue
            }
            if let nearest, (nearest.distance, nearest.key) <= (distance, candidate) { continue }
            nearest = (distance, candidate)
        }
        return nearest?.key
    }

    private static func letters(of key: String) -> [Unicode.Scalar] {
        Array(KeyCasing.lowerCamelCase(key).unicodeScalars)
    }
}
