import FlagAnalysis
import TestSupport
import Testing

struct SequenceDifferenceTests {
    /// The old sequence, with the changes made.
    private func applied(_ difference: SequenceDifference, to old: [Int], from new: [Int]) -> [Int] {
        var result: [Int] = []
        var start = 0
        for change in difference.changes {
            result += old[start..<change.old.lowerBound] + new[change.new]
            start = change.old.upperBound
        }
        return result + old[start...]
    }

    @Test(arguments: [0, 4, 1_000_000])
    func `the changes make the new sequence of the old one, and something stays between any two`(
        maximumPairCount: Int
    ) {
        var random = SeededRandom(seed: 7)
        for _ in 0..<2_000 {
            let old = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...8, using: &random) }
            let new = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...8, using: &random) }
            let difference = SequenceDifference(from: old, to: new, maximumPairCount: maximumPairCount)
            expectEqual(applied(difference, to: old, from: new), new, "\(old) \(new)")
            expectEqual(difference.changes.isEmpty, old == new)
            for (first, second) in zip(difference.changes, difference.changes.dropFirst()) {
                expect(first.old.upperBound < second.old.lowerBound && first.new.upperBound < second.new.lowerBound)
            }
        }
    }

    /// Each match makes exactly one more number unique in the range after it.
    private func chain(_ count: Int, filler: Int) -> [Int] {
        let triples = (2..<count).flatMap { number -> [Int] in [filler + number, number + 1, number] }
        return [filler, 2, 1] + triples + [filler + count]
    }

    @Test func `sequences with one more match after each match are searched to a limited depth`() {
        let old = chain(100_000, filler: 1_000_000)
        let new = chain(100_000, filler: 2_000_000)
        let difference = SequenceDifference(from: old, to: new, maximumPairCount: 1 << 18)
        expectEqual(applied(difference, to: old, from: new), new)
        // Each search finds one match at the start and one at the end, and splits off a change with each.
        expect(difference.changes.count < 20)
    }
}
