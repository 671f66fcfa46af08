/// What synthesized code calls for the properties of a model with tolerant keys.
///
/// There is one function for each type that containers decode with a function of its own, since the compiler prefers
/// those to generic ones.
extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes a value under the name, or an alias, of its key.
    ///
    /// - Throws: `DecodingError`; for a missing key, its message names the nearest one that is there.
    public func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try tolerantly(type, key) { try plain(type, key) }
    }

    /// Decodes a value under the name, or an alias, of its key; `nil` where there is none of them, or null.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    public func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try tolerantlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes a Boolean value under the name, or an alias, of its key.
    public func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes a Boolean value under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes text under the name, or an alias, of its key.
    public func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try tolerantly(type, key) { try plain(type, key) }
    }

    /// Decodes text under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try tolerantlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes a number under the name, or an alias, of its key.
    public func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes a number under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes a number under the name, or an alias, of its key.
    public func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes a number under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try leniently(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try lenientlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }
}
