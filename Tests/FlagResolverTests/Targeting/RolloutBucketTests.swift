import FlagResolver
import Foundation
import TestSupport
import Testing

struct RolloutBucketTests {
    private struct PublishedHash: Decodable {
        let op: String
        let seed: Int32
        let key: String
        let hash: UInt32
    }

    @Test(.needs("conformance/murmur3.jsonl"))
    func `the hash is that of published implementations`() throws {
        let rows = try SharedMaterial.rows("conformance/murmur3.jsonl", as: PublishedHash.self)
        expect(rows.count > 1_000)
        for row in rows where row.op == "murmur3_x86_32" {
            let hash = [UInt8](row.key.utf8).withRawSpan {
                MurmurHash3.hash32($0, seed: UInt32(bitPattern: row.seed))
            }
            expectEqual(hash, row.hash, "\(row.key) with seed \(row.seed)")
        }
    }

    @Test(
        arguments: [
            ("", 0, 0), ("", 1, 0x514E_28B7), ("test", 0, 0xBA6B_D213), ("Hello, world!", 0, 0xC036_3E43),
            ("The quick brown fox jumps over the lazy dog", 0, 0x2E4F_F723),
        ] as [(String, UInt32, UInt32)])
    func `the hash of a text is the known one`(_ text: String, _ seed: UInt32, _ hash: UInt32) {
        expectEqual([UInt8](text.utf8).withRawSpan { MurmurHash3.hash32($0, seed: seed) }, hash)
    }

    @Test func `a bucket is the hash of salt, slash and key, scaled`() {
        for (salt, key) in [
            ("checkout", "user-1"), ("a", "ü"), ("a/b", "👩‍🚀"), ("s", String(repeating: "é", count: 5_000)),
        ] {
            let hash = [UInt8]("\(salt)/\(key)".utf8).withRawSpan { MurmurHash3.hash32($0) }
            expectEqual(RolloutBucket.bucket(ofKey: key, salt: salt), Int(Double(hash) * 100_000 / 4_294_967_296))
        }
    }

    @Test func `each percentage gets its share of a million keys`() {
        var counts = Array(repeating: 0, count: 100)
        for key in 0..<1_000_000 {
            counts[RolloutBucket.bucket(ofKey: "user-\(key)", salt: "checkout-2026") / 1_000] += 1
        }
        var below = 0
        for percent in 0..<100 {
            below += counts[percent]
            expect(abs(Double(below) / 10_000 - Double(percent + 1)) < 0.2, "\(percent + 1) %")
        }
    }

    @Test func `two salts are independent`() {
        var table = Array(repeating: Array(repeating: 0.0, count: 10), count: 10)
        for key in 0..<200_000 {
            let (first, second) = ("\(key)", "\(key)")
            let row = RolloutBucket.bucket(ofKey: first, salt: "a") / 10_000
            let column = RolloutBucket.bucket(ofKey: second, salt: "b") / 10_000
            table[row][column] += 1
        }
        let statistic = table.joined().map { ($0 - 2_000) * ($0 - 2_000) / 2_000 }.reduce(0, +)
        // 99 degrees of freedom: the 99.9 % quantile is 148.2.
        expect(statistic < 148.2)
    }
}
