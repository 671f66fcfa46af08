/// Identifies a document by the length and a checksum of its bytes.
///
/// It detects repeated content. It is not cryptographic and does not need to be: whoever can forge a document with the
/// identity of another one can also send any other document.
package struct DocumentIdentity: Hashable, Sendable {
    package let byteCount: UInt64
    package let checksum: UInt64

    package init(byteCount: UInt64, checksum: UInt64) {
        self.byteCount = byteCount
        self.checksum = checksum
    }

    /// The identity of a document's bytes.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package init(of bytes: [UInt8]) {
        byteCount = UInt64(bytes.count)
        var sum = Checksum()
        sum.update(bytes[...])
        checksum = sum.value
    }

    /// A strong entity tag of the document.
    ///
    /// Standard: RFC 9110, section 8.8.3.
    package var entityTag: String { "\"\(byteCount)-\(String(checksum, radix: 16))\"" }
}

/// The checksum CRC-64/XZ: it detects every change within 64 consecutive bits, and others except for 1 in 2^64.
///
/// Standard: ECMA-182's polynomial, reflected, as the file format `.xz` uses it.
struct Checksum: Sendable {
    private var remainder = UInt64.max

    /// The checksum of the bytes so far.
    var value: UInt64 { ~remainder }

    /// Adds bytes.
    ///
    /// - Complexity: O(*n*) for *n* bytes, eight at a time.
    mutating func update(_ bytes: ArraySlice<UInt8>) {
        let span = bytes.span
        // The span of a slice, because `Array.span` requires newer systems than this library.
        let allTables = Self.tables[...]
        let tables = allTables.span
        var remainder = remainder
        var offset = 0
        while offset &+ 8 <= span.count {
            var word = UInt64(0)
            for index in 0..<8 {
                word |= UInt64(span[offset &+ index]) &<< UInt64(8 &* index)
            }
            word ^= remainder
            remainder = 0
            for index in 0..<8 {
                let byte = Int(truncatingIfNeeded: (word &>> UInt64(8 &* index)) & 0xFF)
                remainder ^= tables[(7 &- index) &* 256 &+ byte]
            }
            offset &+= 8
        }
        while offset < span.count {
            let byte = Int(truncatingIfNeeded: (remainder ^ UInt64(span[offset])) & 0xFF)
            remainder = tables[byte] ^ (remainder &>> 8)
            offset &+= 1
        }
        self.remainder = remainder
    }

    /// Eight tables of 256 words: the effect of a byte on the remainder, by the number of bytes that follow it.
    private static let tables: [UInt64] = {
        var tables: [UInt64] = (0..<256).map { byte in
            (0..<8).reduce(UInt64(byte)) { value, _ in
                value & 1 == 0 ? value >> 1 : (value >> 1) ^ 0xC96C_5795_D787_0F42
            }
        }
        for index in 256..<2_048 {
            let shorter = tables[index - 256]
            tables.append(tables[Int(truncatingIfNeeded: shorter & 0xFF)] ^ (shorter >> 8))
        }
        return tables
    }()
}
