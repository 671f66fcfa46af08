import Foundation
import TestSupport
import Testing

@Suite(.blocking)
struct BlockingTestsTests {
    @Test func `a test that blocks has a thread that tasks do not share`() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return }
        // On a busy machine the runtime sometimes starts a test on a shared thread, and moves it when it suspends.
        for _ in 0..<100 where currentThreadName() != BlockingTestsTrait.threadName { await Task.yield() }
        #expect(currentThreadName() == BlockingTestsTrait.threadName)
    }

    /// Asynchronous functions cannot ask for the thread themselves.
    private func currentThreadName() -> String? { Thread.current.name }
}
