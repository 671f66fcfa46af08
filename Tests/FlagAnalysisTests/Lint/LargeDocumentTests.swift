import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// Documents with so many settings that they are checked in several parts at the same time.
struct LargeDocumentTests {
    private static let settingCount = 600

    /// A document with settings of the same text, named `s0`, `s1` and so on.
    private func checked(_ setting: String, metadata: String = "", releases: String? = nil) throws -> CheckedText {
        let members = (0..<Self.settingCount).map { "\"s\($0)\": \(setting)" }
        return try CheckedText("{\(metadata)\(members.joined(separator: ","))}", releases: releases)
    }

    @Test func `settings have the same findings as in documents of their own`() throws {
        // These are reported once for a document, or depend on the other settings.
        let excluded: Set<RuleCode> = [.prereleaseBoundary, .unknownRequires, .requiresNeverTrue]
        let groups = try (0..<260).map { number in
            var sample = try TargetedSample(seed: UInt64(number))
            let settings = sample.settings().enumerated().map { index, entries in
                let list = entries.map { "{\($0.conditions), \"value\": \($0.value)}" }
                return "\"s\(index)\": {\"defaultValue\": false, \"valuesByVersion\": [\(list.joined(separator: ","))]}"
            }
            return "\"g\(number)\": {\(settings.joined(separator: ","))}"
        }
        // Each group is in the same line of both texts.
        let alone = try groups.enumerated().flatMap { number, group in
            let lines = String(repeating: "\n", count: number)
            return try CheckedText("{\(lines)\(group)}").written(without: excluded)
        }
        let together = try CheckedText("{\(groups.joined(separator: ",\n"))}").written(without: excluded)
        let difference = together.difference(from: alone)
        #expect(difference.isEmpty, "\(difference.prefix(5))")
        #expect(together.count > 500)
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
        #expect(findings.count == 1)
        let first = try SettingsDocument(parsing: [UInt8]("{\(metadata)\"s0\": \(setting)}".utf8)).index(named: "s0")
        #expect(code == .mixedAttributeTypes || findings.first?.settingIndex == first)
    }

    @Test func `messages name version codes as they are written`() throws {
        let text = try checked(
            #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=52910000 <52920000", "value": 2}, {"appVersion": "52915000", "value": 3}]}"#
        )
        #expect(text.findings.count >= Self.settingCount)
        #expect(!text.written().contains { $0.contains("000.0") })
    }

    @Test func `a matrix has the rows of the settings alone`() throws {
        let settings = try (0..<520).map { number in
            var sample = try TargetedSample(seed: UInt64(number))
            let list = sample.settings()[0].map { "{\($0.conditions), \"value\": \($0.value)}" }
            return "\"s\(number)\": {\"defaultValue\": false, \"valuesByVersion\": [\(list.joined(separator: ","))]}"
        }
        let document = try SettingsDocument(parsing: [UInt8]("{\(settings.joined(separator: ","))}".utf8))
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
        #expect(
            all.rows.map { written($0, all.columns) }
                == alone.flatMap { matrix in matrix.rows.map { written($0, matrix.columns) } })
        #expect(all.failures.isEmpty && all.settingCount == settings.count)
    }
}
