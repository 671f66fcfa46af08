/// A fast hash of bytes that cannot be predicted outside the process.
///
/// Keys come from the network. If their hash could be predicted, a document could have keys that all fall into one bucket of
/// a table, and reading it would take quadratic time. As in wyhash, words are mixed by folding their 128-bit product with a
/// secret operand.
package struct ByteHash: Sendable {
    /// The hash of this process, with secrets that are drawn at its first use.
    package static let ofProcess: ByteHash = {
        var generator = SystemRandomNumberGenerator()
        return ByteHash(using: &generator)
    }()

    private let seed: UInt64
    private let factor: UInt64

    /// A hash with new secrets.
    package init(using generator: inout some RandomNumberGenerator) {
        seed = generator.next()
        // An odd factor is never zero, which would make every product zero.
        factor = generator.next() | 1
    }

    /// The hash of an array's bytes.
    package func callAsFunction(_ bytes: [UInt8]) -> UInt64 {
        bytes.withRawSpan { callAsFunction($0) }
    }

    /// The hash of a span's bytes.
    ///
    /// - Complexity: O(*n*), with one multiplication for every eight bytes.
    package func callAsFunction(_ bytes: RawSpan) -> UInt64 {
        callAsFunction(bytes, from: 0, count: bytes.byteCount)
    }

    /// The hash of `count` bytes that start at an offset. Bytes out of bounds count as zero.
    package func callAsFunction(_ bytes: RawSpan, from start: Int, count: Int) -> UInt64 {
        var state = mix(seed ^ UInt64(truncatingIfNeeded: count))
        if count < 8 {
            var word: UInt64 = 0
            for offset in start..<(start + count) { word = word << 8 | UInt64(bytes.byte(at: offset)) }
            return mix(state ^ word)
        }
        // The last word overlaps the one before it if the count is not a multiple of eight.
        let last = start + count - 8
        for offset in stride(from: start, to: last, by: 8) { state = mix(state ^ (bytes.word(at: offset) ?? 0)) }
        return mix(state ^ (bytes.word(at: last) ?? 0))
    }

    private func mix(_ word: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.low ^ product.high
    }
}
