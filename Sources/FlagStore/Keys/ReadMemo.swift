import FlagResolver

/// What was last read through a key, and in which generation of which store.
///
/// Generations are unique in the process, so that a number alone tells both.
final class ReadMemo<Value: SettingValue>: Sendable {
    /// For `Bool`: the generation, and in the lowest bit the value. Zero is no generation.
    let word = AtomicWord(0)

    private let decoded = Locked<Decoded?>(nil)

    private struct Decoded: Sendable {
        let generation: UInt64
        let value: Value
    }

    /// The value that was read in a generation, if that was the last one.
    func value(in generation: UInt64) -> Value? {
        decoded.withLock { decoded in
            guard let decoded, decoded.generation == generation else { return nil }
            return decoded.value
        }
    }

    /// Remembers what was read in a generation.
    func remember(_ value: Value, in generation: UInt64) {
        decoded.withLock { $0 = Decoded(generation: generation, value: value) }
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
