/// The bucket that a rollout puts a key into: one of 100,000, so that a percentage has three decimals.
package enum RolloutBucket {
    /// The number of buckets.
    package static let count = 100_000

    /// The bucket of a key, from 0 to 99,999.
    ///
    /// It is `floor(hash × 100000 / 2³²)`, where `hash` is MurmurHash3 x86_32 with seed 0 of the UTF-8 of the salt, a slash,
    /// and the key.
    ///
    /// - Complexity: O(*n*) for *n* bytes of salt and key.
    package static func bucket(ofKey key: String, salt: String) -> Int {
        bucket(ofKey: key, salt: [UInt8](salt.utf8))
    }

    package static func bucket(ofKey key: String, salt: [UInt8]) -> Int {
        var text = salt
        text.append(UInt8(ascii: "/"))
        text.append(contentsOf: key.utf8)
        let hash = text.withRawSpan { MurmurHash3.hash32($0) }
        // The result is below the number of buckets.
        return Int(truncatingIfNeeded: (UInt64(hash) * UInt64(count)) >> 32)
    }
}

/// MurmurHash3, a hash that spreads similar keys evenly. It is not for security.
///
/// Standard: MurmurHash3_x86_32 by Austin Appleby.
package enum MurmurHash3 {
    /// The 32-bit hash of bytes.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package static func hash32(_ bytes: RawSpan, seed: UInt32 = 0) -> UInt32 {
        var hash = seed
        var offset = 0
        while let block = bytes.halfWord(at: offset) {
            hash ^= scrambled(block)
            hash = rotated(hash, by: 13) &* 5 &+ 0xE654_6B64
            offset += 4
        }
        var tail: UInt32 = 0
        for index in (offset..<bytes.byteCount).reversed() { tail = tail << 8 | UInt32(bytes.byte(at: index)) }
        if offset < bytes.byteCount { hash ^= scrambled(tail) }
        hash ^= UInt32(truncatingIfNeeded: bytes.byteCount)
        hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
        hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
        return hash ^ hash >> 16
    }

    private static func scrambled(_ block: UInt32) -> UInt32 {
        rotated(block &* 0xCC9E_2D51, by: 15) &* 0x1B87_3593
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
