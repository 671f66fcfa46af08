/// How the properties of a model with tolerant keys are decoded: plainly, and otherwise only where that does not do.
extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes a value that must be there.
    ///
    /// - Parameter plain: Decodes it under its canonical name.
    func tolerantly<Value: Decodable>(_ type: Value.Type, _ key: Key, plain: () throws -> Value) throws -> Value {
        if let alias = try alias(of: key) {
            return try decode(key, spelled: alias) { try $0.singleValueContainer().decode(type) }
        }
        do {
            return try plain()
        } catch DecodingError.keyNotFound(_, let context) where context.codingPath.count == codingPath.count {
            guard !contains(key) else { throw DecodingError.keyNotFound(key, context) }
            throw missingKey(key.rawValue, among: allSpellings())
        }
    }

    /// Decodes a value that may be missing or null.
    func tolerantlyIfPresent<Value: Decodable>(
        _ type: Value.Type,
        _ key: Key,
        plain: () throws -> Value?
    ) throws -> Value? {
        guard let alias = try alias(of: key) else { return try plain() }
        return try decode(key, spelled: alias) { decoder in
            let container = try decoder.singleValueContainer()
            return container.decodeNil() ? nil : try container.decode(type)
        }
    }

    /// Decodes a scalar that must be there; leniently, if the decoder says so and there is another type.
    func leniently<Value: LenientlyDecodable>(_ type: Value.Type, _ key: Key, plain: () throws -> Value) throws -> Value
    {
        do {
            return try tolerantly(type, key, plain: plain)
        } catch {
            return try lenientValue(type, key, after: error)
        }
    }

    /// Decodes a scalar that may be missing or null; leniently, if the decoder says so and there is another type.
    func lenientlyIfPresent<Value: LenientlyDecodable>(
        _ type: Value.Type,
        _ key: Key,
        plain: () throws -> Value?
    ) throws -> Value? {
        do {
            return try tolerantlyIfPresent(type, key, plain: plain)
        } catch {
            return try lenientValue(type, key, after: error)
        }
    }

    /// The value that stands at a key, read leniently, if the decoder says so and the type is what was wrong with it.
    private func lenientValue<Value: LenientlyDecodable>(
        _ type: Value.Type,
        _ key: Key,
        after error: any Error
    ) throws -> Value {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
            // In strict mode the error may be about the names of the field instead.
            guard context.underlyingError as? SettingProblem == nil else { throw error }
        default: throw error
        }
        let userInfo = try superDecoder(forKey: key).userInfo
        guard userInfo[.lenientScalars] as? Bool == true else { throw error }
        if let alias = try alias(of: key) {
            return try decode(key, spelled: alias) { try Value(leniently: $0) }
        }
        return try Value(leniently: superDecoder(forKey: key))
    }
}
