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
        key.withUTF8Bytes { key in salt.withUTF8Bytes { salt in bucket(ofKey: key, salt: salt) } }
    }

    /// The bucket of a key, with the salt as UTF-8.
    package static func bucket(ofKey key: String, salt: [UInt8]) -> Int {
        key.withUTF8Bytes { key in salt.withRawSpan { salt in bucket(ofKey: key, salt: salt) } }
    }

    /// The bucket of a key, both as UTF-8.
    static func bucket(ofKey key: RawSpan, salt: RawSpan) -> Int {
        var hash = MurmurHash3()
        hash.combine(salt)
        hash.combine(UInt8(ascii: "/"))
        hash.combine(key)
        // The result is below the number of buckets.
        return Int(truncatingIfNeeded: (UInt64(hash.value) * UInt64(count)) >> 32)
    }
}

/// MurmurHash3, a hash that spreads similar keys evenly. It is not for security.
///
/// The bytes can be added in parts: how they are divided does not change the hash.
///
/// Standard: MurmurHash3_x86_32 by Austin Appleby.
package struct MurmurHash3 {
    private var state: UInt32

    /// The bytes after the last full block of four, with the first one in the lowest bits, and their count.
    private var pending: UInt64 = 0
    private var pendingCount: UInt64 = 0

    private var byteCount: UInt32 = 0

    init(seed: UInt32 = 0) {
        state = seed
    }

    /// The 32-bit hash of bytes.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package static func hash32(_ bytes: RawSpan, seed: UInt32 = 0) -> UInt32 {
        var hash = MurmurHash3(seed: seed)
        hash.combine(bytes)
        return hash.value
    }

    /// Adds bytes.
    mutating func combine(_ bytes: RawSpan) {
        var offset = 0
        while let block = bytes.halfWord(at: offset) {
            pending |= UInt64(block) << (pendingCount &* 8)
            combineBlock()
            offset &+= 4
        }
        byteCount &+= UInt32(truncatingIfNeeded: offset)
        while offset < bytes.byteCount {
            combine(bytes.byte(at: offset))
            offset &+= 1
        }
    }

    /// Adds a byte.
    mutating func combine(_ byte: UInt8) {
        pending |= UInt64(byte) << (pendingCount &* 8)
        pendingCount &+= 1
        byteCount &+= 1
        guard pendingCount == 4 else { return }
        pendingCount = 0
        combineBlock()
    }

    private mutating func combineBlock() {
        state ^= Self.scrambled(UInt32(truncatingIfNeeded: pending))
        state = Self.rotated(state, by: 13) &* 5 &+ 0xE654_6B64
        pending >>= 32
    }

    /// The hash of all bytes that were added.
    var value: UInt32 {
        var hash = state
        if pendingCount > 0 { hash ^= Self.scrambled(UInt32(truncatingIfNeeded: pending)) }
        hash ^= byteCount
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
