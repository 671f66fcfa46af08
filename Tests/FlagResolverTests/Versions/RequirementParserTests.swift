import FlagResolver
import TestSupport
import Testing

extension VersionComparator {
    /// A parser's result as text, for tables: sign, version, comparator and alternative.
    fileprivate func summary(in text: String) -> String {
        let bytes = Array(text.utf8)
        let version = String(decoding: bytes[version.range], as: UTF8.self)
        return "\(sign) \(version) in \(String(decoding: bytes[range], as: UTF8.self)) of \(alternative)"
    }
}

/// What the parser yields, and that the version set is what the comparators mean.
struct RequirementParserTests {
    private static func comparators(of text: String) throws -> [VersionComparator] {
        let bytes = Array(text.utf8)[...]
        var parser = RequirementParser()
        var comparators: [VersionComparator] = []
        while let comparator = try parser.next(in: bytes.span) { comparators.append(comparator) }
        try expectNil(parser.next(in: bytes.span))
        return comparators
    }

    @Test(arguments: [
        ("1.4", ["none 1.4 in 1.4 of 0"]),
        (
            ">= 1.4 <2 || 1.0 - 1.2",
            [
                "atLeast 1.4 in >= 1.4 of 0", "below 2 in <2 of 0", "rangeStart 1.0 in 1.0 of 1",
                "rangeEnd 1.2 in 1.2 of 1",
            ]
        ),
        ("==v1.x,\t=1.*||*", ["equal v1.x in ==v1.x of 0", "equal 1.* in =1.* of 0", "any  in * of 1"]),
        (" !=1 , ~ 2-rc+7 ", ["notEqual 1 in !=1 of 0", "tilde 2-rc+7 in ~ 2-rc+7 of 0"]),
        (
            "^1.2.3||<=V4||>5.0-a",
            ["caret 1.2.3 in ^1.2.3 of 0", "atMost V4 in <=V4 of 1", "above 5.0-a in >5.0-a of 2"]
        ),
        (
            "1 - 2 || 3 - 4",
            [
                "rangeStart 1 in 1 of 0", "rangeEnd 2 in 2 of 0", "rangeStart 3 in 3 of 1", "rangeEnd 4 in 4 of 1",
            ]
        ),
        ("1-2", ["none 1-2 in 1-2 of 0"]),
    ])
    func `the parser yields every comparator with its sign, version and location`(_ text: String, _ expected: [String])
        throws
    {
        try expectEqual(Self.comparators(of: text).map { $0.summary(in: text) }, expected)
    }

