import FlagResolver
import Foundation
package import Testing

/// Runs the tests of a suite on their own threads.
///
/// A test that waits for a process blocks its thread. Swift's shared pool has one thread per core: two such tests at once
/// stop every task of every other test on a machine with two cores, and requests with a time limit fail. Apply the trait to
/// each suite whose tests start processes and wait for them, or compute for seconds without a suspension:
///
/// ```swift
/// @Suite(.blocking)
/// struct ResolveTests {
/// ```
///
/// After `Task.sleep`, an asynchronous test may continue elsewhere: https://github.com/swiftlang/swift/issues/74395.
/// Before macOS 15, tasks cannot choose their threads, and the trait has no effect.
package struct BlockingTestsTrait: SuiteTrait, TestTrait, TestScoping {
    /// Whether the current thread is one of those on which only these tests run.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    package static var ownsCurrentThread: Bool { BlockingLane.isCurrent }

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
            try await withTaskExecutorPreference(BlockingLane.shared) {
                // The runtime sometimes continues on the task's previous executor.
                while !BlockingLane.isCurrent { await Task.yield() }
                try await function()
            }
        } else {
            try await function()
        }
    }
}

extension Trait where Self == BlockingTestsTrait {
    /// The tests block their threads, and must not run on those that tasks share.
    package static var blocking: Self { Self() }
}

/// A few threads that run jobs in the order of their arrival.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private final class BlockingLane: TaskExecutor {
    static let shared = BlockingLane(threadCount: max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// Marks a thread as one of the few. A name does not: on Linux it has no effect before the thread has started, nor in
    /// its first moments, until the thread that creates it has gone on.
    private static let mark = "blocking tests"

    /// Whether the current thread is one of the few.
    static var isCurrent: Bool { Thread.current.threadDictionary[mark] != nil }

    private let jobs = Locked<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)

    private init(threadCount: Int) {
        for _ in 0..<threadCount {
            let thread = Thread {
                Thread.current.threadDictionary[Self.mark] = true
                self.run()
            }
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        waiting.signal()
    }

    /// Runs jobs until the process ends.
    private func run() {
        while true {
            waiting.wait()
            let next = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let next { unsafe next.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }
}
