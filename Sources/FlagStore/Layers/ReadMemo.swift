/// The value that was last read through a key, and its generation.
///
/// Generations are unique in the process, so the number identifies the store as well.
@usableFromInline
final class ReadMemo<Value: SettingValue>: Sendable {
    /// For `Bool`: the value in the lowest bit, the generation above it. Zero is not a generation.
    @usableFromInline
    let word = AtomicWord(0)

    @usableFromInline
    let decoded = InlinedLock<Decoded?>(nil)

    @usableFromInline
    struct Decoded: Sendable {
        @usableFromInline
        let generation: UInt64

        @usableFromInline
        let value: Value
    }

    /// The value that was last read, if it was read in this generation.
    @inlinable
    func value(in generation: UInt64) -> Value? {
        guard let decoded = decoded.value(), decoded.generation == generation else { return nil }
        return decoded.value
    }

    /// Caches the value that was read in a generation.
    func remember(_ value: Value, in generation: UInt64) {
        decoded.set(Decoded(generation: generation, value: value))
    }
}

/// The generations of all stores in the process.
enum Generation {
    private static let counter = AtomicWord(0)

    /// A generation for which no value is cached: every read is a fresh one.
    static let unremembered = UInt64.max >> 1

    /// A number that was never returned before.
    static func next() -> UInt64 {
        counter.increment()
    }
}
