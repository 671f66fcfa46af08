#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// One piece of state behind one lock.
///
/// Apple's systems before iOS 18 and macOS 15 have no `Mutex`, so this is an unfair lock there and a `Mutex` elsewhere.
package final class Locked<State: Sendable>: Sendable {
    #if canImport(Darwin)
        private let storage: OSAllocatedUnfairLock<State>
    #else
        private let storage: Mutex<State>
    #endif

    package init(_ state: State) {
        #if canImport(Darwin)
            storage = OSAllocatedUnfairLock(initialState: state)
        #else
            storage = Mutex(state)
        #endif
    }

    /// Runs `body` while no other thread sees the state.
    package func withLock<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
        storage.withLock { body(&$0) }
    }
}
