import FlagResolver
import TestSupport
import Testing

/// The first match for versions and requirements whose components are about as large as a packed version can hold.
struct FirstMatchTests {
    private static let components = [
        0, 1, 2, 16_382, 16_383, 16_384, 65_534, 65_535, 65_536, 4_294_967_294, 4_294_967_295, 4_294_967_296,
    ]

    private static func version(using random: inout SeededRandom) -> String {
        let count = Int.random(in: 1...5, using: &random)
        let numbers = (0..<count).map { _ in "\(components.randomElement(using: &random) ?? 0)" }
        let suffix = ["", "", "", "-0", "-rc.1", "-rc.1.2"].randomElement(using: &random) ?? ""
        return numbers.joined(separator: ".") + suffix
    }

    private static func requirement(using random: inout SeededRandom) -> String {
        let (first, second) = (version(using: &random), version(using: &random))
        return [
            "*", first, ">=\(first)", "<\(first)", ">\(first)", "<=\(first)", ">=\(first) <\(second)",
            "<\(first) || >=\(second)", "!=\(first)",
        ].randomElement(using: &random) ?? "*"
    }

    @Test(arguments: UInt64(1)...400)
    func `the first entry whose set contains the version wins, at the limits of packed versions`(_ seed: UInt64) throws
    {
        var random = SeededRandom(seed: seed)
        let requirements = (0..<Int.random(in: 0...9, using: &random)).map { _ in Self.requirement(using: &random) }
        let sets = try requirements.map { try VersionSet(parsing: $0) }
        let entries = requirements.enumerated().map { #"{"appVersion": "\#($1)", "value": \#($0)}"# }
        let json = #"{"s": {"defaultValue": -1, "valuesByVersion": [\#(entries.joined(separator: ", "))]}}"#
        let document = try SettingsDocument(parsing: Array(json.utf8))
        expect(document.issues.isEmpty)
        for _ in 0..<40 {
            let version = try AppVersion(parsing: Self.version(using: &random))
            let expected = sets.firstIndex { $0.contains(version) } ?? -1
            expectEqual(document.snapshot(for: version).value(for: "s", default: -2), expected, "\(version) in \(json)")
            expectEqual(document.value(for: "s", version: version, default: -2), expected, "\(version) in \(json)")
        }
    }
}
