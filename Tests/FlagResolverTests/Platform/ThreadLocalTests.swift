import Dispatch
import TestSupport
import Testing

@testable import FlagResolver

struct ThreadLocalTests {
    private static let style = ThreadLocal<VersionStyle>()
    private static let keys = ThreadLocal<[RenamedKey]>()

    private struct Refusal: Error {}

    @Test func `has the value of the innermost call, and the outer one again after it`() {
        expectNil(Self.style.current)
        Self.style.withValue(VersionStyle(componentCount: 1)) {
            expectEqual(Self.style.current?.componentCount, 1)
            Self.style.withValue(VersionStyle(componentCount: 2)) {
                expectEqual(Self.style.current?.componentCount, 2)
                Self.style.withoutValue { expectNil(Self.style.current) }
                expectEqual(Self.style.current?.componentCount, 2)
            }
            expectEqual(Self.style.current?.componentCount, 1)
        }
        expectNil(Self.style.current)
    }

    @Test func `has the outer value again after an error`() {
        Self.style.withValue(VersionStyle(componentCount: 1)) {
            #expect(throws: Refusal.self) {
                try Self.style.withValue(VersionStyle(componentCount: 2)) { throw Refusal() }
            }
            expectEqual(Self.style.current?.componentCount, 1)
        }
    }

    @Test func `differs from any other value of the thread`() {
        Self.style.withValue(VersionStyle(componentCount: 1)) {
            expectNil(Self.keys.current)
            Self.keys.withValue([]) { expectEqual(Self.style.current?.componentCount, 1) }
        }
    }

    @Test func `has a value of its own on each thread`() {
        let wrongIterations = Locked<[Int]>([])
        Self.style.withValue(VersionStyle(componentCount: 1)) {
            DispatchQueue.concurrentPerform(iterations: 64) { iteration in
                let count = 2 + iteration % 2
                Self.style.withValue(VersionStyle(componentCount: count)) {
                    for _ in 0..<1_000 where Self.style.current?.componentCount != count {
                        wrongIterations.withLock { $0.append(iteration) }
                    }
                }
            }
            expectEqual(Self.style.current?.componentCount, 1)
        }
        expectEqual(wrongIterations.withLock { $0 }, [])
    }

    #if os(macOS) || os(Linux)
        @Test func `ends the process, and does not share a value, if the system has no key left`() async {
            await #expect(processExitsWith: .failure) {
                // No system has as many keys.
                for _ in 0..<100_000 { _ = ThreadLocal<Int>() }
            }
        }
    #endif
}
