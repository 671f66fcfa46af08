/// Short names for texts, the same in every process and on every platform.
///
/// They tell findings of one report apart and are no protection against anybody: FNV-1a, twice 64 bits.
enum Fingerprint {
    /// Thirty-two hexadecimal digits.
    static func of(_ text: String) -> String {
        // The second half begins elsewhere, so that texts which meet in one half hardly meet in the other.
        hexadecimal(hash(text.utf8, from: 0xCBF2_9CE4_8422_2325))
            + hexadecimal(hash(text.utf8, from: 0x8422_2325_CBF2_9CE5))
    }

    private static func hash(_ bytes: String.UTF8View, from basis: UInt64) -> UInt64 {
        var hash = basis
        for byte in bytes {
            hash ^= UInt64(byte)
            hash &*= 0x0000_0100_0000_01B3
        }
        // Spreads the last bytes over all digits.
        hash ^= hash &>> 32
        hash &*= 0xD6E8_FEB8_6659_FD93
        return hash ^ hash &>> 32
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
