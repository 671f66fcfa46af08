/// Integers of 128 bits, which only newer systems have; containers decode them with functions of their own, too.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
extension KeyedDecodingContainer {
    fileprivate func plain(_ type: Int128.Type, _ key: Key) throws -> Int128 { try decode(type, forKey: key) }

    fileprivate func plainIfPresent(_ type: Int128.Type, _ key: Key) throws -> Int128? {
        try decodeIfPresent(type, forKey: key)
    }

    fileprivate func plain(_ type: UInt128.Type, _ key: Key) throws -> UInt128 { try decode(type, forKey: key) }

    fileprivate func plainIfPresent(_ type: UInt128.Type, _ key: Key) throws -> UInt128? {
        try decodeIfPresent(type, forKey: key)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try tolerantly(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try tolerantlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key.
    public func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try tolerantly(type, key) { try plain(type, key) }
    }

    /// Decodes an integer under the name, or an alias, of its key; `nil` where there is none, or null.
    public func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try tolerantlyIfPresent(type, key) { try plainIfPresent(type, key) }
    }
}
