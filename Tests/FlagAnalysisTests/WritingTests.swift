import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// What reports write as bytes is what the slower ways give, which have their own tests.
struct WritingTests {
    private func written(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `a set of versions is written as it is described`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            var set = RandomSetting.set(using: &random)
            if Bool.random(using: &random) { set = set.complement }
            if Bool.random(using: &random) { set = set.symmetricDifference(RandomSetting.set(using: &random)) }
            #expect(written { set.write(to: &$0) } == set.description, "seed \(seed)")
            #expect((0..<set.stretchCount).map { set.stretch(at: $0) } == set.stretches, "seed \(seed)")
            for stretch in set.stretches {
                #expect(written { stretch.write(to: &$0) } == stretch.description, "seed \(seed)")
                #expect(stretch.isSingleVersion == (stretch.singleVersion != nil), "seed \(seed)")
            }
        }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `stretches that are words alone are written as the set of them is described`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var count = 0
        for _ in 0..<2_000 {
            let set = RandomSetting.set(using: &random).symmetricDifference(RandomSetting.set(using: &random))
            let stretches = set.stretches
            guard !stretches.isEmpty, stretches.allSatisfy({ $0.lower.isOnlyWords && $0.upper.isOnlyWords })
            else { continue }
            count += 1
            let text = written { bytes in
                VersionSet.write(stretchCount: stretches.count, to: &bytes) { index in
                    OrdinaryBounds(lower: stretches[index].lower.words, upper: stretches[index].upper.words)
                }
            }
            #expect(text == set.description, "seed \(seed)")
        }
        #expect(count > 500)
    }

    @Test(arguments: ["1", "1.2.3.4", "4294967294.0.1", "99999999999999999999.1", "1.2.3-rc.1+5", "2.0.0-0"])
    func `a version is written as it is described`(_ text: String) throws {
        let version = try AppVersion(parsing: text)
        #expect(written { version.write(to: &$0) } == version.description)
    }

    @Test(
        arguments: [0, 7, 10, 99, 100, 12_345_678, 99_999_999, 100_000_000, 4_294_967_296, UInt64.max] as [UInt64])
    func `a number is written in decimal digits`(_ number: UInt64) {
        #expect(written { $0.appendDecimal(number) } == "\(number)")
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `stretches in ascending order make the set that they make in any order`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let sets = (0..<3).map { _ in RandomSetting.set(using: &random) }
            let stretches = sets.flatMap(\.stretches).sorted { $0.lower < $1.lower }
            #expect(VersionSet(ascending: stretches) == VersionSet(stretches), "seed \(seed)")
        }
    }

    private static let values = [
        "null", "true", "false", "0", "-0", "0.0", "-0.0", "-1", "1", "1.0", "1.00", "1e0", "10e-1", "-1",
        "123456789012345678901234567890",
        #""""#, #""a""#, #""\u0061""#, #""é""#, #""\u00e9""#, #""\"\\\n""#, "\"\u{7F}\"", "\"\u{85}\"", #""\u0000""#,
        "[]", "[1]", "[1, 2]", "[2, 1]", "[1.0]", "[[1], {}]", "{}", #"{"a": 1}"#, #"{"a": 2}"#, #"{"\u0061": 1}"#,
        #"{"a": 1, "b": [true, null]}"#, #"{"b": [true, null], "a": 1}"#, #"{"b": [true, null], "a": 1.0}"#,
        #"{"b": [true, false], "a": 1}"#, #"{"a": {"x": 1, "y": "z"}}"#, #"{"a": {"y": "z", "x": 1}}"#,
    ]

    @Test func `a value is written compactly as a writer does`() throws {
        for text in Self.values {
            let tree = try JSONTree(parsing: Array(text.utf8))
            var writer = JSONWriter()
            writer.write(0, of: tree)
            #expect(written { tree.writeCompact(0, to: &$0) } == String(decoding: writer.bytes, as: UTF8.self))
        }
    }
}
