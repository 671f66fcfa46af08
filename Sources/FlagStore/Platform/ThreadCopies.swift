import FlagResolver
import ThreadCache

/// A value that many threads read at once: a few copies of it, each behind a lock that few threads share.
///
/// Threads that take one lock, or count references to one object, wait for each other, and on a busy machine for one that is
/// not running. A table for each thread would keep old values in memory as long as an idle thread does not read.
final class ThreadCopies<Value: Sendable>: Sendable {
    /// A value on cache lines of its own.
    private struct Padded: Sendable {
        let before: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
        var value: Value
        let after: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
    }

    private let copies: [Locked<Padded>]

    /// A power of two. More threads than this share copies.
    private static var count: Int { 16 }

    /// - Parameter makeValue: Makes a copy. Copies need not share memory.
    init(_ makeValue: () -> Value) {
        copies = (0..<Self.count).map { _ in Locked(Padded(value: makeValue())) }
    }

    /// Calls a function with the copy of this thread, which it may change for the threads that share it.
    func withCopy<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        copies[Int(truncatingIfNeeded: thread_cache_thread_number()) & (Self.count - 1)].withLock { body(&$0.value) }
    }

    /// Changes every copy. Calls must not overlap.
    ///
    /// - Parameter body: Changes a copy, and returns what it replaces, which is released without the lock.
    func change<Replaced: Sendable>(_ body: @Sendable (inout Value) -> Replaced) {
        for copy in copies { _ = copy.withLock { body(&$0.value) } }
    }
}
