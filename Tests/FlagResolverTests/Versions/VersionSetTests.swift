import FlagResolver
import TestSupport
import Testing

struct VersionSetTests {
    static let seeds: [UInt64] = [31, 32, 33]

    /// Sets whose cuts are the edges of a few versions, in every combination: a small world without gaps.
    static func smallSets() throws -> [VersionSet] {
        let versions: [AppVersion] = ["0.0.0-0", "1.0.0-rc", "1.0.0-rc.0", "1.0.0", "1.0.0.0.1"]
        let cuts = ([.lowest, .highest] + versions.flatMap { [VersionCut.before($0), .after($0)] })
        let distinct = Set(cuts).sorted()
        let pieces = zip(distinct, distinct.dropFirst()).map { VersionSet(from: $0, to: $1) }
        return (0..<(1 << pieces.count)).map { bits in
            VersionSet(pieces.indices.filter { bits >> $0 & 1 == 1 }.flatMap { pieces[$0].intervals })
        }
    }

    /// Checks every law that involves two sets, and membership at the given versions.
    private func checkLaws(_ left: VersionSet, _ right: VersionSet, at points: [AppVersion], _ comment: Comment) {
        let union = left.union(right)
        let intersection = left.intersection(right)
        let difference = left.subtracting(right)
        let symmetric = left.symmetricDifference(right)
        for set in [union, intersection, difference, symmetric, left.complement] {
            expect(set.isCanonical, comment)
        }
        expectEqual(union, right.union(left), comment)
        expectEqual(intersection, right.intersection(left), comment)
        expectEqual(union.complement, left.complement.intersection(right.complement), comment)
        expectEqual(difference, left.intersection(right.complement), comment)
        expectEqual(symmetric, union.subtracting(intersection), comment)
        expectEqual(left.complement.complement, left, comment)
        expectEqual(left.union(left.intersection(right)), left, comment)
        expectEqual(left.isSubset(of: right), difference.isEmpty, comment)
        expectEqual(left.isDisjoint(with: right), intersection.isEmpty, comment)
        expectEqual((left == right), symmetric.isEmpty, comment)
        for point in points {
            let inLeft = left.contains(point)
            let inRight = right.contains(point)
            let agrees =
                union.contains(point) == (inLeft || inRight) && intersection.contains(point) == (inLeft && inRight)
                && difference.contains(point) == (inLeft && !inRight)
                && symmetric.contains(point) == (inLeft != inRight)
                && left.complement.contains(point) == !inLeft
            if !agrees { Issue.record("at \(point): \(left) and \(right)") }
        }
    }

    @Test(arguments: seeds)
    func `random sets obey the laws of algebra`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let points = try VersionSamples.ascendingVersions()
        for _ in 0..<100 {
            let left = try VersionSamples.set(using: &random)
            let right = try VersionSamples.set(using: &random)
            checkLaws(left, right, at: points, "\(left) and \(right), seed \(seed)")
            let third = try VersionSamples.set(using: &random)
            let distributed = left.intersection(right).union(left.intersection(third))
            expectEqual(left.intersection(right.union(third)), distributed, "\(left), \(right), \(third), seed \(seed)")
        }
    }

    @Test func `all sets between a few cuts are different, and print and parse back`() throws {
        let sets = try Self.smallSets()
        expectEqual(Set(sets).count, sets.count)
        for set in sets {
            expect(set.isCanonical)
            try expectEqual(VersionSet(parsing: set.description), set, "\(set)")
        }
    }

    @Test func `all sets between a few cuts obey the laws of algebra`() throws {
        let sets = try Self.smallSets()
        for (index, left) in sets.enumerated() where index.isMultiple(of: 9) {
            for (index, right) in sets.enumerated() where index.isMultiple(of: 13) {
                checkLaws(left, right, at: [], "\(left) and \(right)")
            }
        }
    }

    @Test(arguments: seeds)
    func `a set prints as a requirement that parses back to the same set`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let set = try VersionSamples.set(using: &random)
            try expectEqual(VersionSet(parsing: set.description), set, "\(set), seed \(seed)")
            for interval in set.intervals {
                let parsed = try VersionSet(parsing: interval.description)
                expectEqual(parsed, VersionSet(interval), "\(interval), seed \(seed)")
            }
        }
    }

    @Test(arguments: [
        ("*", "*"), (">=0.0.0-0", "*"), ("<1 >2", "<0.0.0-0"), ("=1.4", "1.4.0"),
        (">=1.4.1 <1.4.3", ">=1.4.1 <1.4.3"),
        ("<1.2", "<1.2.0"), ("!=1.4", "!=1.4.0"), (">=1 !=1.4 <2", ">=1.0.0 <2.0.0 !=1.4.0"),
        ("1 - 2", ">=1.0.0 <=2.0.0"), (">1", ">1.0.0"), ("2 || 1", "1.0.0 || 2.0.0"),
        ("<1 || >=2", "<1.0.0 || >=2.0.0"),
        ("!=1 !=2", "!=1.0.0 !=2.0.0"), ("1.4.x", ">=1.4.0-0 <1.5.0-0"), ("~1.4.2+b", ">=1.4.2 <1.5.0-0"),
        ("1-rc.0", "1.0.0-rc.0"), (">=1-rc.0", ">=1.0.0-rc.0"), (">1-rc.1", ">1.0.0-rc.1"),
        ("<=1-rc.1", "<=1.0.0-rc.1"), ("<=1-rc", "<1.0.0-rc.0"), ("0.0.0-0", "0.0.0-0"),
        ("!=0.0.0-0", ">0.0.0-0"), (">=1-rc <1-rc.0.0", ">=1.0.0-rc <=1.0.0-rc.0"), ("1.2.3.4.5.0", "1.2.3.4.5"),
        (">99999999999999999999", ">99999999999999999999.0.0"), ("<=1.2.3.4.5-rc.1", "<=1.2.3.4.5-rc.1"),
        ("<1-rc || 1-rc.0 || >1", "<1.0.0-rc || 1.0.0-rc.0 || >1.0.0"), ("<1 || >1 <2 || >2", "!=1.0.0 !=2.0.0"),
    ])
    func `a set prints in its shortest form`(text: String, expected: String) throws {
        try expectEqual(VersionSet(parsing: text).description, expected)
    }

    @Test(arguments: seeds)
    func `sets, intervals and versions are appended to bytes as they print`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        func appended(_ write: (inout [UInt8]) -> Void) -> String {
            var bytes = Array("before ".utf8)
            write(&bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        for _ in 0..<300 {
            let set = try VersionSamples.set(using: &random)
            expectEqual(appended { set.write(to: &$0) }, "before \(set)", "seed \(seed)")
            expectEqual(appended { VersionSet.write(set.intervals, to: &$0) }, "before \(set)", "seed \(seed)")
            for interval in set.intervals {
                expectEqual(appended { interval.write(to: &$0) }, "before \(interval)", "seed \(seed)")
            }
            let version = try AppVersion(parsing: VersionSamples.version(using: &random))
            expectEqual(appended { version.write(to: &$0) }, "before \(version)", "seed \(seed)")
        }
    }

    @Test(arguments: seeds)
    func `a set overlaps two cuts if it contains a version between them`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<300 {
            let set = try VersionSamples.set(using: &random)
            for interval in try VersionSamples.set(using: &random).intervals {
                let isDisjoint = set.isDisjoint(with: VersionSet(interval))
                expectEqual(set.overlaps(from: interval.lower, to: interval.upper), !isDisjoint, "\(set), \(interval)")
            }
        }
    }

    @Test func `no version and every version are each other's complement`() {
        expectEqual(VersionSet.all.complement, .none)
        expectEqual(VersionSet.none.complement, .all)
        expect(VersionSet.none.isEmpty)
        expect(VersionSet.none.intervals.isEmpty)
        expectEqual(VersionSet.all.intervals, [.all])
        expectEqual(VersionSet([VersionInterval]()), .none)
        expectEqual(VersionSet(from: .after("1"), to: .before("1")), .none)
        expectNil(VersionInterval(from: .before("1"), to: .before("1.0")))
    }

    @Test func `intervals that touch or overlap are merged, in any order`() throws {
        let intervals: [VersionInterval] = [
            VersionInterval("3"), try #require(VersionInterval(from: .before("1"), to: .before("2"))),
            try #require(VersionInterval(from: .before("2"), to: .before("3"))), VersionInterval("1.5"),
        ]
        expectEqual(VersionSet(intervals), VersionSet(from: .before("1"), to: .after("3")))
        expectEqual(VersionSet(intervals.reversed()).description, ">=1.0.0 <=3.0.0")
    }
}

