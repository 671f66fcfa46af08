import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct ConcurrencyTests {
    /// The two settings have the same value in every document.
    private static let left = SettingKey("left", default: 0)
    private static let right = SettingKey("right", default: 0)
    private static let isEven = SettingKey("isEven", default: true)

    private static func document(_ number: Int) -> String {
        "{\"left\": \(number), \"right\": \(number), \"isEven\": \(number % 2 == 0)}"
    }

    @Test func `E4: a snapshot never mixes two documents, while a writer swaps them`() async {
        let test = TestStore(document: Self.document(0)) { $0.recorder = nil }
        let isOver = Locked(false)
        let count = TestScale.rounds(200)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    var last = 0
                    while !isOver.withLock({ $0 }) {
                        let snapshot = test.store.snapshot
                        let (left, right) = (snapshot[Self.left], snapshot[Self.right])
                        expectEqual(left, right)
                        expectEqual(snapshot[Self.isEven], left % 2 == 0)
                        expect(left >= last)
                        last = left
                        _ = test.store[Self.isEven]
                        expect(test.store.resolution(of: Self.left).value >= last)
                        await Task.yield()
                    }
                }
            }
            group.addTask {
                for number in 1...count { _ = await test.receive(Self.document(number)) }
                isOver.withLock { $0 = true }
            }
        }
        expectEqual(test.store[Self.left], count)
        expectEqual(test.store[Self.isEven], count % 2 == 0)
    }

    @Test func `E4: a swap is seen by the next reading`() async {
        let test = TestStore(document: Self.document(0)) { $0.recorder = nil }
        for number in 1...TestScale.rounds(100) {
            _ = await test.receive(Self.document(number))
            expectEqual(test.store[Self.isEven], number % 2 == 0)
            expectEqual(test.store[Self.left], number)
        }
    }

    @Test func `partial updates that come concurrently are all kept`() async {
        let test = TestStore()
        _ = await test.receive("{}", entityTag: "\"1\"")
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let result = await test.store.apply(patch: Array("{\"n\(number)\": true}".utf8))
                    expectEqual(result, .activated(changedNames: ["n\(number)"]))
                }
            }
        }
        for number in 0..<200 {
            expect(test.store[SettingKey("n\(number)", default: false)], "number \(number)")
        }
    }
}
