/// A hash that is the same in every process and on every platform.
///
/// It distinguishes findings and is not cryptographic: FNV-1a, twice 64 bits.
struct Fingerprint: Hashable {
    /// Incremented when fingerprints change, so that old baselines are recognised.
    static let version = 1

    // The halves have different seeds, so that a collision in one is unlikely to be a collision in the other.
    private var first: UInt64 = 0xCBF2_9CE4_8422_2325
    private var second: UInt64 = 0x8422_2325_CBF2_9CE5

    /// The fingerprint of no bytes.
    init() {}

    init(of bytes: [UInt8]) {
        add(bytes)
    }

    /// Adds more of the text.
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

    /// Mixes the last bytes into all digits.
    private static func spread(_ hash: UInt64) -> UInt64 {
        let mixed = (hash ^ hash &>> 32) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed &>> 32
    }

    /// The fingerprint of a finding, which does not depend on its line.
    ///
    /// - Parameters:
    ///   - file: The canonical name of the file.
    ///   - setting: The setting that the finding is about.
    ///   - value: What else identifies the finding: a value and the versions that have it, for example.
    static func of(code: String, file: String, setting: String, value: String) -> String {
        var bytes: [UInt8] = []
        write(code: code, file: file, setting: Array(setting.utf8)[...], to: &bytes)
        bytes.append(contentsOf: value.utf8)
        return Fingerprint(of: bytes).text
    }

    /// Writes the common start of the text of every fingerprint.
    ///
    /// - Parameter file: The canonical path, from ``FileReference/canonical(_:)``.
    static func write(code: String, file: String, setting: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: code.utf8)
        bytes.append(0)
        bytes.append(contentsOf: file.utf8)
        bytes.append(0)
        bytes.append(contentsOf: setting)
        bytes.append(0)
    }
}
