import TestSupport
import Testing

@Suite(.blocking)
struct BlockingTestsTests {
    @Test(arguments: 0..<10)
    func `a test that blocks has a thread that tasks do not share`(number: Int) throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return }
        expect(BlockingTestsTrait.ownsCurrentThread)
    }
}
