import FlagResolver

/// JSON written as Swift literals. Members keep their order.
///
/// ```swift
/// let version: JSONLiteral = ["type": "string", "minLength": 1]
/// ```
indirect enum JSONLiteral: Sendable {
    case bool(Bool)
    case integer(Int)
    case string(String)
    case array([JSONLiteral])
    case object([(key: String, value: JSONLiteral)])

    func write(to writer: inout JSONWriter) {
        switch self {
        case .bool(let value): writer.write(value)
        case .integer(let value): writer.write(value)
        case .string(let value): writer.write(value)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for (key, value) in members {
                writer.write(key: key)
                value.write(to: &writer)
            }
            writer.endObject()
        }
    }

    /// The members of this object, and then those of another one.
    func adding(_ more: JSONLiteral) -> JSONLiteral {
        guard case .object(let members) = self, case .object(let others) = more else { return self }
        return .object(members + others)
    }
}

extension JSONLiteral: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(stringLiteral value: String) { self = .string(value) }
}

extension JSONLiteral: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    init(arrayLiteral elements: JSONLiteral...) { self = .array(elements) }
    init(dictionaryLiteral members: (String, JSONLiteral)...) {
        self = .object(members.map { (key: $0.0, value: $0.1) })
    }
}
