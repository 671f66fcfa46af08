extension KeyedDecodingContainer {
    /// Decodes a value; every error has a path, and integers equal the numbers of the JSON.
    package func decodeValue<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        do {
            let value = try decode(type, forKey: key)
            // The values of most settings have one of these types; looking up a conformance is slow.
            if type == Bool.self || type == String.self || type == Double.self { return value }
            guard let integers = value as? any DecodableFromIntegers, !areExact(integers, forKey: key) else {
                return value
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
