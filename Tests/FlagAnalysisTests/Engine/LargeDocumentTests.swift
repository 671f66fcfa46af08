import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// Documents with so many settings that all cores work on parts of them.
struct LargeDocumentTests {
    private static let settingCount = 600

    /// A document with settings of the same text, named `s0`, `s1` and so on.
    private func checked(_ setting: String, metadata: String = "", releases: String? = nil) throws -> CheckedText {
        let members = (0..<Self.settingCount).map { "\"s\($0)\": \(setting)" }
        return try CheckedText("{\(metadata)\(members.joined(separator: ","))}", releases: releases)
    }

    @Test func `settings have the same findings as in documents of their own`() throws {
        // These are reported once for a document, or depend on the other settings.
        let excluded: Set<RuleCode> = [.prereleaseBoundary, .unknownRequires, .requiresNeverTrue, .mixedAttributeTypes]
        let groups = try (0..<260).map { number in
            var sample = try TargetedSample(seed: UInt64(number), axisCount: 2)
            return "\"g\(number)\": {\(TargetedSample.members(sample.settings()).joined(separator: ","))}"
        }
        // Each group is in the same line of both texts.
        let alone = try groups.enumerated().flatMap { number, group in
            let lines = String(repeating: "\n", count: number)
            return try CheckedText("{\(lines)\(group)}").written(without: excluded)
        }
        let together = try CheckedText("{\(groups.joined(separator: ",\n"))}").written(without: excluded)
        // Versions print in the style of their document: what is 1.0 in one is 1.0.0 in another.
        func normalized(_ findings: [String]) -> [String] {
            findings.map { $0.replacing(/(\.0)+(?![.0-9])/, with: "") }
        }
        let difference = normalized(together).difference(from: normalized(alone))
        expect(difference.isEmpty, "\(difference.prefix(5))")
        expect(together.count > 500)
    }

    @Test(
        arguments: [
            (
                #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": 2}]}"#, "",
                RuleCode.prereleaseBoundary, nil
            ),
            (
                #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": "0.1.0", "value": 2}]}"#, "",
                .unknownRelease, "1.0.0 10%\n2.0.0 90%\n"
            ),
            (
                #"{"defaultValue": 1, "valuesByVersion": [{"when": {"ring": "beta"}, "value": 2}]}"#,
                #""$attributes": {"country": {"type": "string"}},"#, .undeclaredAttribute, nil
            ),
            (
                #"{"defaultValue": false, "valuesByVersion": [{"requires": "never", "value": true}]}"#,
                #""never": {"defaultValue": false, "valuesByVersion": [{"appVersion": "1.0.0", "value": false}]},"#,
                .requiresNeverTrue, nil
            ),
            (
                #"{"defaultValue": 1, "valuesByVersion": [{"when": {"os": {"version": ">=17"}}, "value": 2}, {"when": {"os": "17"}, "value": 2}]}"#,
                "", .mixedAttributeTypes, nil
            ),
        ] as [(String, String, RuleCode, String?)])
    func `what is reported once for a document is reported for its first setting`(
        setting: String, metadata: String, code: RuleCode, releases: String?
    ) throws {
        let findings = try checked(setting, metadata: metadata, releases: releases).findings(code)
        expectEqual(findings.count, 1)
        let first = try SettingsDocument(parsing: [UInt8]("{\(metadata)\"s0\": \(setting)}".utf8)).index(named: "s0")
        expect(code == .mixedAttributeTypes || findings.first?.settingIndex == first)
    }

    @Test func `messages name version codes as they are written`() throws {
        let text = try checked(
            #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=52910000 <52920000", "value": 2}, {"appVersion": "52915000", "value": 3}]}"#
        )
        expect(text.findings.count >= Self.settingCount)
        expect(!text.written().contains { $0.contains("000.0") })
    }

    @Test func `a matrix has the rows of the settings alone`() throws {
        let document = try document(Self.settings())
        let axes = CaseAxes(document)
        let all = SettingsMatrix(of: Array(document.indices), in: document, axes: axes)
        let alone = document.indices.map { SettingsMatrix(of: [$0], in: document, axes: axes) }
        func written(_ row: SettingsMatrix.Row, _ columns: [VersionInterval]) -> String {
            let segments = row.segments.compactMap { segment in
                VersionInterval(
                    from: columns[segment.columns.lowerBound].lower, to: columns[segment.columns.upperBound - 1].upper
                )
                .map { "\($0) \(segment.value)" }
            }
            return "\(row.settingIndex) \(row.users.map { "\($0)" } ?? "everybody"): \(segments)"
        }
        expectEqual(
            all.rows.map { written($0, all.columns) },
            alone.flatMap { matrix in matrix.rows.map { written($0, matrix.columns) } })
        expect(all.failures.isEmpty && all.settingCount == document.indices.count)
    }

    @Test func `two documents differ as a few of their settings at a time do`() throws {
        let settings = try Self.settings()
        // One in three is another one in the new document.
        let others = try Self.settings(seed: 1_000)
        let edited = settings.indices.map { $0.isMultiple(of: 3) ? others[$0] : settings[$0] }
        let (old, new) = (try document(settings), try document(edited))
        let all = DocumentDifference(from: old, to: new)
        let names = new.sortedByName(Array(new.indices)).map { new.name(of: $0) }
        let alone = stride(from: 0, to: names.count, by: 26).map { first in
            DocumentDifference(from: old, to: new, names: Set(names[first..<(first + 26)].map { ExactText($0) }))
        }
        expectEqual(all.settings.map { "\($0)" }, alone.flatMap { $0.settings.map { "\($0)" } })
        expectEqual(all.unchanged, alone.flatMap(\.unchanged))
        expect(all.settings.count > 100 && all.unchanged.count > 300 && all.failures.isEmpty)
    }

    @Test func `the same is stale as in documents of their own`() throws {
        func written(_ document: SettingsDocument) throws -> [String] {
            try StaleDocument(document, floor: "1.5.0").findings.map { finding in
                let first = document.loaded[finding.settingIndex].entries.lowerBound
                let removed = finding.removed.map { first.distance(to: $0) }
                let name = document.name(of: finding.settingIndex)
                return "\(name): \(finding.code) \(removed) \(finding.isIndependent) \(finding.changesDefault) "
                    + "\(finding.missingAttributes)"
            }
        }
        let settings = try Self.settings()
        let alone = try settings.enumerated().flatMap { number, setting in
            try written(SettingsDocument(parsing: [UInt8]("{\"s\(number)\": \(setting)}".utf8)))
        }
        try expectEqual(written(document(settings)), alone)
        expect(alone.count > 300)
    }

    private static func settings(seed: UInt64 = 0) throws -> [String] {
        try (0..<520).map { number in
            var sample = try TargetedSample(seed: seed + UInt64(number), axisCount: 2)
            return TargetedSample.setting(sample.settings()[0])
        }
    }

    private func document(_ settings: [String]) throws -> SettingsDocument {
        let members = settings.enumerated().map { "\"s\($0)\": \($1)" }
        return try SettingsDocument(parsing: [UInt8]("{\(members.joined(separator: ","))}".utf8))
    }
}
