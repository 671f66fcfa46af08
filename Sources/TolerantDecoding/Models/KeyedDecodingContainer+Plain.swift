/// The functions of a container before models with tolerant keys have others in their place.
///
/// Synthesized code calls the most specific function for the type of a property. Those for tolerant keys would call
/// themselves, where they mean the container's own; from here, where nothing is known of the keys, they cannot.
extension KeyedDecodingContainer {
    func plain<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        try decode(type, forKey: key)
    }

    func plainIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        try decodeIfPresent(type, forKey: key)
    }

    func plain(_ type: Bool.Type, _ key: Key) throws -> Bool { try decode(type, forKey: key) }

    func plainIfPresent(_ type: Bool.Type, _ key: Key) throws -> Bool? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: String.Type, _ key: Key) throws -> String { try decode(type, forKey: key) }

    func plainIfPresent(_ type: String.Type, _ key: Key) throws -> String? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: Double.Type, _ key: Key) throws -> Double { try decode(type, forKey: key) }

    func plainIfPresent(_ type: Double.Type, _ key: Key) throws -> Double? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: Float.Type, _ key: Key) throws -> Float { try decode(type, forKey: key) }

    func plainIfPresent(_ type: Float.Type, _ key: Key) throws -> Float? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: Int.Type, _ key: Key) throws -> Int { try decode(type, forKey: key) }

    func plainIfPresent(_ type: Int.Type, _ key: Key) throws -> Int? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: Int8.Type, _ key: Key) throws -> Int8 { try decode(type, forKey: key) }

    func plainIfPresent(_ type: Int8.Type, _ key: Key) throws -> Int8? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: Int16.Type, _ key: Key) throws -> Int16 { try decode(type, forKey: key) }

    func plainIfPresent(_ type: Int16.Type, _ key: Key) throws -> Int16? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: Int32.Type, _ key: Key) throws -> Int32 { try decode(type, forKey: key) }

    func plainIfPresent(_ type: Int32.Type, _ key: Key) throws -> Int32? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: Int64.Type, _ key: Key) throws -> Int64 { try decode(type, forKey: key) }

    func plainIfPresent(_ type: Int64.Type, _ key: Key) throws -> Int64? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: UInt.Type, _ key: Key) throws -> UInt { try decode(type, forKey: key) }

    func plainIfPresent(_ type: UInt.Type, _ key: Key) throws -> UInt? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: UInt8.Type, _ key: Key) throws -> UInt8 { try decode(type, forKey: key) }

    func plainIfPresent(_ type: UInt8.Type, _ key: Key) throws -> UInt8? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: UInt16.Type, _ key: Key) throws -> UInt16 { try decode(type, forKey: key) }

    func plainIfPresent(_ type: UInt16.Type, _ key: Key) throws -> UInt16? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: UInt32.Type, _ key: Key) throws -> UInt32 { try decode(type, forKey: key) }

    func plainIfPresent(_ type: UInt32.Type, _ key: Key) throws -> UInt32? { try decodeIfPresent(type, forKey: key) }

    func plain(_ type: UInt64.Type, _ key: Key) throws -> UInt64 { try decode(type, forKey: key) }

    func plainIfPresent(_ type: UInt64.Type, _ key: Key) throws -> UInt64? { try decodeIfPresent(type, forKey: key) }
}
