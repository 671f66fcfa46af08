/// What was last read through a key, and in which generation of which store.
///
/// Generations are unique in the process, so that a number alone tells both.
@usableFromInline
final class ReadMemo<Value: SettingValue>: Sendable {
    /// For `Bool`: the generation, and in the lowest bit the value. Zero is no generation.
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

    /// The value that was read in a generation, if that was the last one.
    @inlinable
    func value(in generation: UInt64) -> Value? {
        guard let decoded = decoded.value(), decoded.generation == generation else { return nil }
        return decoded.value
    }

    /// Remembers what was read in a generation.
    func remember(_ value: Value, in generation: UInt64) {
        decoded.set(Decoded(generation: generation, value: value))
    }
}

/// Numbers for the generations of all stores of the process.
enum Generation {
    private static let counter = AtomicWord(0)

    /// A generation that nothing is ever remembered for: every reading is a fresh one.
    static let unremembered = UInt64.max >> 1

    /// The next number; never the same twice.
    static func next() -> UInt64 {
        counter.increment()
    }
}
