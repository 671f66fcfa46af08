/// Public keys of Ed25519 with which anybody can make signatures, or that have a second encoding.
///
/// A key of small order signs nothing: a signature that everybody can compute fits many messages. Libraries accept such keys,
/// so they are compared here, wherever a key is read. Points of mixed order are accepted: whoever has the private key can make
/// one, and only that person can sign with it. Standard: RFC 8032, section 5.1.3.
enum EdwardsPoint {
    /// What is wrong with the 32 bytes of a key; `nil` if it can be used.
    static func problem(with bytes: [UInt8]) -> String? {
        var coordinate = bytes
        guard let last = coordinate.popLast() else { return nil }
        // The highest bit is the sign of the other coordinate.
        coordinate.append(last & 0x7F)
        if !isBelowPrime(coordinate) { return "the key is not the canonical encoding of a point" }
        guard smallOrder.contains(coordinate) else { return nil }
        return "the key is a point of small order, for which anybody can make signatures"
    }

    /// Whether a coordinate, the lowest byte first, is below the prime 2²⁵⁵ − 19.
    private static func isBelowPrime(_ coordinate: [UInt8]) -> Bool {
        coordinate.reversed().lexicographicallyPrecedes(prime.reversed())
    }

    private static let prime: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]

    /// The y coordinates of the eight points whose order divides 8, the lowest byte first.
    private static let smallOrder: Set<[UInt8]> = [
        [UInt8](repeating: 0, count: 32),
        [1] + [UInt8](repeating: 0, count: 31),
        [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
            0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
            0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]
}
