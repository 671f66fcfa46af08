import Foundation
import TestSupport
import Testing

@Suite(.blocking)
struct BlockingTestsTests {
    @Test func `a test that blocks has a thread that tasks do not share`() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return }
        #expect(Thread.current.name == BlockingTestsTrait.threadName)
    }

    @Test func `an asynchronous test comes back to such a thread`() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return }
        try await Task.sleep(for: .milliseconds(1))
        #expect(currentThreadName() == BlockingTestsTrait.threadName)
    }

    /// Asynchronous functions cannot ask for the thread themselves.
    private func currentThreadName() -> String? { Thread.current.name }
}
