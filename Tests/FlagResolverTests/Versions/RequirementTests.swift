import FlagResolver
import TestSupport
import Testing

struct RequirementTests {
    /// A requirement, versions that it contains, and versions that it does not.
    typealias Row = (text: String, inside: [AppVersion], outside: [AppVersion])

    static let rows: [Row] = [
        ("1.4.0", ["1.4.0", "1.4", "1.4.0+9"], ["1.4.0-rc", "1.4.0.1", "1.4.1", "1.3.9"]),
        ("1.4", ["1.4.0"], ["1.4.1", "1.4.0-0"]),
        ("=1.4.0", ["1.4.0"], ["1.4.0.0.1"]), ("==1.4.0", ["1.4.0"], ["1.4.0.0.1"]), ("= v1.4", ["1.4.0"], ["1.4.1"]),
        ("!=1.4.0", ["1.4.0-rc", "1.4.0.1", "0", "9"], ["1.4.0", "1.4"]),
        ("<1.4.0", ["1.4.0-rc.1", "1.3.9", "0.0.0-0"], ["1.4.0", "1.4.0.1"]),
        ("<=1.4.0", ["1.4.0", "1.4.0-rc"], ["1.4.0.0.0.1-0", "1.4.1"]),
        (">1.4.0", ["1.4.0.1", "1.4.0.0.0.0.1-0", "1.4.1-0"], ["1.4.0", "1.4.0-rc"]),
        (">=1.4.0", ["1.4.0", "99999999999999999999"], ["1.4.0-rc"]),
        (">= 1.4.0", ["1.4.0"], ["1.3"]), (">=\t\r\nv1.4.0", ["1.4.0"], ["1.3"]),
        ("1.4.x", ["1.4.0", "1.4.0-0", "1.4.99", "1.4.1-rc"], ["1.3.9", "1.5.0-0", "1.5"]),
        ("1.4.X", ["1.4.7"], ["1.5"]), ("1.4.*", ["1.4.7"], ["1.5"]), ("=1.4.*", ["1.4.7"], ["1.5"]),
        ("==1.x", ["1-0", "1.99.99"], ["2-0", "0.9"]), ("1.x", ["1.0.0"], ["2.0.0-0"]), ("0.x", ["0.0.0-0"], ["1-0"]),
        ("1.2.3.4.x", ["1.2.3.4.0-0", "1.2.3.4.5"], ["1.2.3.5-0", "1.2.3.3.9"]),
        ("99999999999999999999.x", ["99999999999999999999.1"], ["100000000000000000000-0"]),
        ("*", ["0.0.0-0", "1", "99999999999999999999"], []),
        ("~1.4.2", ["1.4.2", "1.4.9"], ["1.4.2-rc", "1.5.0-0", "1.4.1"]),
        ("~1.4", ["1.4.0", "1.4.9"], ["1.4.0-rc", "1.5.0-0"]), ("~1", ["1.0.0", "1.9"], ["2.0.0-0", "1.0.0-0"]),
        ("~1.4.2.9", ["1.4.2.9", "1.4.3"], ["1.4.2.8", "1.5.0-0"]), ("~0", ["0", "0.9"], ["1-0"]),
        ("~ 1.4.2-rc", ["1.4.2-rc", "1.4.2-rc.1", "1.4.2"], ["1.4.2-a", "1.5-0"]),
        ("^1.4.2", ["1.4.2", "1.99"], ["1.4.1", "2.0.0-0", "1.4.2-rc"]),
        ("^0.3.1", ["0.3.1", "0.3.9"], ["0.4.0-0", "0.3.0"]), ("^0.0.3", ["0.0.3", "0.0.3.9"], ["0.0.4-0", "0.0.2"]),
        ("^0", ["0", "0.9"], ["1-0"]), ("^0.0", ["0.0.9"], ["0.1-0"]), ("^0.0.0", ["0.0.0.9"], ["0.0.1-0"]),
        ("^0.0.0.0", ["0.0.0.0.9"], ["0.0.0.1-0"]), ("^0.0.0.0.2", ["0.0.0.0.2.1"], ["0.0.0.0.3-0", "0.0.0.0.1"]),
        ("^1.4.2-rc", ["1.4.2-rc", "1.9"], ["1.4.2-a", "2.0.0-0"]), ("^v1", ["1.5"], ["2-0"]),
        ("1.2.0 - 1.4.0", ["1.2.0", "1.3", "1.4.0", "1.4.0-rc"], ["1.2.0-rc", "1.4.0.1"]),
        ("v1.2\t-\nv1.4-rc", ["1.2", "1.4-rc"], ["1.4-rc.0", "1.4"]), ("1.4.0 - 1.2.0", [], ["1.2.0", "1.3", "1.4.0"]),
        ("<2.0.0", ["2.0.0-rc.1"], []), (">=2.0.0", [], ["2.0.0-rc.1"]), ("<2.0.0-0", ["1.9"], ["2.0.0-rc.1"]),
        (">=1.2.0 <2.0.0", ["1.2.0", "1.9"], ["2.0.0", "1.1"]), (">=1.2.0,<2.0.0", ["1.9"], ["2.0.0", "1.1"]),
        (">=1.2.0 , <2.0.0", ["1.9"], ["2.0.0", "1.1"]), (" >1 !=1.5\r\n<2 ", ["1.6"], ["1.5", "1", "2"]),
        (">=1.9.0 <1.8.0", [], ["1.8", "1.9", "1.8.5"]),
        ("1.4.0 || 2.x||>=3", ["1.4", "2.5", "4"], ["1.5", "1.4.0.1"]),
        ("1.2 - 1.4 || 1.6 - 1.8", ["1.3", "1.7"], ["1.5"]), ("* !=1", ["2"], ["1"]),
        ("1-2", ["1.0.0-2"], ["1", "1.5"]),
    ]

