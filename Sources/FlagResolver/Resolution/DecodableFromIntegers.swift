#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A type that is decoded from integers, such as `Int`, `Int?` and `[Int]`.
///
/// `JSONDecoder` rounds a number with a fraction or an exponent to a `Double`, and accepts the result as an integer
/// if it is integral. So it reads `0.9999999999999999999999` as 1, and `1e-400` as 0. Decoding the same JSON as
/// `Decimal` shows the difference.
package protocol DecodableFromIntegers: Decodable {
    /// The same type with decimal numbers in place of integers.
    associatedtype Decimals: Decodable

    /// Whether an integer differs from its decimal number by a fraction.
    func isRounded(from decimals: Decimals) -> Bool
}

extension DecodableFromIntegers {
    /// Whether the integers equal the numbers that they were decoded from.
    ///
    /// - Parameter decodeDecimals: Decodes the same JSON as decimal numbers.
    package func areExact(_ decodeDecimals: (Decimals.Type) throws -> Decimals) -> Bool {
        do {
            return try !isRounded(from: decodeDecimals(Decimals.self))
        } catch {
            // Any other error means that the decoder has no decimal numbers, so nothing was rounded.
            return !SettingProblem.isAboutNumber(error)
        }
    }
}

extension DecodableFromIntegers where Self: FixedWidthInteger {
    package func isRounded(from decimal: Decimal) -> Bool {
        // Without digits after the point, the number is an integer itself.
        guard decimal.exponent < 0 else { return false }
        let integer = self < 0 ? Decimal(Int64(truncatingIfNeeded: self)) : Decimal(UInt64(truncatingIfNeeded: self))
        let difference = (decimal - integer).magnitude
        // A decoder that reads other notations as integers, such as the 0x1F of YAML, may read another decimal number.
        return difference > 0 && difference < 1
    }
}

extension Int: DecodableFromIntegers {}
extension Int8: DecodableFromIntegers {}
extension Int16: DecodableFromIntegers {}
extension Int32: DecodableFromIntegers {}
extension Int64: DecodableFromIntegers {}
extension UInt: DecodableFromIntegers {}
extension UInt8: DecodableFromIntegers {}
extension UInt16: DecodableFromIntegers {}
extension UInt32: DecodableFromIntegers {}
extension UInt64: DecodableFromIntegers {}

extension Optional: DecodableFromIntegers where Wrapped: DecodableFromIntegers {
    package func isRounded(from decimals: Wrapped.Decimals?) -> Bool {
        guard let self, let decimals else { return false }
        return self.isRounded(from: decimals)
    }
}

extension Array: DecodableFromIntegers where Element: DecodableFromIntegers {
    package func isRounded(from decimals: [Element.Decimals]) -> Bool {
        zip(self, decimals).contains { $0.isRounded(from: $1) }
    }
}

extension Set: DecodableFromIntegers where Element: DecodableFromIntegers {
    package func isRounded(from numbers: ListedNumbers<Element>) -> Bool {
        numbers.integers.isRounded(from: numbers.decimals)
    }
}

/// The elements of a set in the order of the JSON.
package struct ListedNumbers<Element: DecodableFromIntegers>: Decodable {
    fileprivate let integers: [Element]
    fileprivate let decimals: [Element.Decimals]

    package init(from decoder: any Decoder) throws {
        integers = try [Element](from: decoder)
        decimals = try [Element.Decimals](from: decoder)
    }
}

extension Dictionary: DecodableFromIntegers where Key: Decodable, Value: DecodableFromIntegers {
    package func isRounded(from decimals: [Key: Value.Decimals]) -> Bool {
        contains { key, integers in decimals[key].map { integers.isRounded(from: $0) } ?? false }
    }
}

extension SingleValueDecodingContainer {
    /// Whether the integers of a decoded value, if it consists of integers, equal the numbers of the JSON.
    package func isExact<Value>(_ value: Value) -> Bool {
        guard let integers = value as? any DecodableFromIntegers else { return true }
        return areExact(integers)
    }

    private func areExact<Value: DecodableFromIntegers>(_ value: Value) -> Bool {
        value.areExact { try decode($0) }
    }
}
