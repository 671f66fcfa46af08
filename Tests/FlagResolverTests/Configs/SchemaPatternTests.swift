import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON Schema describes versions and requirements by regular expressions; editors go by those, the library by its
/// parser. Here they are held to the same answers.
struct SchemaPatternTests {
    @Test(arguments: [
        "1.4.0", "1", "1.2.3.4", "v1.4", " 1.4 ", "1.4.0-rc.1", "1.4.0-0", "1.4.0-01a", "1.4+build.7", "1-a+b",
        "021.02",
        "", " ", "1.", ".1", "1..2", "1.4.0-", "1.4.0-01", "1.4.0-a..b", "1.4.0+", "1.4.0 (532)", "vv1", "1.x", ">=1",
        "a",
    ])
    func `a version is what the parser says it is`(text: String) throws {
        try expectEqual(matches(text, definition: "version"), (AppVersion(text) != nil))
    }

    @Test(arguments: [
        "1.4.0", "=1.4.0", "==1.4.0", "= 1.4.0", "!=1.4.0", "<1", "<=1", ">1", ">=1", ">= 1.2", "1.4.x", "1.4.X",
        "1.4.*",
        "=1.x", "== 1.x", "v1.x", "*", "~1.4.2", "~ 1.4", "^1.4.2", "^0", "1.2.0 - 1.4.0", "1.2.0\t-\t1.4.0",
        ">=1.0.0 <2.0.0", ">=1,<2", ">=1 , <2", "1 || 2", "1||2", " 1 || 2 - 3 ", "* 1", ">=1\r\n<2", "~1-rc.1",
        "", " ", "||", "1 ||", "|| 1", "1 | 2", "1 || || 2", ",1", "1,", "1,,2", ">=1<2", "x", "1.x.x", ">=1.x", "~1.x",
        "!=1.x", "=*", ">=*", "~*", "v*", "1.x-rc", "1.x+b", "1 -2", "1- 2", "1 - 2 - 3", "1 - 2 3", "=1 - 2",
        "1.x - 2",
        "=>1", "===1", "<>1", "!1", "latest", "1.2.0 -1.4.0", "~>1", "- 1", "1 -", ">=", "1.2.0 - =1",
    ])
    func `a requirement is what the parser says it is`(text: String) throws {
        try expectEqual(matches(text, definition: "requirement"), (VersionRequirement(text) != nil))
    }

    @Test func `the pattern of requirements agrees with the parser on random texts`() throws {
        let seed: UInt64 = 20_260
        var random = SeededRandom(seed: seed)
        let pieces = [
            "1", "0", "1.4.0", "2.0.0", ".", ".x", ".*", "x", "*", "v", "-", "-rc.1", "-01", "+b", " ", " ", " ", ",",
            "||",
            "|", ">", ">=", "<", "<=", "=", "==", "!=", "~", "^", "\t", " - ",
        ]
        let regex = try self.regex("requirement")
        var accepted = 0
        for _ in 0..<4_000 {
            let count = Int.random(in: 1...6, using: &random)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            let isRequirement = VersionRequirement(text) != nil
            let isMatch = text.firstMatch(of: regex) != nil
            expectEqual(isMatch, isRequirement, "\(text.debugDescription), seed \(seed)")
            if isRequirement { accepted += 1 }
        }
        expect(accepted > 200, "too few of the random texts are requirements to say much, seed \(seed)")
    }

    private func matches(_ text: String, definition: String) throws -> Bool {
        text.firstMatch(of: try regex(definition)) != nil
    }

    /// The pattern of a definition, matched as JSON Schema does it: scalar by scalar, so that CR LF are two.
    private func regex(_ definition: String) throws -> Regex<AnyRegexOutput> {
        let schema = try JSONDecoder().decode(Schema.self, from: ProjectFile.data("Configs/settings.schema.json"))
        let pattern = try #require(schema.definitions[definition]?.pattern)
        return try Regex(pattern).matchingSemantics(.unicodeScalar)
    }

    private struct Schema: Decodable {
        let definitions: [String: Definition]

        private enum CodingKeys: String, CodingKey {
            case definitions = "$defs"
        }
    }

    private struct Definition: Decodable {
        let pattern: String?
    }
}
