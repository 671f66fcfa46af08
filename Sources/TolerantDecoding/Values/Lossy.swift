/// An array, a set or a dictionary that leaves out the elements which cannot be read.
///
/// ```swift
/// struct Catalogue: Decodable {
///     @Lossy var products: [Product]
///     @Lossy var prices: [String: Double]
///     @Lossy var tags: [String]?
/// }
/// ```
///
/// 1. Each element that is left out is an issue with its path; in strict mode, the first of them is thrown.
/// 2. The collection itself must be there and of its type. An optional property is `nil` where the key is missing or null.
/// 3. Keys of dictionaries stay as they are in the document, whatever becomes of the keys of models. A key that is none
///    of the dictionary's type makes its element one that cannot be read.
/// 4. Elements are decoded once, in one pass.
@propertyWrapper
public struct Lossy<Value> {
    /// The collection of the elements that could be read.
    public var wrappedValue: Value

    /// A collection made in code.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension Lossy: Sendable where Value: Sendable {}
extension Lossy: Equatable where Value: Equatable {}
extension Lossy: Hashable where Value: Hashable {}

extension Lossy: Decodable where Value: LossilyDecodable {
    /// Decodes the elements that can be read.
    ///
    /// - Throws: `DecodingError` for anything but a collection; in strict mode, for an element that cannot be read.
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
    /// Decodes an optional lossy collection: `nil` where the key is missing or null.
    ///
    /// - Throws: `DecodingError` for anything but a collection; in strict mode, for an element that cannot be read.
    public func decode<Value: LossilyDecodable>(
        _ type: Lossy<Value?>.Type,
        forKey key: Key
    ) throws -> Lossy<Value?> {
        try plainIfPresent(type, key) ?? Lossy(wrappedValue: nil)
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes an optional lossy collection: `nil` where no name of the key is there, or it is null.
    ///
    /// - Throws: `DecodingError` for anything but a collection; in strict mode, for an element that cannot be read.
    public func decode<Value: LossilyDecodable>(
        _ type: Lossy<Value?>.Type,
        forKey key: Key
    ) throws -> Lossy<Value?> {
        try tolerantlyIfPresent(type, key) { try plainIfPresent(type, key) } ?? Lossy(wrappedValue: nil)
    }
}
