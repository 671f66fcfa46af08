#if canImport(Darwin)
    public import os
#else
    public import Synchronization
#endif

/// One piece of state behind one lock, like `Locked`, inlined where keys are read.
///
/// Without knowing the type of the state, a compiler makes taking the lock several times as expensive as it is.
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
