/// A fast hash of bytes that nobody outside the process can predict.
///
/// Keys come from the network. With a hash that is known beforehand, a document could be written whose keys all fall
/// into one slot of a table, and reading it would take quadratic time. The construction is wyhash's: words are mixed by
/// folding their 128-bit product with secret operands.
package struct ByteHash: Sendable {
    /// The hash of this process, with secrets drawn at its first use.
    package static let ofProcess: ByteHash = {
        var generator = SystemRandomNumberGenerator()
        return ByteHash(using: &generator)
    }()

    private let first: UInt64
    private let second: UInt64

    /// Draws the secrets of a new hash.
    package init(using generator: inout some RandomNumberGenerator) {
        // Odd secrets are never zero, which would make a product forget its other operand.
        first = generator.next() | 1
        second = generator.next() | 1
    }

    /// The hash of an array's bytes.
    @inline(__always)
    package func callAsFunction(_ bytes: [UInt8]) -> UInt64 {
        bytes.withRawSpan { callAsFunction($0) }
    }

    /// The hash of a span's bytes.
    ///
    /// - Complexity: O(*n*) in the number of bytes; about one multiplication for every 16 of them.
    @inline(__always)
    package func callAsFunction(_ bytes: RawSpan) -> UInt64 {
        callAsFunction(bytes, from: 0, count: bytes.byteCount)
    }

    /// The hash of `count` bytes from an offset on; those that are not there count as zero.
    @inline(__always)
    package func callAsFunction(_ bytes: RawSpan, from start: Int, count: Int) -> UInt64 {
        var seed = first
        var low: UInt64 = 0
        var high: UInt64 = 0
        if count > 16 {
            var offset = start
            let last = start + count - 16
            while offset < last {
                seed = ByteHash.mix(word(bytes, offset) ^ second, word(bytes, offset + 8) ^ seed)
                offset += 16
            }
            low = word(bytes, last)
            high = word(bytes, last + 8)
        } else if count >= 8 {
            low = word(bytes, start)
            high = word(bytes, start + count - 8)
        } else if count >= 4 {
            low = UInt64(bytes.halfWord(at: start) ?? 0)
            high = UInt64(bytes.halfWord(at: start + count - 4) ?? 0)
        } else if count > 0 {
            low = UInt64(bytes.byte(at: start)) << 16 | UInt64(bytes.byte(at: start + count >> 1)) << 8
            high = UInt64(bytes.byte(at: start + count - 1))
        }
        let product = (low ^ second).multipliedFullWidth(by: high ^ seed)
        return ByteHash.mix(product.low ^ first ^ UInt64(truncatingIfNeeded: count), product.high ^ second)
    }

    @inline(__always)
    private func word(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
        bytes.word(at: offset) ?? 0
    }

    @inline(__always)
    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.low ^ product.high
    }
}
