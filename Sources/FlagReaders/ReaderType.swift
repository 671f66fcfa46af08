/// The type that code reads a value as, as far as it decides which JSON the code accepts.
package indirect enum ReaderType: Hashable, Sendable {
    /// A type that is not known, so that nothing is claimed about values.
    case any
    case boolean
    case integer(SwiftInteger)
    case number(SwiftNumber)
    case string
    /// One of some strings.
    case choice(ReaderChoice)
    case array(ReaderType)
    /// An object with members that the code knows.
    case object([Member])
    /// An object whose members have any names, and values of one type.
    case dictionary(ReaderType)
    /// `null` is a value, too.
    case optional(ReaderType)

    /// A member of an object, which is missing in some objects only if its type is optional.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let type: ReaderType

        package init(name: String, type: ReaderType) {
            self.name = name
            self.type = type
        }
    }

    /// The type without `null`.
    package var wrapped: ReaderType { if case .optional(let type) = self { type.wrapped } else { self } }

    /// Whether `null` is a value.
    package var isOptional: Bool { if case .optional = self { true } else { false } }

    /// Whether a part of the type is not known.
    package var isPartlyUnknown: Bool {
        switch self {
        case .any: true
        case .boolean, .integer, .number, .string, .choice: false
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.isPartlyUnknown
        case .object(let members): members.contains { $0.type.isPartlyUnknown }
        }
    }
}

/// The strings that an enum in code has cases for.
package struct ReaderChoice: Hashable, Sendable {
    package let cases: [String]
    /// Whether the enum has a case for other strings. Otherwise, it cannot be read from them.
    package let isOpen: Bool

    package init(cases: [String], isOpen: Bool) {
        self.cases = cases
        self.isOpen = isOpen
    }
}

/// The integer types of Swift, by their names.
package enum SwiftInteger: String, Sendable, CaseIterable {
    case int = "Int"
    case int8 = "Int8"
    case int16 = "Int16"
    case int32 = "Int32"
    case int64 = "Int64"
    case uint = "UInt"
    case uint8 = "UInt8"
    case uint16 = "UInt16"
    case uint32 = "UInt32"
    case uint64 = "UInt64"

    var type: any (FixedWidthInteger & Decodable).Type {
        switch self {
        case .int: Int.self
        case .int8: Int8.self
        case .int16: Int16.self
        case .int32: Int32.self
        case .int64: Int64.self
        case .uint: UInt.self
        case .uint8: UInt8.self
        case .uint16: UInt16.self
        case .uint32: UInt32.self
        case .uint64: UInt64.self
        }
    }
}

/// The types of Swift for numbers with a fraction, by their names.
package enum SwiftNumber: String, Sendable, CaseIterable {
    case double = "Double"
    case float = "Float"

    var type: any Decodable.Type {
        switch self {
        case .double: Double.self
        case .float: Float.self
        }
    }
}
