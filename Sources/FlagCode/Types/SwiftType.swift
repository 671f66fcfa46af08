/// The Swift type of the values of a setting or of a part of them.
package indirect enum SwiftType: Hashable, Sendable {
    case boolean
    case integer
    /// An `Int64`, for integers that a 32-bit `Int` cannot hold: on some watches, `Int` has 32 bits.
    case wideInteger
    case double
    case string
    /// One of a closed list of strings.
    case choice(SwiftChoice)
    case array(SwiftType)
    case structure(SwiftStructure)
    case optional(SwiftType)

    /// The same type, with `nil` for `null` or an absent member.
    var asOptional: SwiftType {
        if case .optional = self { self } else { .optional(self) }
    }

    /// The type's name within the declaration that declares its structures and choices.
    var name: String {
        switch self {
        case .boolean: "Bool"
        case .integer: "Int"
        case .wideInteger: "Int64"
        case .double: "Double"
        case .string: "String"
        case .choice(let choice): choice.name.declaration
        case .array(let element): "[\(element.name)]"
        case .structure(let structure): structure.name.declaration
        case .optional(let wrapped): "\(wrapped.name)?"
        }
    }

    /// The type that must be declared for this one; `nil` if there is none.
    var declared: SwiftType? {
        switch self {
        case .boolean, .integer, .wideInteger, .double, .string: nil
        case .choice, .structure: self
        case .array(let inner), .optional(let inner): inner.declared
        }
    }
}

/// A Swift enum for a closed list of strings.
package struct SwiftChoice: Hashable, Sendable {
    package let name: SwiftIdentifier
    package let cases: [Case]

    /// One of the strings, and its Swift name.
    package struct Case: Hashable, Sendable {
        package let value: String
        package let identifier: SwiftIdentifier
    }
}

/// A Swift struct for objects.
package struct SwiftStructure: Hashable, Sendable {
    package let name: SwiftIdentifier

    /// The members in the order in which the document first has them.
    package let members: [Member]

    /// A member of the objects: its key, and its property.
    package struct Member: Hashable, Sendable {
        package let key: String
        package let identifier: SwiftIdentifier
        package let type: SwiftType
    }
}