    @Test(arguments: rows.indices)
    func `a requirement contains exactly the versions of its row`(index: Int) throws {
        let row = Self.rows[index]
        let set = try VersionSet(parsing: row.text)
        for version in row.inside { expect(set.contains(version), "\(row.text) contains \(version)") }
        for version in row.outside { expect(!set.contains(version), "\(row.text) does not contain \(version)") }
    }

    @Test(arguments: [
        ("~1.4.2", ">=1.4.2 <1.5.0-0"), ("~1", ">=1 <2-0"), ("^0.0.3", ">=0.0.3 <0.0.4-0"),
        ("1.4.x", ">=1.4.0-0 <1.5.0-0"),
        ("^4294967294.1", ">=4294967294.1 <4294967295-0"), ("4294967294.x", ">=4294967294-0 <4294967295-0"),
        ("^1.2.4294967294", ">=1.2.4294967294 <2-0"), ("~1.4294967294", ">=1.4294967294 <1.4294967295-0"),
        ("^0.0.0.1073741822", ">=0.0.0.1073741822 <0.0.0.1073741823-0"), ("^999", ">=999 <1000-0"),
        ("^099999999999999999999", ">=99999999999999999999 <100000000000000000000-0"),
        ("1.2 - 1.4", ">=1.2.0 <=1.4.0"), ("!=1.4.0", "<1.4.0 || >1.4.0"), ("*", ">=0.0.0-0"), ("0.x", "<1-0"),
        (">1-rc", ">=1-rc.0"), ("<=1-rc", "<1-rc.0"), ("1-rc", ">=1-rc <1-rc.0"), (">=1 <1", "<0.0.0-0"),
        ("!=0.0.0-0", ">=0.0.0-0.0"), (">0.0.0-0", "!=0.0.0-0"), ("<=1 || >1", "*"), (">1 <1.0.0.0.0", "<0.0.0-0"),
        (">1-a <1-a.0", "<0.0.0-0"), ("<1 || 1 || >1", "*"), ("2 || 1", "1 || 2"), ("!=1 !=1", "!=1"),
        ("1+a", "1+b"),
    ])
    func `a requirement means the same as its longer form`(text: String, longer: String) throws {
        let set = try VersionSet(parsing: text)
        let other = try VersionSet(parsing: longer)
        expectEqual(set, other)
        expectEqual(set.hashValue, other.hashValue)
    }

