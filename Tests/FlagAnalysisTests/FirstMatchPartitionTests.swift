import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct FirstMatchPartitionTests {
    private func written(_ requirements: String...) throws -> [String] {
        let partition = FirstMatchPartition(try requirements.map { try VersionSet(parsing: $0) })
        return partition.parts.map { "\($0.stretch): \($0.winner.map(String.init) ?? "-")" }
    }

    @Test func `no set leaves one part without a winner`() throws {
        #expect(try written() == ["*: -"])
        #expect(try written(">=2.0.0 <1.0.0") == ["*: -"])
    }

    @Test func `an earlier set hides what it shares with a later one`() throws {
        #expect(
            try written(">=1.4.1 <1.4.3", ">=1.4.0") == [
                "<1.4.0: -", ">=1.4.0 <1.4.1: 1", ">=1.4.1 <1.4.3: 0", ">=1.4.3: 1",
            ])
    }

    @Test func `a set that is hidden everywhere is nowhere`() throws {
        #expect(try written("*", ">=1.0.0") == ["*: 0"])
        #expect(try written(">=1.6.0", ">=2.0.0", ">=1.4.0") == ["<1.4.0: -", ">=1.4.0 <1.6.0: 2", ">=1.6.0: 0"])
    }

    @Test func `a cut at the low end makes no empty part`() throws {
        #expect(try written(">=0.0.0-0 <1.0.0", ">=0.0.0-0") == ["<1.0.0: 0", ">=1.0.0: 1"])
    }

    @Test func `the partition agrees with asking every set, at every cut, beside it and between`() throws {
        let versions = Self.versions
        let probes = Self.probes
        for seed in UInt64(1)...400 {
            var random = SeededRandom(seed: seed)
            let sets = (0..<Int.random(in: 0...7, using: &random)).map { _ in
                VersionSet(
                    (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                        Self.stretch(of: versions, using: &random)
                    })
            }
            let partition = FirstMatchPartition(sets)
            let seedNote: Comment = "seed \(seed)"
            #expect(partition.parts.first?.stretch.lower == .lowest, seedNote)
            #expect(partition.parts.last?.stretch.upper == .highest, seedNote)
            for (part, next) in zip(partition.parts, partition.parts.dropFirst()) {
                #expect(part.stretch.upper == next.stretch.lower, seedNote)
                #expect(part.winner != next.winner, seedNote)
            }
            for version in probes {
                let expected = sets.firstIndex { $0.contains(version) }
                let holding = partition.parts.filter { $0.stretch.contains(version) }
                #expect(holding.count == 1, seedNote)
                #expect(holding.first?.winner == expected, "seed \(seed), version \(version)")
                #expect(partition.part(containing: version) == holding.first, seedNote)
            }
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

    private static func stretch(of versions: [AppVersion], using random: inout SeededRandom) -> VersionStretch? {
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
        return VersionStretch(from: min(one, other), to: max(one, other))
    }
}
