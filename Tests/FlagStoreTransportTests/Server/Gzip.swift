/// Compressed bodies, written by hand as RFC 1951 and RFC 1952 define them.
enum Gzip {
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// Bytes in uncompressed blocks.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result = header
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            result += littleEndian(UInt32(block.count), 2)
            result += littleEndian(~UInt32(block.count), 2)
            result += block
        } while !rest.isEmpty
        return result + littleEndian(checksum(bytes), 4) + littleEndian(UInt32(truncatingIfNeeded: bytes.count), 4)
    }

    /// A few bytes that decompress to at least so many spaces.
    static func bomb(_ count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.write(0b011, 3)
        // One space, then repeated copies of 258 bytes at distance 1. Codes are written with the highest bit first.
        bits.writeCode(0x30 + 0x20, 8)
        for _ in 0...(count / 258) {
            bits.writeCode(0b1100_0101, 8)
            bits.writeCode(0, 5)
        }
        bits.writeCode(0, 7)
        return header + bits.finished() + [0, 0, 0, 0] + littleEndian(UInt32(truncatingIfNeeded: count), 4)
    }

    private static func littleEndian(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    private struct BitWriter {
        private var bytes: [UInt8] = []
        private var current: UInt8 = 0
        private var count: UInt8 = 0

        mutating func write(_ bits: UInt32, _ length: UInt32) {
            for index in 0..<length {
                current |= UInt8((bits >> index) & 1) << count
                count += 1
                if count == 8 {
                    bytes.append(current)
                    (current, count) = (0, 0)
                }
            }
        }

        mutating func writeCode(_ code: UInt32, _ length: UInt32) {
            for index in (0..<length).reversed() { write((code >> index) & 1, 1) }
        }

        func finished() -> [UInt8] { count == 0 ? bytes : bytes + [current] }
    }
}
