#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Any JSON value as Foundation's decoder gives it.
public indirect enum DecodedJSON: Decodable, Sendable, Equatable {
    case null
    case bool(Bool)
    case string(String)
    case number(Double)
    case array([DecodedJSON])
    case object([String: DecodedJSON])
    /// A number that Foundation accepts and yet cannot give as a Double.
    case unreadable

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let double = try? container.decode(Double.self) {
            self = .number(double)
        } else if let array = try? container.decode([DecodedJSON].self) {
            self = .array(array)
        } else if let object = try? container.decode([String: DecodedJSON].self) {
            self = .object(object)
        } else {
            self = .unreadable
        }
    }

    /// Whether a plain value is the same, as far as two readers of JSON have to agree.
    public func agrees(with plain: PlainJSON) -> Bool {
        switch (self, plain.content) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right)
        case (.number(let left), .number(let right)): return left == right.double || !right.isOrdinary
        case (.unreadable, .number(let right)): return !right.isOrdinary
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.agrees(with: $1) }
        case (.object(let left), .object(let right)):
            let names = right.map { String(decoding: $0.name, as: UTF8.self) }
            // Foundation takes two spellings of one text for one key.
            guard Set(names).count == names.count else { return left.count < names.count }
            return left.count == names.count
                && zip(names, right).allSatisfy { left[$0]?.agrees(with: $1.value) == true }
        default: return false
        }
    }
}

extension DecodedJSON {
    /// What Foundation makes of a text.
    public init(decoding bytes: some Collection<UInt8>) throws {
        self = try JSONDecoder().decode(DecodedJSON.self, from: Data(bytes))
    }
}
