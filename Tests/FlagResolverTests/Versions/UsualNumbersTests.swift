import FlagResolver
import TestSupport
import Testing

/// The numbers that are read without a guess at how many digits they have, at every length and at the end of a text.
struct UsualNumbersTests {
    private static let seed: UInt64 = 20_261_122

    /// Up to three components of given lengths, none of which begins with a zero.
    private static func numbers(_ lengths: [Int], _ random: inout SeededRandom) -> [String] {
        lengths.map { length in
            let digits = (1..<length).map { _ in Int.random(in: 0...9, using: &random) }
            return ([Int.random(in: 1...9, using: &random)] + digits).map(String.init).joined()
        }
    }

    /// One to three lengths of one to eleven digits: all that fit the fields of words, and some that do not.
    private static let lengths: [[Int]] = {
        let all = 1...11
        let pairs = all.flatMap { first in all.map { [first, $0] } }
        return all.map { [$0] } + pairs + pairs.flatMap { pair in all.map { pair + [$0] } }
    }()

    @Test func `numbers of any length are read as they are written, whatever follows them`() throws {
        var random = SeededRandom(seed: Self.seed)
        for lengths in Self.lengths {
            let numbers = Self.numbers(lengths, &random)
            let text = numbers.joined(separator: ".")
            let expected = (numbers + ["0", "0"]).prefix(3).joined(separator: ".")
            for (end, kept) in [("", ""), (" ", ""), ("+7", "+7")] {
                #expect(try AppVersion(parsing: text + end).description == expected + kept, "seed \(Self.seed)")
                let requirement = ">=\(text)\(end) <=\(text)\(end)"
                #expect(try VersionSet(parsing: requirement).description == expected, "\(requirement)")
            }
        }
    }

    @Test func `leading zeros of a number of any length do not count`() throws {
        for lengths in Self.lengths {
            let ones = lengths.map { String(repeating: "0", count: $0 - 1) + "1" }.joined(separator: ".")
            let expected = lengths.map { _ in "1" }.joined(separator: ".")
            #expect(try AppVersion(parsing: ones) == AppVersion(parsing: expected), "\(ones)")
            #expect(try VersionSet(parsing: ones) == VersionSet(parsing: expected), "\(ones)")
        }
    }

    @Test func `every short text is refused in the fast way or means what the parser of all requirements says`() {
        var texts = [""]
        for _ in 1...5 {
            texts = texts.flatMap { text in ["0", "7", ".", "<", "=", ">", " "].map { text + $0 } }
            for text in texts {
                // An alternative that is empty leads to that parser.
                let expected = try? VersionSet(parsing: text + "||>1 <1")
                let found = try? VersionSet(parsing: text)
                #expect(found == expected, "\"\(text)\"")
                #expect(found?.isEmpty == expected?.stretches.isEmpty, "\"\(text)\"")
            }
        }
    }

    @Test func `a part of a text is read as the same text by itself`() throws {
        let text = "x>=1.4.0 <2.0.0y".dropFirst().dropLast()
        #expect(try VersionSet(parsing: text) == VersionSet(parsing: ">=1.4.0 <2.0.0"))
        #expect(try VersionRequirement(parsing: text).texts == [">=1.4.0 <2.0.0"])
    }
}