    @Test(arguments: [UInt64(41), 42, 43])
    func `only separators are between the comparators`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let text = VersionSamples.requirement(using: &random)
            let bytes = Array(text.utf8)
            var alternatives = [""]
            var end = 0
            for comparator in try Self.comparators(of: text) {
                let gap = String(decoding: bytes[end..<comparator.range.lowerBound], as: UTF8.self)
                let isRange = comparator.sign == .rangeEnd
                expect(
                    gap.allSatisfy { $0.isWhitespace || (isRange ? $0 == "-" : ",|".contains($0)) },
                    "\(text), seed \(seed)")
                expectEqual(gap.contains("|"), comparator.alternative == alternatives.count, "\(text), seed \(seed)")
                if comparator.alternative == alternatives.count { alternatives.append("") }
                expect(comparator.range.contains(comparator.version.range.lowerBound) || comparator.sign == .any)
                expectEqual(comparator.version.range.upperBound, comparator.range.upperBound, "\(text), seed \(seed)")
                end = comparator.range.upperBound
            }
            expect(bytes[end...].allSatisfy { Character(UnicodeScalar($0)).isWhitespace }, "\(text), seed \(seed)")
        }
    }

    /// Whether a version satisfies a comparator, evaluated slowly from the bytes that the parser says it has.
    private func isSatisfied(_ comparator: VersionComparator, of bytes: [UInt8], by version: NaiveVersion) -> Bool {
        let written = String(decoding: bytes[comparator.version.range], as: UTF8.self)
        switch comparator.sign {
        case .any: return true
        case .rangeStart: return version.satisfies(">=" + written)
        case .rangeEnd: return version.satisfies("<=" + written)
        default: return version.satisfies(comparator.sign.rawValue + written)
        }
    }

    @Test(arguments: [UInt64(51), 52, 53])
    func `the set of a requirement contains what satisfies all comparators of an alternative`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let text = VersionSamples.requirement(using: &random)
            let bytes = Array(text.utf8)
            let comparators = try Self.comparators(of: text)
            let set = try VersionSet(parsing: text)
            for point in comparators.flatMap({ Self.points(near: $0, of: bytes) }) {
                let isContained = Dictionary(grouping: comparators, by: \.alternative).values.contains { alternative in
                    alternative.allSatisfy { isSatisfied($0, of: bytes, by: point) }
                }
                try expectEqual(
                    set.contains(AppVersion(parsing: "\(point)")), isContained, "\(point), \(text), seed \(seed)")
            }
        }
    }

    /// Versions between any two cuts that a comparator can have.
    private static func points(near comparator: VersionComparator, of bytes: [UInt8]) -> [NaiveVersion] {
        let end =
            comparator.version.hasWildcard ? comparator.version.numberRange.upperBound : comparator.range.upperBound
        let written = String(decoding: bytes[comparator.version.range.lowerBound..<end], as: UTF8.self)
        return NaiveVersion(written.isEmpty ? "1.0.0" : written).neighbours
    }

    @Test(arguments: [UInt64(61), 62, 63])
    func `some comparators have the set that their own text has`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let text = VersionSamples.requirement(using: &random)
            let bytes = Array(text.utf8)[...]
            let comparators = try Self.comparators(of: text)
            let folded = VersionSet(satisfying: comparators, in: bytes.span)
            try expectEqual(folded, VersionSet(parsing: text), "\(text), seed \(seed)")
            for comparator in comparators where comparator.sign != .rangeStart && comparator.sign != .rangeEnd {
                let alone = String(decoding: bytes[comparator.range], as: UTF8.self)
                let set = VersionSet(satisfying: CollectionOfOne(comparator), in: bytes.span)
                try expectEqual(set, VersionSet(parsing: alone), "\(alone) of \(text), seed \(seed)")
            }
        }
        let nothing: ArraySlice<UInt8> = []
        let none = VersionSet(satisfying: [], in: nothing.span)
        expectEqual(none, .none)
    }

    /// The grammar of `Docs/Versions.md` as a regular expression.
    private static let grammar: String = {
        let blank = #"[ \t\r\n]"#
        let numbers = #"[vV]?[0-9]+(?:\.[0-9]+)*"#
        let prerelease = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
        let build = "[0-9A-Za-z-]+"
        let version = #"\#(numbers)(?:-\#(prerelease)(?:\.\#(prerelease))*)?(?:\+\#(build)(?:\.\#(build))*)?"#
        let wildcard = #"(?:==?\#(blank)*)?\#(numbers)\.[xX*]"#
        let comparator = #"(?:\*|\#(wildcard)|(?:(?:==?|!=|<=?|>=?|~|\^)\#(blank)*)?\#(version))"#
        let comparators = "\(comparator)(?:(?:\(blank)+|\(blank)*,\(blank)*)\(comparator))*"
        let range = "\(version)\(blank)+-\(blank)+\(version)"
        let alternative = "\(blank)*(?:\(range)|\(comparators))\(blank)*"
        return #"\#(alternative)(?:\|\|\#(alternative))*"#
    }()

    @Test(
        arguments: [
            ["0", "7", ".", "<", "=", ">", " "], ["1", "-", ".", "x", " ", ",", "|"],
            ["*", "~", "=", "1", "v", "!", " "],
        ])
    func `every short text is a requirement exactly if the grammar says so, and means what it says`(
        _ alphabet: [String]
    ) throws {
        let grammar = try Regex(Self.grammar)
        let points = [
            "0.0.0-0", "0", "0.0.1", "0.7", "0.7.1", "1-0", "1", "1.0.1", "1.1", "2-0", "2", "7", "7.0.1", "70", "77.7",
        ]
        var texts = [""]
        var requirementCount = 0
        for _ in 1...5 {
            texts = texts.flatMap { text in alphabet.map { text + $0 } }
            for text in texts {
                let set = try? VersionSet(parsing: text)
                expectEqual((set != nil), (text.wholeMatch(of: grammar) != nil), "\"\(text)\"")
                guard let set else { continue }
                requirementCount += 1
                for point in points {
                    let isContained = try set.contains(AppVersion(parsing: point))
                    guard isContained != NaiveVersion(point).satisfies(text) else { continue }
                    Issue.record("\"\(text)\" and \(point)")
                }
            }
        }
        expect(requirementCount > 100)
    }

    @Test func `a requirement is read the same wherever it is in a longer text`() throws {
        var random = SeededRandom(seed: 71)
        for _ in 0..<5_000 {
            let text = VersionSamples.requirement(using: &random).replacing("\t", with: " ").replacing("\n", with: " ")
            for end in [#""}]}}"#, #"","$":"1.2.3.4.5.6"}]}}"#] {
                let json = #"{"a":{"defaultValue":0,"valuesByVersion":[{"value":1,"appVersion":""# + text + end
                let document = try SettingsDocument(parsing: Array(json.utf8))
                let entry = try #require(document.entries(of: 0).first)
                try expectEqual(entry.bounds.versions(sets: document.loaded.sets), VersionSet(parsing: text), "\(text)")
            }
        }
        let part = "x>=1.4.0 <2.0.0y".dropFirst().dropLast()
        try expectEqual(VersionSet(parsing: part), VersionSet(parsing: ">=1.4.0 <2.0.0"))
        try expectEqual(VersionRequirement(parsing: part).texts, [">=1.4.0 <2.0.0"])
    }
}
