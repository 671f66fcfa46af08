/// Any JSON value, from any decoder.
///
/// An object is decoded as a dictionary, so that a key strategy of the decoder does not change its keys. Numbers are kept as
/// text: integers that fit 64 bits exactly, others as the shortest text of a `Double`.
indirect enum DecodedJSON: Decodable {
    case null
    case boolean(Bool)
    case number(String)
    case string(String)
    case array([DecodedJSON])
    case object([String: DecodedJSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = (decoder as? NumberDecoder)?.markedNumber {
            self = .number("\(number)")
        } else if value.decodeNil() {
            self = .null
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let integer = try? value.decode(Int64.self) {
            self = .number("\(integer)")
        } else if let integer = try? value.decode(UInt64.self) {
            self = .number("\(integer)")
        } else if let number = try? value.decode(Double.self), number.isFinite {
            self = .number("\(number)")
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try value.decode([DecodedJSON].self))
        } else if (try? decoder.container(keyedBy: PathKey.self)) != nil {
            self = .object(try value.decode([String: DecodedJSON].self))
        } else {
            // No other value is left.
            let number = "a number that is out of range"
            throw SettingProblem.condition(.unexpected(found: number, expected: "at most about 1.8e308 in magnitude"))
                .decodingError(at: decoder.codingPath)
        }
    }

    /// Writes the value; members are ordered by the bytes of their keys.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.writeNull()
        case .boolean(let value): writer.write(value)
        case .number(let text): writer.write(raw: text)
        case .string(let text): writer.write(text)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                writer.write(key: key)
                value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
