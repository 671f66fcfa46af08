import FlagAnalysis
import TestSupport
import Testing

struct UniqueListsTests {
    @Test(arguments: 0..<8)
    func `equal lists with equal labels have one index, as with a dictionary`(seed: UInt64) {
        struct Key: Hashable {
            let label: Int
            let list: [Int32]
        }
        var random = SeededRandom(seed: seed)
        var lists = UniqueLists<Int32>()
        for _ in 0..<3 {
            var numbers: [Key: Int] = [:]
            for _ in 0..<2_000 {
                let key = Key(
                    label: Int.random(in: 0..<3, using: &random),
                    list: (0..<Int.random(in: 0..<5, using: &random)).map { _ in Int32.random(in: 0..<4, using: &random)
                    })
                for element in key.list { lists.append(element) }
                if Bool.random(using: &random) {
                    lists.discard()
                    continue
                }
                let index = lists.finish(label: key.label)
                expectEqual(index, numbers[key, default: numbers.count])
                numbers[key] = index
            }
            expectEqual(lists.count, numbers.count)
            for (key, index) in numbers {
                expectEqual(Array(lists[index]), key.list)
                expectEqual(lists.label(of: index), key.label)
            }
            // The same memory serves the next lists.
            lists.removeAll()
            expectEqual(lists.count, 0)
        }
    }
}
