/// Short names for texts, the same in every process and on every platform.
///
/// They tell findings of one report apart and are no protection against anybody: FNV-1a, twice 64 bits.
struct Fingerprint: Hashable {
    // The second half begins elsewhere, so that texts which meet in one half hardly meet in the other.
    private var first: UInt64 = 0xCBF2_9CE4_8422_2325
    private var second: UInt64 = 0x8422_2325_CBF2_9CE5

    init(of bytes: [UInt8]) {
        add(bytes)
    }

    /// Goes on with more of the text.
    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes {
            first = (first ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            second = (second ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }

    /// Thirty-two hexadecimal digits.
    var text: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(32)
        for half in [first, second] {
            let value = Self.spread(half)
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift) & 0xF)
                digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Spreads the last bytes over all digits.
    private static func spread(_ hash: UInt64) -> UInt64 {
        let mixed = (hash ^ hash &>> 32) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed &>> 32
    }

    /// Thirty-two hexadecimal digits.
    static func of(_ text: String) -> String {
        Fingerprint(of: Array(text.utf8)).text
    }
}
