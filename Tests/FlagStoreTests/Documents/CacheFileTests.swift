import FlagStore
import TestSupport
import Testing

struct CacheFileTests {
    private let file = CacheFile(
        entityTag: "W/\"a-1\"", writtenAt: 1_800_000_000, payload: Array(#"{"payments":true}"#.utf8))

    @Test(arguments: [nil, "\"x\"", "W/\"é\""] as [String?], [-1, 0, .max, .min] as [Int64])
    func `is read as it was written`(entityTag: String?, writtenAt: Int64) {
        for count in [0, 1, 7, 8, 9, 1_000] {
            let file = CacheFile(
                entityTag: entityTag, writtenAt: writtenAt, program: UInt64.max - UInt64(count),
                payload: Array(repeating: 7, count: count))
            expectEqual(CacheFile(file.encoded), file)
        }
    }

    @Test func `S3: cut at any byte, it is no file`() {
        let bytes = file.encoded
        for count in 0..<bytes.count {
            expectNil(CacheFile(Array(bytes[..<count])), "cut to \(count) bytes")
        }
    }

    @Test func `S3: with any one bit flipped, it is no file`() {
        let bytes = file.encoded
        for offset in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[offset] ^= 1 << UInt8(bit)
                expectNil(CacheFile(damaged), "bit \(bit) of byte \(offset)")
            }
        }
    }

    @Test func `S3: with bytes added, overwritten or exchanged, it is no file`() {
        var random = SeededRandom(seed: 31)
        let bytes = file.encoded
        expectNil(CacheFile(bytes + [0]))
        expectNil(CacheFile([]))
        expectNil(CacheFile(Array(repeating: 0, count: bytes.count)))
        for round in 0..<2_000 {
            var damaged = bytes
            for _ in 0...Int.random(in: 0...9, using: &random) {
                damaged[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            guard damaged != bytes else { continue }
            expectNil(CacheFile(damaged), "seed 31, round \(round)")
        }
    }

    @Test func `leaves out an entity tag that is out of proportion`() {
        let file = CacheFile(entityTag: String(repeating: "x", count: 5_000), writtenAt: 1, payload: [1])
        expectEqual(CacheFile(file.encoded), CacheFile(writtenAt: 1, payload: [1]))
    }

    @Test func `has the checksum of the standard's example, whatever the length before it`() {
        expectEqual(DocumentIdentity(of: Array("123456789".utf8)).checksum, 0x995D_C9BB_DF19_39FA)
    }
}
