import FlagResolver
import TestSupport
import Testing

/// Packed versions and bounds against versions as lists of digit strings.
struct PackedVersionTests {
    private static let seed: UInt64 = 20_261_122

    /// Components around the sizes at which a field of a packed version is full.
    private static let components = [
        "0", "1", "2", "9", "10", "1073741821", "1073741822", "1073741823", "1073741824", "4294967293", "4294967294",
        "4294967295", "4294967296", "18446744073709551615", "18446744073709551616",
    ]

    private static func version(using random: inout SeededRandom) -> String {
        let numbers = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            Bool.random(using: &random) ? "0" : components[Int.random(in: components.indices, using: &random)]
        }
        let suffixes = ["", "", "", "-0", "-0.0", "-rc.1", "+7"]
        return numbers.joined(separator: ".") + suffixes[Int.random(in: suffixes.indices, using: &random)]
    }

    @Test func `packed versions that differ are in the order of their versions`() throws {
        var random = SeededRandom(seed: Self.seed)
        var unequalCount = 0
        for _ in 0..<20_000 {
            let texts = (Self.version(using: &random), Self.version(using: &random))
            let packed = try (AppVersion(parsing: texts.0).packed, AppVersion(parsing: texts.1).packed)
            let order = NaiveVersion.compare(NaiveVersion(texts.0), NaiveVersion(texts.1))
            if packed.0 != packed.1 {
                unequalCount += 1
                expectEqual((packed.0 < packed.1), order < 0, "\(texts), seed \(Self.seed)")
                expect(order != 0, "\(texts), seed \(Self.seed)")
            } else if !packed.0.needsDetail {
                expectEqual(order, 0, "\(texts), seed \(Self.seed)")
            }
        }
        expect(unequalCount > 10_000)
    }

    @Test func `packed bounds contain the versions that satisfy the requirement, whether these are packed or not`()
        throws
    {
        var random = SeededRandom(seed: Self.seed)
        let signs = ["", "<", "<=", ">", ">=", "~", "^"]
        var packedCount = 0
        for _ in 0..<2_000 {
            let bounds = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                signs[Int.random(in: signs.indices, using: &random)] + Self.version(using: &random)
            }
            let requirement = bounds.joined(separator: " ")
            guard let packed = try VersionSet(parsing: requirement).packedBounds else { continue }
            packedCount += 1
            for bound in bounds {
                for version in NaiveVersion(String(bound.drop { !$0.isNumber })).neighbours {
                    let isContained = try packed.contains(AppVersion(parsing: "\(version)").packed)
                    expectEqual(isContained, version.satisfies(requirement), "\(version) in \(requirement)")
                }
            }
        }
        expect(packedCount > 500)
    }

    /// One to three lengths of one to eleven digits: all that fit the fields of a packed version, and some that do not.
    private static let lengths: [[Int]] = {
        let all = 1...11
        let pairs = all.flatMap { first in all.map { [first, $0] } }
        return all.map { [$0] } + pairs + pairs.flatMap { pair in all.map { pair + [$0] } }
    }()

    @Test func `components of any length are read as they are written, whatever follows them`() throws {
        var random = SeededRandom(seed: Self.seed)
        for lengths in Self.lengths {
            let numbers = lengths.map { length in
                let digits = (1..<length).map { _ in Int.random(in: 0...9, using: &random) }
                return ([Int.random(in: 1...9, using: &random)] + digits).map(String.init).joined()
            }
            let text = numbers.joined(separator: ".")
            let expected = (numbers + ["0", "0"]).prefix(3).joined(separator: ".")
            for (end, kept) in [("", ""), (" ", ""), ("+7", "+7")] {
                try expectEqual(AppVersion(parsing: text + end).description, expected + kept, "seed \(Self.seed)")
                let requirement = ">=\(text)\(end) <=\(text)\(end)"
                try expectEqual(VersionSet(parsing: requirement).description, expected, "\(requirement)")
            }
        }
    }

    @Test func `leading zeros of a component of any length do not count`() throws {
        for lengths in Self.lengths {
            let ones = lengths.map { String(repeating: "0", count: $0 - 1) + "1" }.joined(separator: ".")
            let expected = lengths.map { _ in "1" }.joined(separator: ".")
            try expectEqual(AppVersion(parsing: ones), AppVersion(parsing: expected), "\(ones)")
            try expectEqual(VersionSet(parsing: ones), VersionSet(parsing: expected), "\(ones)")
        }
    }
}
