import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct ExactDecimalTests {
    @Test(
        arguments: [
            ([], "1"), ([22_000, 70_000], "0.154"), ([7_000], "0.07"), ([100_000], "1"), ([0], "0"),
            ([1, 1, 1], "0.000000000000001"), ([99_999, 99_999], "0.9999800001"),
        ])
    func `a product of shares is exact, and printed with as few digits as possible`(buckets: [Int], text: String) {
        expectEqual(buckets.reduce(ExactDecimal.one) { $0.multiplied(byBuckets: $1) }.description, text)
    }

    @Test func `every share of buckets equals itself and no other, and adds up`() {
        for count in stride(from: 0, through: 100_000, by: 7) {
            let share = ExactDecimal(buckets: count)
            expectEqual(share, ExactDecimal.one.multiplied(byBuckets: count))
            expectEqual(share + ExactDecimal(buckets: 100_000 - count), .one)
            expect(count == 0 || ExactDecimal(buckets: count - 1) < share)
        }
    }

    @Test func `products of 40 salts neither overflow nor round`() {
        let shares = (1...40).reduce(ExactDecimal.one) { share, _ in share.multiplied(byBuckets: 99_999) }
        expect(shares < .one && shares > shares.multiplied(byBuckets: 99_999))
        expectEqual(shares.description.utf8.count, 2 + 40 * 5)
    }

    @Test(
        arguments: [
            ("12.5", "12.5"), ("0", "0"), ("007.10", "7.1"), ("100.000", "100"), ("0.000001", "0.000001"),
            ("33.33333333333333333333", "33.33333333333333333333"),
        ])
    func `digits are read without rounding`(text: String, printed: String) {
        expectEqual(ExactDecimal(parsing: text)?.description, printed)
    }

    @Test(arguments: ["", ".", "1.", ".5", "-1", "1e2", "1.2.3", "1\u{301}", "9999999999"])
    func `other texts are not numbers`(text: String) {
        expectNil(ExactDecimal(parsing: text))
    }

    @Test func `sums and order agree with integers`() {
        var random = SeededRandom(seed: 40)
        for _ in 0..<10_000 {
            let (left, right) = (
                Int.random(in: 0...100_000, using: &random), Int.random(in: 0...100_000, using: &random)
            )
            let (first, second) = (ExactDecimal(buckets: left), ExactDecimal(buckets: right))
            expectEqual(first + second, ExactDecimal(buckets: left + right))
            expectEqual((first < second), left < right)
            expectEqual(first.percent, ExactDecimal(parsing: RolloutPercentage(bucketCount: left).description))
        }
    }
}
