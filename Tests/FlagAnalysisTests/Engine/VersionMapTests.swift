import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct VersionMapTests {
    private func written(_ requirements: String...) throws -> [String] {
        let sets = try requirements.map { try VersionSet(parsing: $0) }
        let map = VersionMap<Int?>.firstMatch(of: sets, otherwise: nil) { $0 }
        return map.map { "\($0.interval): \($0.value.map(String.init) ?? "-")" }
    }

    @Test func `without a set there is one segment without a winner`() throws {
        try expectEqual(written(), ["*: -"])
        try expectEqual(written(">=2.0.0 <1.0.0"), ["*: -"])
    }

    @Test func `an earlier set hides what it shares with a later one`() throws {
        try expectEqual(
            written(">=1.4.1 <1.4.3", ">=1.4.0"),
            [
                "<1.4.0: -", ">=1.4.0 <1.4.1: 1", ">=1.4.1 <1.4.3: 0", ">=1.4.3: 1",
            ])
    }

    @Test func `a set that is hidden everywhere is in no segment`() throws {
        try expectEqual(written("*", ">=1.0.0"), ["*: 0"])
        try expectEqual(written(">=1.6.0", ">=2.0.0", ">=1.4.0"), ["<1.4.0: -", ">=1.4.0 <1.6.0: 2", ">=1.6.0: 0"])
    }

    @Test func `a cut at the low end makes no empty segment`() throws {
        try expectEqual(written(">=0.0.0-0 <1.0.0", ">=0.0.0-0"), ["<1.0.0: 0", ">=1.0.0: 1"])
    }

    /// Few sets of few intervals are put into one map, others are combined in pairs.
    @Test(arguments: [0...7, 20...40])
    func `the first match agrees with testing every set at every cut, beside it and between cuts`(
        _ counts: ClosedRange<Int>
    ) throws {
        for seed in 1...UInt64(TestScale.rounds(400)) {
            var random = SeededRandom(seed: seed)
            let sets = Self.sets(counts, using: &random)
            let map = VersionMap<Int?>.firstMatch(of: sets, otherwise: nil) { $0 }
            try expectInvariants(of: map, seed)
            for version in Self.probes {
                let expected = sets.firstIndex { $0.contains(version) }
                let holding = map.indices.filter { map[$0].interval.contains(version) }
                expectEqual(holding, [map.index(containing: version)], "seed \(seed), version \(version)")
                expect(holding.first.map { map.value(at: $0) } == expected, "seed \(seed), version \(version)")
            }
        }
    }

    @Test func `two maps are combined version by version, and joined where the values are the same`() throws {
        for seed in 1...UInt64(TestScale.rounds(400)) {
            var random = SeededRandom(seed: seed)
            let maps = (0..<2).map { _ in
                VersionMap<Int?>.firstMatch(of: Self.sets(0...5, using: &random), otherwise: nil) { $0 }
            }
            let sum = maps[0].combined(with: maps[1]) { ($0 ?? 0) + ($1 ?? 0) }
            let parity = sum.mapped { $0.isMultiple(of: 2) }
            try expectInvariants(of: sum, seed)
            try expectInvariants(of: parity, seed)
            let even = parity.versions { $0 }
            for version in Self.probes {
                let expected = maps.reduce(0) { $0 + ($1.value(at: $1.index(containing: version)) ?? 0) }
                expectEqual(sum.value(at: sum.index(containing: version)), expected, "seed \(seed), version \(version)")
                expectEqual(even.contains(version), expected.isMultiple(of: 2), "seed \(seed), version \(version)")
            }
        }
    }

    @Test func `the segments that share versions with an interval are found`() throws {
        for seed in 1...UInt64(TestScale.rounds(400)) {
            var random = SeededRandom(seed: seed)
            let map = VersionMap<Int?>.firstMatch(of: Self.sets(0...7, using: &random), otherwise: nil) { $0 }
            guard let interval = Self.interval(of: Self.versions, using: &random) else { continue }
            let expected = map.indices.filter { index in
                !VersionSet(map[index].interval).isDisjoint(with: VersionSet(interval))
            }
            expectEqual(Array(map.indices(overlapping: interval)), expected, "seed \(seed), \(interval)")
        }
    }

    private func expectInvariants<Value>(of map: VersionMap<Value>, _ seed: UInt64) throws {
        expectEqual(map.first?.interval.lower, .lowest, "seed \(seed)")
        expectEqual(map.last?.interval.upper, .highest, "seed \(seed)")
        for (segment, next) in zip(map, map.dropFirst()) {
            expectEqual(segment.interval.upper, next.interval.lower, "seed \(seed)")
            expect(segment.interval.lower < segment.interval.upper, "seed \(seed)")
            expect(segment.value != next.value, "seed \(seed)")
        }
    }

    private static func sets(_ counts: ClosedRange<Int>, using random: inout SeededRandom) -> [VersionSet] {
        (0..<Int.random(in: counts, using: &random)).map { _ in
            VersionSet(
                (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                    interval(of: versions, using: &random)
                })
        }
    }

    private static let versions: [AppVersion] = ["0.0.0", "1.0.0", "1.2", "1.2.0.1", "1.2.1", "2.0.0", "10.0.0"]
        .flatMap { release in ["", "-0", "-rc", "-rc.1"].map { "\(release)\($0)" } }
        .compactMap { AppVersion($0) }

    /// The versions themselves, and the nearest neighbours that have names.
    private static let probes: [AppVersion] = versions.flatMap { version -> [AppVersion] in
        let beside =
            version.isPrerelease ? ["\(version).0", "\(version).0.0"] : ["\(version).0.0.1", "\(version).0.0.1-0"]
        return [version] + beside.compactMap { AppVersion($0) }
    }

    private static func interval(of versions: [AppVersion], using random: inout SeededRandom) -> VersionInterval? {
        func cut() -> VersionCut {
            let version = versions[Int.random(in: 0..<versions.count, using: &random)]
            switch Int.random(in: 0..<8, using: &random) {
            case 0: return .lowest
            case 1: return .highest
            case 2, 3, 4: return .after(version)
            default: return .before(version)
            }
        }
        let (one, other) = (cut(), cut())
        return VersionInterval(from: min(one, other), to: max(one, other))
    }
}
