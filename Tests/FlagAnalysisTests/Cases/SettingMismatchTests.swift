import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct SettingMismatchTests {
    private func document(_ setting: String) throws -> SettingsDocument {
        try SettingsDocument(parsing: Array("{\"s\": \(setting)}".utf8))
    }

    private func mismatches(_ setting: String, expected: String, for requirement: String) throws -> [String] {
        let document = try document(setting)
        let tree = try JSONTree(parsing: Array(expected.utf8), sourceName: "")
        let cases = try #require(try SettingFunction(of: 0, in: CaseSpace(document)))
        let users = VersionMap(try VersionSet(parsing: requirement), inside: Decision.yes, outside: .no)
        return try cases.mismatches(with: 0, of: tree, in: document.tree, among: users)
            .map { "\($0.versions): \(String(decoding: document.tree.text(of: $0.value), as: UTF8.self))" }
    }

    private static let setting = #"""
        { "defaultValue": 1, "valuesByVersion": [
            { "appVersion": ">=1.4.1 <1.4.3", "value": 2 }, { "appVersion": ">=1.4.0", "value": 3 } ] }
        """#

    @Test(
        arguments: [
            ("1", "<1.4.0", []), ("3", ">=1.4.0", [">=1.4.1 <1.4.3: 2"]), ("3", "=1.4.2", ["1.4.2: 2"]),
            ("2", "*", ["<1.4.0: 1", ">=1.4.0 <1.4.1 || >=1.4.3: 3"]), ("1.0", "<1", ["<1.0.0: 1"]),
            ("3", ">=2 <1", []),
        ] as [(String, String, [String])])
    func `every version that has another value is found`(
        _ expected: String, _ requirement: String, _ found: [String]
    ) throws {
        try expectEqual(mismatches(Self.setting, expected: expected, for: requirement), found)
    }

    @Test func `mismatches agree with resolution for every version, on random settings`() throws {
        for seed in 1...UInt64(TestScale.rounds(500)) {
            var random = SeededRandom(seed: seed)
            let document = try document(RandomSetting.json(using: &random))
            guard let function = try SettingFunction(of: 0, in: CaseSpace(document)) else { continue }
            let range = RandomSetting.set(using: &random)
            let expected = function.segments?.randomElement(using: &random)?.value ?? 0
            let users = VersionMap(range, inside: Decision.yes, outside: .no)
            let found = try function.mismatches(with: expected, of: document.tree, in: document.tree, among: users)
            for version in RandomSetting.probes {
                let value = try #require(document.resolve(0, for: version).value)
                let isWrong = range.contains(version) && !document.tree.isEqual(value, to: document.tree, expected)
                let responsible = found.filter { $0.versions.contains(version) }.map(\.value)
                expectEqual(responsible, isWrong ? [value] : [], "seed \(seed), version \(version)")
            }
        }
    }
}
