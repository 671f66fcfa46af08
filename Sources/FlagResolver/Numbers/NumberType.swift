#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A type of Swift that is read from numbers, by the rule of `Docs/DocumentFormat.md`, *Numbers in Swift*.
///
/// 1. An integer type reads every number of its range without a fraction, however it is written.
/// 2. A floating-point type reads an integer, written without a point and an exponent, only if it equals it. It rounds every
///    other number to the nearest value, and reads none that is too large.
package protocol NumberType: DecodableFromNumbers {
    /// Reads a number of a document; `nil` if the type does not have it.
    init?(number: JSONValue)

    /// Reads a number from a decoder, which does not show how it is written.
    ///
    /// - Parameter isMarked: Whether the decoder is a ``NumberDecoder``, which follows the rule itself.
    static func read(
        from container: any SingleValueDecodingContainer, isMarked: @autoclosure () -> Bool
    ) throws -> Self
}

extension NumberType {
    package static func value(of exact: ExactNumber<Self>) -> Self { exact.value }
}

/// A number that is decoded by the rule of ``NumberType``.
package struct ExactNumber<Number: NumberType>: Decodable {
    package let value: Number

    package init(from decoder: any Decoder) throws {
        value = try Number.read(
            from: decoder.singleValueContainer(), isMarked: MarkedNumbers.current != nil)
    }
}

extension SingleValueDecodingContainer {
    /// The error for a number that a type does not have. Messages name the type of the whole value.
    fileprivate var numberDoesNotFit: DecodingError { .numberDoesNotFit(at: codingPath) }
}

extension DecodingError {
    /// The error for a number that a type does not have.
    static func numberDoesNotFit(at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(
            Context(
                codingPath: path, debugDescription: SettingProblem.numberDoesNotFit, underlyingError: NumberDoesNotFit()
            ))
    }
}

// MARK: Integers

extension NumberType where Self: FixedWidthInteger {
    package init?(number: JSONValue) {
        guard let integer = number.integer(Self.self) else { return nil }
        self = integer
    }

    /// Reads an integer.
    ///
    /// `JSONDecoder` rounds a number with a fraction or an exponent to a `Double`, and accepts the result as an integer if
    /// it is integral. So it reads `0.9999999999999999999999` as 1, and not `9223372036854775807.0`. The same number as a
    /// `Decimal` shows its fraction.
    package static func read(
        from container: any SingleValueDecodingContainer, isMarked: @autoclosure () -> Bool = false
    ) throws -> Self {
        let integer = Result { try container.decode(Self.self) }
        if case .failure(let error) = integer, !SettingProblem.isAboutNumber(error) { throw error }
        let decimal: Decimal
        do {
            decimal = try container.decode(Decimal.self)
        } catch {
            // Any other error means that the decoder has no decimal numbers, so nothing was rounded.
            guard isMarked() || !SettingProblem.isAboutNumber(error) else { throw container.numberDoesNotFit }
            return try integer.get()
        }
        switch integer {
        case .success(let integer) where !integer.isRounded(from: decimal): return integer
        case .failure:
            guard let integer = Self("\(decimal)") else { throw container.numberDoesNotFit }
            return integer
        default: throw container.numberDoesNotFit
        }
    }

    /// Whether an integer differs from a decimal number by a fraction.
    package func isRounded(from decimal: Decimal) -> Bool {
        // Without digits after the point, the number is an integer itself.
        guard decimal.exponent < 0 else { return false }
        let integer = self < 0 ? Decimal(Int64(truncatingIfNeeded: self)) : Decimal(UInt64(truncatingIfNeeded: self))
        let difference = (decimal - integer).magnitude
        // A decoder that reads other notations as integers, such as the 0x1F of YAML, may read another decimal number.
        return difference > 0 && difference < 1
    }
}

extension Int: NumberType {}
extension Int8: NumberType {}
extension Int16: NumberType {}
extension Int32: NumberType {}
extension Int64: NumberType {}
extension UInt: NumberType {}
extension UInt8: NumberType {}
extension UInt16: NumberType {}
extension UInt32: NumberType {}
extension UInt64: NumberType {}

// MARK: Floating-point numbers

extension NumberType where Self: BinaryFloatingPoint & LosslessStringConvertible {
    package init?(number: JSONValue) {
        guard let number = number.floatingPoint(Self.self) else { return nil }
        self = number
    }

    /// Reads a floating-point number.
    ///
    /// A decoder rounds integers, and does not show which numbers are written as integers. Here, all those below 2^64
    /// without a fraction are.
    package static func read(
        from container: any SingleValueDecodingContainer, isMarked: @autoclosure () -> Bool
    ) throws -> Self {
        let value: Self
        do {
            value = try container.decode(Self.self)
        } catch {
            guard SettingProblem.isAboutNumber(error), let tiny = tinyNumber(in: container) else { throw error }
            return tiny
        }
        guard value.mayBeRoundedInteger, !isMarked() else { return value }
        let isExact =
            (try? Int64.read(from: container)).map { Self(exactly: $0) == value }
            ?? (try? UInt64.read(from: container)).map { Self(exactly: $0) == value }
        guard isExact ?? true else { throw container.numberDoesNotFit }
        return value
    }

    /// Whether the value may have been rounded from another integer.
    package var mayBeRoundedInteger: Bool { exponent > Self.Exponent(Self.significandBitCount) }

    /// The number nearest to one that rounds to zero. `JSONDecoder` reads such a number only as another type.
    private static func tinyNumber(in container: any SingleValueDecodingContainer) -> Self? {
        if let double = try? container.decode(Double.self) { return double.magnitude < 1 ? Self(double) : nil }
        return (try? container.decode(Int.self)) == 0 ? 0 : nil
    }
}

extension Double: NumberType {}
extension Float: NumberType {}
