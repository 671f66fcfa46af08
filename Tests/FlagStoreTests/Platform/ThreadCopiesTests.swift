import Dispatch
import FlagResolver
import TestSupport
import Testing

@testable import FlagStore

struct ThreadCopiesTests {
    @Test func `once a thread has seen a change, no other thread sees what was there before`() async {
        let copies = ThreadCopies { 0 }
        let goesOn = DispatchSemaphore(value: 0)
        let (isHalfDone, isOver) = (Locked(false), Locked(false))
        let changed = Locked(0)
        _ = OwnThread.start {
            copies.change { value in
                value = 1
                guard
                    changed.withLock({
                        $0 += 1
                        return $0 == 8
                    })
                else { return }
                isHalfDone.withLock { $0 = true }
                goesOn.wait()
            }
            isOver.withLock { $0 = true }
        }
        // Threads have consecutive numbers, so these read all copies.
        let found = Locked<[Int]>([])
        await eventually { isHalfDone.withLock { $0 } }
        for _ in 0..<32 {
            _ = OwnThread.start {
                let value = copies.withCopy(\.self)
                found.withLock { $0.append(value) }
            }
        }
        await eventually { !found.withLock { $0.isEmpty } }
        goesOn.signal()
        await eventually { isOver.withLock { $0 } && found.withLock { $0.count == 32 } }
        expectEqual(found.withLock { $0 }, Array(repeating: 1, count: 32))
    }
}
