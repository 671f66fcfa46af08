#if canImport(Darwin)
    public import os
#else
    public import Synchronization
#endif

/// A value behind a lock, like `Locked`, but inlined into reads of keys.
///
/// Without specialisation for the type of the value, taking the lock is several times as expensive.
@usableFromInline
struct InlinedLock<State: Sendable>: ~Copyable, Sendable {
    #if canImport(Darwin)
        @usableFromInline
        let storage: OSAllocatedUnfairLock<State>

        init(_ state: State) {
            storage = OSAllocatedUnfairLock(initialState: state)
        }

        @inlinable
        func value() -> State {
            storage.withLock { $0 }
        }

        func set(_ state: State) {
            storage.withLock { $0 = state }
        }
    #else
        @usableFromInline
        let storage: Mutex<State>

        init(_ state: State) {
            storage = Mutex(state)
        }

        @inlinable
        func value() -> State {
            storage.withLock { $0 }
        }

        func set(_ state: State) {
            storage.withLock { $0 = state }
        }
    #endif
}
