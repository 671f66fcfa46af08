import FlagResolver
import TestSupport
import Testing

struct NaturalOrderTests {
    @Test func `numbers in names are compared as numbers`() {
        let names = [
            "", "0", "1", "2", "02", "10", "99999999999999999999", "100000000000000000000", "a", "a1", "a1b", "a2",
            "a02", "a10",
            "a10.b2", "a10.b10", "a11", "b", "item", "item1", "item2", "item10", "itemA", "ä1", "ä10",
        ]
        for (left, one) in names.enumerated() {
            for (right, other) in names.enumerated() {
                // "02" and "2" differ only in a zero: their bytes decide.
                guard !["02", "2", "a02", "a2"].contains(one) || !["02", "2", "a02", "a2"].contains(other) else {
                    continue
                }
                expectEqual(NaturalOrder.precedes(one, other), left < right, "\(one), \(other)")
            }
        }
        expect(NaturalOrder.precedes("02", "2") && !NaturalOrder.precedes("2", "02"))
        expect(
            NaturalOrder.precedes("a02b", "a2b") && NaturalOrder.precedes("a02b", "a2c")
                && NaturalOrder.precedes("a2b", "a02c"))
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `it is a total order of random names`(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let names = (0..<60).map { _ in
            String(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    "0129a.".randomElement(using: &generator) ?? "a"
                })
        }
        for one in names {
            expect(!NaturalOrder.precedes(one, one))
            for other in names {
                expect(one == other || NaturalOrder.precedes(one, other) != NaturalOrder.precedes(other, one))
                for third in names where NaturalOrder.precedes(one, other) && NaturalOrder.precedes(other, third) {
                    expect(NaturalOrder.precedes(one, third), "\(one), \(other), \(third)")
                }
            }
        }
    }

    @Test func `it is the order of the numbers and bytes in names`() {
        var names = [""]
        for _ in 0..<4 { names += names.flatMap { name in "01a.".map { name + String($0) } } }
        names = Array(Set(names))
        for one in names {
            for other in names {
                let (parts, otherParts) = (Self.parts(of: one), Self.parts(of: other))
                let isBefore =
                    parts == otherParts
                    ? one.utf8.lexicographicallyPrecedes(other.utf8) : parts.lexicographicallyPrecedes(otherParts)
                guard NaturalOrder.precedes(one, other) != isBefore else { continue }
                Issue.record("\(one), \(other)")
            }
        }
    }

    /// The numbers of a name as integers, at the place of "0" among its other bytes.
    private static func parts(of name: String) -> [Int] {
        var parts: [Int] = []
        var digits = ""
        for character in name + "a" {
            if character.isNumber {
                digits.append(character)
            } else {
                if let number = Int(digits) { parts.append(0x30 * 100_000 + number) }
                digits = ""
                parts.append(Int(character.asciiValue ?? 0) * 100_000)
            }
        }
        return parts.dropLast()
    }
}
