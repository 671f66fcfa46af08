import FlagAnalysis
import TestSupport
import Testing

struct ConcurrentMapTests {
    @Test(arguments: [1, 2, 7, 256, 5_000])
    func `the parts are the collection, in order, and none is too small`(leastCount: Int) {
        for count in Array(0..<40) + [255, 256, 511, 512, 513, 2_047, 2_048, 10_007] {
            let numbers = Array(0..<count)
            let parts = numbers.concurrentMap(partsOfAtLeast: leastCount) { Array($0) }
            expectEqual(parts.flatMap { $0 }, numbers)
            expectEqual(parts.count, max(1, min(8, count / leastCount)), "\(count)")
            expect(parts.count == 1 || parts.allSatisfy { $0.count >= leastCount }, "\(count)")
        }
    }

    @Test func `no number of elements is too small`() {
        expectEqual((3..<6).concurrentMap(partsOfAtLeast: 0) { Array($0) }, [[3], [4], [5]])
    }
}
