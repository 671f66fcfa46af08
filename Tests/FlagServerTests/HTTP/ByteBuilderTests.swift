import FlagResolver
import TestSupport
import Testing

@testable import FlagServer

/// Bytes that become the body of a response.
struct ByteBuilderTests {
    @Test(arguments: [-1, 0, 1, 7, 1_000, 100_000])
    func `bytes stay in order, however much memory is reserved`(_ capacity: Int) {
        var random = SeededRandom(seed: 1)
        var builder = ByteBuilder(reserving: capacity)
        var expected: [UInt8] = []
        for _ in 0..<100 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            builder.append(bytes)
            expected += bytes
            expectEqual(builder.count, expected.count)
        }
        expectEqual(builder.finish().bytes, expected)
    }

    @Test func `nothing was appended`() {
        let bytes = ByteBuilder(reserving: 5).finish()
        expect(bytes.count == 0 && bytes.bytes.isEmpty)
    }

    @Test(
        arguments: [
            (0, 3, [1, 2, 3]), (1, 2, [2]), (3, 3, []), (2, 1, []), (-1, 2, []), (0, 4, []), (.min, .max, []),
        ] as [(Int, Int, [UInt8])])
    func `a range out of bounds appends nothing`(_ start: Int, _ end: Int, _ expected: [UInt8]) {
        var builder = ByteBuilder(reserving: 1)
        ([1, 2, 3] as [UInt8]).withRawSpan { builder.append($0, from: start, to: end) }
        expectEqual(builder.finish().bytes, expected)
    }
}
