extension KeyedDecodingContainer {
    /// Decodes a value; every error has a path, and integers equal the numbers of the JSON.
    package func decodeValue<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        do {
            // The values of most settings have one of these types; looking up a conformance is slow.
            if type == Int.self {
                if let value = try decode(ExactInteger.self, forKey: key).value as? Value { return value }
            } else {
                let value = try decode(type, forKey: key)
                if type == Bool.self || type == String.self || type == Double.self { return value }
                guard let integers = value as? any DecodableFromIntegers, !areExact(integers, forKey: key) else {
                    return value
                }
            }
        } catch {
            throw SettingProblem.thrownError(for: error, decoding: type, at: codingPath + [key])
        }
        throw SettingProblem.numberDoesNotFit(type).decodingError(at: codingPath + [key])
    }

    private func areExact<Value: DecodableFromIntegers>(_ value: Value, forKey key: Key) -> Bool {
        value.areExact { try decode($0, forKey: key) }
    }
}

extension Decoder {
    /// Decodes the current value; every error has a path, and integers equal the numbers of the JSON.
    package func value<Value: Decodable>(of type: Value.Type) throws -> Value {
        do {
            let container = try singleValueContainer()
            let value = try container.decode(type)
            if container.isExact(value) { return value }
        } catch {
            throw SettingProblem.thrownError(for: error, decoding: type, at: codingPath)
        }
        throw SettingProblem.numberDoesNotFit(type).decodingError(at: codingPath)
    }
}

/// An integer, decoded with its decimal number after one look for its key.
private struct ExactInteger: Decodable {
    /// `nil` if the decoder rounded it.
    let value: Int?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let integer = try container.decode(Int.self)
        value = integer.areExact { try container.decode($0) } ? integer : nil
    }
}
