import FlagResolver

/// An array, a set or a dictionary without the elements that cannot be decoded.
///
/// ```swift
/// struct Catalogue: Decodable {
///     @Lossy var products: [Product]
///     @Lossy var prices: [String: Double]
///     @Lossy var tags: [String]?
/// }
/// ```
///
/// 1. Each element that is left out is an issue with its path. In strict mode, the first one is thrown.
/// 2. The collection itself must be present and have the right type. An optional property is `nil` if the key is missing
///    or null, and is not encoded then.
/// 3. The keys of dictionaries are not converted. An element is also left out if its key does not have the key type of
///    the dictionary.
/// 4. If the decoder has `lenientScalars`, an element is left out only if it cannot be read leniently either. Otherwise, declare
///    lenient elements as `[Lenient<Int>]`.
@propertyWrapper
public struct Lossy<Value> {
    /// The collection of the elements that could be decoded.
    public var wrappedValue: Value

    /// Creates the wrapper of a collection.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension Lossy: CustomStringConvertible {
    /// The collection as text.
    public var description: String { "\(wrappedValue)" }
}

extension Lossy: Sendable where Value: Sendable {}
extension Lossy: Equatable where Value: Equatable {}
extension Lossy: Hashable where Value: Hashable {}

extension Lossy: Decodable where Value: LossilyDecodable {
    /// Decodes the elements that can be decoded.
    ///
    /// - Throws: `DecodingError` if the value is not a collection; in strict mode, also for an element.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try Value(lossily: decoder)
    }
}

extension Lossy: Encodable where Value: Encodable {
    /// Encodes the collection.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Decodes an optional lossy collection; `nil` if the key is missing or null.
    ///
    /// - Throws: `DecodingError` if the value is not a collection; in strict mode, also for an element.
    public func decode<Value: LossilyDecodable>(
        _ type: Lossy<Value?>.Type,
        forKey key: Key
    ) throws -> Lossy<Value?> {
        try decodeIfPresent(type, forKey: key) ?? Lossy(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Encodes an optional lossy collection, and nothing for `nil`.
    ///
    /// Null would delete the value in a partial update.
    public mutating func encode<Value: Encodable>(_ lossy: Lossy<Value?>, forKey key: Key) throws {
        try encodeIfPresent(lossy.wrappedValue, forKey: key)
    }
}

/// A collection that can be decoded without the elements that fail, as ``Lossy`` does.
///
/// Arrays, sets and dictionaries conform, and optionals of them.
public protocol LossilyDecodable: Decodable {
    /// Decodes the elements that can be decoded, and reports the others.
    ///
    /// - Throws: `DecodingError` if the value is not a collection; in strict mode, also for an element.
    init(lossily decoder: any Decoder) throws
}

extension Array: LossilyDecodable where Element: Decodable {
    /// Decodes the elements that can be decoded, in their order.
    public init(lossily decoder: any Decoder) throws {
        self = try LossyReader<Element>(decoder).elements()
    }
}

extension Set: LossilyDecodable where Element: Decodable {
    /// Decodes the elements that can be decoded.
    public init(lossily decoder: any Decoder) throws {
        self = Set(try LossyReader<Element>(decoder).elements())
    }
}

extension Dictionary: LossilyDecodable where Key: CodingKeyRepresentable & Decodable, Value: Decodable {
    /// Decodes the members that can be decoded.
    public init(lossily decoder: any Decoder) throws {
        self.init(try LossyReader<Value>(decoder).members(keyedBy: Key.self)) { first, _ in first }
    }
}

extension Optional: LossilyDecodable where Wrapped: LossilyDecodable {
    /// Decodes null as `nil`, and anything else lossily.
    public init(lossily decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decodeNil() ? nil : Wrapped(lossily: decoder)
    }
}

/// Decodes the elements of a collection, and reports those that fail.
private struct LossyReader<Element: Decodable> {
    private let decoder: any Decoder
    private let reporter: IssueReporter

    init(_ decoder: any Decoder) {
        self.decoder = decoder
        reporter = IssueReporter(decoder.userInfo)
    }

    func elements() throws -> [Element] {
        var elements: [Element] = []
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let key = IndexKey(container.currentIndex)
            if let element = try element(container.decode(DecodingAttempt<Element>.self), at: key) {
                elements.append(element)
            }
        }
        return elements
    }

    /// The members are decoded as a dictionary, because a decoder leaves only the keys of dictionaries unconverted.
    func members<Key: CodingKeyRepresentable>(keyedBy type: Key.Type) throws -> [(Key, Element)] {
        let members = try decoder.singleValueContainer().decode([String: DecodingAttempt<Element>].self)
        return try members.sorted { $0.key < $1.key }.compactMap { text, attempt in
            guard let element = try element(attempt, at: DynamicKey(text)) else { return nil }
            guard let key = Key(codingKey: DynamicKey(ofDictionary: text)) else {
                let path = decoder.codingPath + [DynamicKey(text)]
                try reporter.report(
                    .droppedElement(
                        type: SettingProblem.name(of: Element.self), path: nil, reason: "its key is not of type \(type)"
                    ),
                    at: path)
                return nil
            }
            return (key, element)
        }
    }

    private func element(_ attempt: DecodingAttempt<Element>, at key: any CodingKey) throws -> Element? {
        switch attempt.result {
        case .success(let element):
            return element
        case .failure(let error):
            let path = decoder.codingPath + [key]
            let context = (error as? DecodingError)?.context
            let errorPath = context.map { CodingPath.text($0.codingPath) }
            let problem = DecodingProblem.droppedElement(
                type: SettingProblem.name(of: Element.self),
                path: errorPath == CodingPath.text(path) ? nil : errorPath,
                reason: SettingProblem.reason(of: error, decoding: Element.self)
            )
            try reporter.report(problem.settingProblem, at: path, dueTo: error, decoding: Element.self)
            return nil
        }
    }
}

/// A value, or the error of decoding it. Decoding never fails, so a list moves on to its next element.
private struct DecodingAttempt<Value: Decodable>: Decodable {
    let result: Result<Value, any Error>

    init(from decoder: any Decoder) {
        result = Result {
            do {
                return try decoder.value(of: Value.self)
            } catch {
                return try decoder.decodeLeniently(Value.self, after: error)
            }
        }
        .mapError(CodingPath.inDocument)
    }
}
