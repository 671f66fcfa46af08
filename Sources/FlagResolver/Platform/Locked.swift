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

        /// What one holder of the lock has written is there for the next: the mutex sees to it, but in a way that the Thread
        /// Sanitizer cannot see, and this says it once more. Both cost nothing on x86-64, and next to nothing elsewhere.
        private let isReleased = Atomic(true)
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
        storage.withLock { state in
            #if !canImport(Darwin)
                _ = isReleased.load(ordering: .acquiring)
                defer { isReleased.store(true, ordering: .releasing) }
            #endif
            return body(&state)
        }
    }
}
