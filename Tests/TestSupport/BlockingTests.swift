import FlagResolver
import Foundation
package import Testing

/// Runs the tests of a suite on threads of their own.
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
/// After `Task.sleep` an asynchronous test may go on elsewhere: https://github.com/swiftlang/swift/issues/74395. Before macOS 15
/// tasks cannot choose their threads, and the trait has no effect.
package struct BlockingTestsTrait: SuiteTrait, TestTrait, TestScoping {
    /// The name of the threads on which the tests run.
    package static let threadName = "blocking tests"

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
            try await withTaskExecutorPreference(BlockingLane.shared) {
                // The runtime sometimes goes on where the task was.
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

/// A few threads that run jobs in the order in which they come.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private final class BlockingLane: TaskExecutor {
    static let shared = BlockingLane(threadCount: max(2, ProcessInfo.processInfo.activeProcessorCount))

    /// Whether the current thread is one of the few.
    static var isCurrent: Bool { Thread.current.name == BlockingTestsTrait.threadName }

    private let jobs = Locked<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)

    private init(threadCount: Int) {
        for _ in 0..<threadCount {
            let thread = Thread {
                // On Linux a name that is set before the start has no effect.
                Thread.current.name = BlockingTestsTrait.threadName
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
