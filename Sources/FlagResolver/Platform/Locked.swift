#if canImport(Darwin)
    public import os
#else
    public import Synchronization
#endif

/// A value behind a lock.
///
/// Apple's systems before iOS 18 and macOS 15 have no `Mutex`, so this is an unfair lock there and a `Mutex` elsewhere.
/// It is inlinable because other targets take a lock for each key that they convert: otherwise generic code runs there.
/// The compiler makes use of this only if the class is usable from inlined code, too.
@usableFromInline
package final class Locked<State: Sendable>: Sendable {
    #if canImport(Darwin)
        @usableFromInline package let storage: OSAllocatedUnfairLock<State>
    #else
        @usableFromInline package let storage: Mutex<State>

        /// Orders the accesses of the holders of the lock for the Thread Sanitizer, which does not see that the mutex does.
        /// This costs nothing on x86-64, and next to nothing elsewhere.
        @usableFromInline package let isReleased = Atomic(true)
    #endif

    @usableFromInline
    package init(_ state: State) {
        #if canImport(Darwin)
            storage = OSAllocatedUnfairLock(initialState: state)
        #else
            storage = Mutex(state)
        #endif
    }

    /// Calls `body` while no other thread has access to the value.
    @inlinable
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