    @Test(arguments: [11, 12, 13, 14] as [UInt64])
    func `a requirement agrees with a slow evaluation at, beside and between its cuts`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<150 {
            let text = VersionSamples.requirement(using: &random)
            let set = try VersionSet(parsing: text)
            expect(set.isCanonical, "\(text), seed \(seed)")
            for point in Self.points(of: text) {
                let version = try AppVersion(parsing: point.description)
                let expected = point.satisfies(text)
                if set.contains(version) != expected {
                    Issue.record("\(text) contains \(point): expected \(expected), seed \(seed)")
                }
            }
        }
    }

    @Test func `every operator with every small version agrees with a slow evaluation`() throws {
        let numbers = [
            "0", "1", "2", "0.0", "0.1", "1.0", "1.1", "0.0.0", "0.0.1", "0.1.1", "1.0.1", "0.0.0.0", "0.0.0.1",
        ]
        let versions = numbers.flatMap { number in ["", "-0", "-a", "-a.0"].map { number + $0 } }
        let neighbours = versions.flatMap { NaiveVersion($0).neighbours.map(\.description) }
        let points = Set(neighbours).sorted().map { NaiveVersion($0) }
        let parsedPoints = try points.map { try AppVersion(parsing: $0.description) }
        let plain = versions.flatMap { version in
            ["", "!=", "<", "<=", ">", ">=", "~", "^"].map { $0 + version }
        }
        for text in plain + numbers.map({ $0 + ".x" }) {
            let set = try VersionSet(parsing: text)
            for (point, version) in zip(points, parsedPoints) where set.contains(version) != point.satisfies(text) {
                Issue.record("\(text) and \(point)")
            }
        }
    }

    /// The versions named in a requirement, their neighbours, and the edges of the line.
    private static func points(of requirement: String) -> [NaiveVersion] {
        let words = requirement.split { $0.isWhitespace || ",|=!<>~^*".contains($0) }
        let texts = words.compactMap { word -> String? in
            var text = word
            if text.hasSuffix(".x") || text.hasSuffix(".X") { text = text.dropLast(2) }
            if text.hasSuffix(".") { text = text.dropLast() }
            return text == "-" || text.isEmpty ? nil : String(text)
        }
        let edges = ["0.0.0-0", "0.0.0-0.0", "0", "99999999999999999999999"].map { NaiveVersion($0) }
        return edges + texts.flatMap { NaiveVersion($0).neighbours }
    }

    @Test(.long) func `forty thousand alternatives or exclusions in any order make one set`() throws {
        let ascending = (0..<40_000).map { "1.\($0)" }
        let set = try VersionSet(parsing: ascending.joined(separator: "||"))
        expectEqual(set.intervals.count, 40_000)
        expect(set.contains("1.39999"))
        expect(!set.contains("1.39999.1"))
        var random = SeededRandom(seed: 1)
        for texts in [Array(ascending.reversed()), ascending.shuffled(using: &random)] {
            try expectEqual(VersionSet(parsing: texts.joined(separator: " || ")), set)
            try expectEqual(VersionSet(parsing: texts.map { "!=\($0)" }.joined(separator: ",")), set.complement)
            let versions = try texts.map { try VersionSet(AppVersion(parsing: $0)) }
            expectEqual(VersionSet(unionOf: versions), set)
        }
    }

    @Test func `forty thousand alternatives that overlap make one interval`() throws {
        let nested = (0..<40_000).map { ">=1.\($0) <9.\(40_000 - $0)" }
        try expectEqual(VersionSet(parsing: nested.joined(separator: "||")).description, ">=1.0.0 <9.40000.0")
        let chained = (0..<40_000).map { "1.\($0) - 1.\($0 + 1)" }
        try expectEqual(VersionSet(parsing: chained.joined(separator: "||")).description, ">=1.0.0 <=1.40000.0")
    }
}
