extension KeyedDecodingContainer {
    /// Decodes a value; every error has a path, and numbers follow the rule of ``NumberType``.
    package func decodeValue<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        do {
            // The values of most settings have one of these types; looking up a conformance is slow.
            if type == Bool.self || type == String.self { return try decode(type, forKey: key) }
            if type == Int.self, let value = try decode(ExactNumber<Int>.self, forKey: key).value as? Value {
                return value
            }
            if type == Double.self, let double = try? decode(Double.self, forKey: key), !double.mayBeRoundedInteger,
                let value = double as? Value
            {
                return value
            }
            return try decodeExactly(type, forKey: key)
        } catch {
            throw SettingProblem.thrownError(for: error, decoding: type, at: codingPath + [key])
        }
    }
}

extension Decoder {
    /// Decodes the current value; every error has a path, and numbers follow the rule of ``NumberType``.
    package func value<Value: Decodable>(of type: Value.Type) throws -> Value {
        do {
            return try singleValueContainer().decodeExactly(type)
        } catch {
            throw SettingProblem.thrownError(for: error, decoding: type, at: codingPath)
        }
    }
}
