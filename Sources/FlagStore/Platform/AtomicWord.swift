#if canImport(Darwin)
    import FlagResolver
#else
    public import Synchronization
#endif

/// An atomic machine word.
///
/// Apple's systems before iOS 18 and macOS 15 have no atomics for Swift, so it is a lock there. Elsewhere it is inlined
/// into reads of keys, because a call costs more than the load.
@usableFromInline
struct AtomicWord: ~Copyable, Sendable {
    #if canImport(Darwin)
        private let storage: Locked<UInt64>

        init(_ value: UInt64) {
            storage = Locked(value)
        }

        @usableFromInline
        func load() -> UInt64 {
            storage.withLock { $0 }
        }

        func store(_ value: UInt64) {
            storage.withLock { $0 = value }
        }

        /// Adds one and returns the sum.
        func increment() -> UInt64 {
            storage.withLock { value in
                value += 1
                return value
            }
        }
    #else
        @usableFromInline
        let storage: Atomic<UInt64>

        init(_ value: UInt64) {
            storage = Atomic(value)
        }

        @inlinable
        func load() -> UInt64 {
            storage.load(ordering: .acquiring)
        }

        @inline(__always)
        func store(_ value: UInt64) {
            storage.store(value, ordering: .releasing)
        }

        /// Adds one and returns the sum.
        func increment() -> UInt64 {
            storage.add(1, ordering: .acquiringAndReleasing).newValue
        }
    #endif
}
