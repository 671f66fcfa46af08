import FlagResolver
import TestSupport
import Testing

/// The hash that keys are found with.
struct ByteHashTests {
    static func hash(_ bytes: [UInt8], _ seed: UInt64 = 1) -> UInt64 {
        var random = SeededRandom(seed: seed)
        return ByteHash(using: &random)(bytes)
    }

    @Test func `equal bytes have equal hashes, wherever they stand`() {
        var random = SeededRandom(seed: 2)
        let hash = ByteHash(using: &random)
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            let moved = [1, 2, 3] + bytes + [9, 9]
            let movedHash = moved.withRawSpan { hash($0, from: 3, count: count) }
            expectEqual(movedHash, hash(bytes))
        }
    }

    @Test func `texts that differ in any byte or in length have different hashes`() {
        var seen: Set<UInt64> = []
        var count = 0
        for length in 0..<70 {
            let bytes = [UInt8](repeating: 0x61, count: length)
            seen.insert(ByteHashTests.hash(bytes))
            count += 1
            for index in bytes.indices {
                var changed = bytes
                changed[index] = 0x62
                seen.insert(ByteHashTests.hash(changed))
                count += 1
            }
        }
        expectEqual(seen.count, count)
    }

    @Test func `another secret gives another hash`() {
        let hashes = Set((0..<100).map { ByteHashTests.hash(Array("payments".utf8), $0) })
        expectEqual(hashes.count, 100)
    }

    @Test func `the lower bits of similar keys are spread evenly`() {
        var slots = [Int](repeating: 0, count: 256)
        for number in 0..<25_600 {
            slots[Int(ByteHashTests.hash(Array("flag\(number)".utf8)) & 255)] += 1
        }
        // 100 are expected in each; 60 to 140 is four standard deviations.
        expect(slots.allSatisfy { (60...140).contains($0) })
    }

    @Test func `the hash of the process stays the same`() {
        let bytes = Array("checkout.style".utf8)
        expectEqual(ByteHash.ofProcess(bytes), ByteHash.ofProcess(Array("checkout.style".utf8)))
    }
}