struct VersionCutTests {
    @Test func `cuts lie next to their versions, in the order of the version line`() throws {
        let versions = try VersionSamples.ascendingVersions()
        for (version, next) in zip(versions, versions.dropFirst()) {
            expect(VersionCut.before(version) < .after(version), "\(version)")
            expect(VersionCut.after(version) <= .before(next), "\(version), \(next)")
            expect(VersionCut.after(version) < .after(next), "\(version), \(next)")
        }
        expect(versions.allSatisfy { VersionCut.lowest <= .before($0) && VersionCut.after($0) < .highest })
    }

    @Test func `cuts are equal if no version lies between them`() {
        expectEqual(VersionCut.before("0.0.0-0"), .lowest)
        expectEqual(VersionCut.after("1-rc"), .before("1-rc.0"))
        expectEqual(VersionCut.after("1-0"), .before("1-0.0"))
        expectEqual(VersionCut.after("1.2.3.4.5-rc"), .before("1.2.3.4.5-rc.0"))
        expectEqual(VersionCut.before("1+a"), .before("1+b"))
        expectEqual(VersionCut.after("1-rc+a").hashValue, VersionCut.before("1-rc.0").hashValue)
        expect(VersionCut.after("1") != .before("1.0.0.0.0.0.1-0"))
    }

    @Test func `a cut says where it is in common terms`() {
        expectEqual(VersionCut.lowest.side, .lowest)
        expectEqual(VersionCut.highest.side, .highest)
        expectEqual(VersionCut.before("1.4").side, .before("1.4.0"))
        expectEqual(VersionCut.after("1.4").side, .after("1.4.0"))
        expectEqual(VersionCut.after("1.2.3.4.5").side, .after("1.2.3.4.5"))
        expectEqual(VersionCut.after("1-rc").side, .before("1.0.0-rc.0"))
        expectEqual(VersionCut.after("1-rc.1").side, .after("1.0.0-rc.1"))
        expectEqual(VersionCut.before("99999999999-0").side, .before("99999999999-0"))
    }

    @Test(arguments: VersionSamples.ascending)
    func `a cut can be made again from where it is`(text: String) throws {
        let version = try AppVersion(parsing: text)
        for cut in [VersionCut.before(version), .after(version)] {
            switch cut.side {
            case .lowest: expectEqual(cut, .lowest)
            case .highest: Issue.record("\(text) has no highest cut")
            case .before(let version): expectEqual(VersionCut.before(version), cut)
            case .after(let version): expectEqual(VersionCut.after(version), cut)
            }
        }
        expectEqual(VersionInterval(version).singleVersion, version)
        expect(VersionInterval(version).contains(version))
    }
}
