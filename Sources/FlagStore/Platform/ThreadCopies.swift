import FlagResolver
import ThreadCache

/// A value that many threads read at once: a few copies of it, each behind a lock that few threads share.
///
/// Threads that take one lock, or count references to one object, wait for each other, and on a busy machine for one that is
/// not running. A table for each thread would keep old values in memory as long as an idle thread does not read.
///
/// A thread never sees an older value than another thread saw before it: a task that moves to another thread, or is told by
/// another one, goes on with the same value or a newer one. While a change is being made, threads whose copy is still the old
/// one wait for its end.
final class ThreadCopies<Value: Sendable>: Sendable {
    /// A value on cache lines of its own.
    private struct Padded: Sendable {
        let before: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
        var value: Value
        var revision: UInt64 = 0
        let after: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
    }

    private let copies: [Locked<Padded>]

    /// The number of the newest change, which is set before any copy has it.
    private let revision = ReadGeneration(0)

    /// The number of the newest change; locked while copies are changed.
    private let changes = Locked<UInt64>(0)

    /// A power of two. More threads than this share copies.
    private static var count: Int { 16 }

    /// - Parameter makeValue: Makes a copy. Copies need not share memory.
    init(_ makeValue: () -> Value) {
        copies = (0..<Self.count).map { _ in Locked(Padded(value: makeValue())) }
    }

    /// Calls a function with the copy of this thread, which it may change for the threads that share it.
    func withCopy<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        let copy = copies[Int(truncatingIfNeeded: thread_cache_thread_number()) & (Self.count - 1)]
        while true {
            let newest = revision.number
            let result = copy.withLock { $0.revision >= newest ? body(&$0.value) : nil }
            if let result { return result }
            changes.withLock { _ in }
        }
    }

    /// Changes every copy.
    ///
    /// - Parameter body: Changes a copy, and returns what it replaces, which is released without the lock of the copy.
    func change<Replaced: Sendable>(_ body: @Sendable (inout Value) -> Replaced) {
        changes.withLock { number in
            number += 1
            let newest = number
            revision.set(newest)
            for copy in copies {
                _ = copy.withLock { padded in
                    padded.revision = newest
                    return body(&padded.value)
                }
            }
        }
    }
}
