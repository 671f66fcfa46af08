/// What a node of a JSON tree is.
package enum JSONKind: UInt8, Sendable, Hashable, BitwiseCopyable {
    case null
    case `false`
    case `true`
    case number
    case string
    case array
    case object

    /// Whether a node of this kind is a boolean.
    @inline(__always)
    package var isBool: Bool { self == .true || self == .false }

    /// The type's name as messages write it: `boolean` for `true` and `false`.
    package var name: String {
        switch self {
        case .null: "null"
        case .false, .true: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
