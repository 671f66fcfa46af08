import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct ReleaseCandidateGapTests {
    private static let versions: [AppVersion] = ["1.0.0", "1.2.0", "1.2.1", "1.3.0", "2.0.0", "3.0.0"]

    @Test func `a gap and its suggestion agree with resolution, on random settings`() throws {
        var gaps = 0
        var suggestions = 0
        for seed in 1...UInt64(TestScale.rounds(1500)) {
            var random = SeededRandom(seed: seed)
            let text = "{\"s\": \(Self.setting(using: &random))}"
            let document = try SettingsDocument(parsing: Array(text.utf8))
            guard try SettingFunction(of: 0, in: CaseSpace(document)) != nil else { continue }
            let version = try #require(Self.versions.randomElement(using: &random))
            let own = try #require(document.resolve(0, for: version).value)
            let gap = ReleaseCandidateGap(of: 0, at: version, in: document, CaseSpace(document))
            for probe in Self.prereleases(of: version) {
                let value = try #require(document.resolve(0, for: probe).value)
                let isOther = !document.tree.isEqual(value, to: document.tree, own)
                expectEqual(gap?.versions.contains(probe) ?? false, isOther, "seed \(seed), \(probe)")
            }
            guard let gap else { continue }
            gaps += 1
            expectEqual(gap.value, own, "seed \(seed)")
            guard let suggestion = gap.suggestion else { continue }
            suggestions += 1
            try check(suggestion, for: version, in: document, seed)
        }
        expect(
            gaps > TestScale.expected(200) && suggestions > TestScale.expected(100),
            "\(gaps) gaps, \(suggestions) suggestions")
    }

    /// Bounds as people write them, on versions that are looked at.
    private static func setting(using random: inout SeededRandom) -> String {
        func version() -> AppVersion { versions.randomElement(using: &random) ?? "1" }
        func requirement() -> String {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: "\"<\(version())\""
            case 1: "\">=\(version()) <\(version())\""
            case 2: "\"<\(version()) || >=\(version())\""
            case 3: "[\">=\(version()) <3\", \"=\(version())\"]"
            case 4: "\">=\(version())-rc.1\""
            default: "\">=\(version())\""
            }
        }
        let entries = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            "{\"appVersion\": \(requirement()), \"value\": \(["0", "1", "2", "\"2\""].randomElement(using: &random) ?? "0")}"
        }
        let type = Int.random(in: 0..<4, using: &random) == 0 ? "\"type\": \"integer\", " : ""
        return "{\(type)\"defaultValue\": 0, \"valuesByVersion\": [\(entries.joined(separator: ","))]}"
    }

    /// Writes the suggestion into the document, and resolves every version in both.
    private func check(
        _ suggestion: ReleaseCandidateGap.Suggestion, for version: AppVersion, in document: SettingsDocument,
        _ seed: UInt64
    ) throws {
        let content = try #require(document.tree.plainContentRange(at: suggestion.node))
        var bytes = document.tree.bytes
        let start = content.lowerBound + suggestion.range.lowerBound
        bytes.replaceSubrange(start..<(content.lowerBound + suggestion.range.upperBound), with: suggestion.bound.utf8)
        let mended = try SettingsDocument(parsing: bytes)
        expectNil(ReleaseCandidateGap(of: 0, at: version, in: mended, CaseSpace(mended)), "seed \(seed)")
        let candidates = Self.prereleases(of: version)
        for probe in RandomSetting.probes + candidates {
            let isCandidate = candidates.contains(probe)
            let before = try #require(document.resolve(0, for: isCandidate ? version : probe).value)
            let after = try #require(mended.resolve(0, for: probe).value)
            expect(document.tree.isEqual(before, to: mended.tree, after), "seed \(seed), \(probe)")
        }
    }

    private static func prereleases(of version: AppVersion) -> [AppVersion] {
        let named = ["0", "a", "rc", "rc.0", "rc.1", "zz", "rc.0.0"].compactMap { AppVersion("\(version)-\($0)") }
        return named + RandomSetting.probes.filter { $0.isPrerelease && "\($0)".hasPrefix("\(version)-") }
    }

    @Test func `a pre-release has no release candidates`() throws {
        let text = #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2.0.0-rc.1", "value": 2}]}}"#
        let document = try SettingsDocument(parsing: Array(text.utf8))
        expectNil(ReleaseCandidateGap(of: 0, at: "2.0.0-rc.1", in: document, CaseSpace(document)))
        expectEqual(
            ReleaseCandidateGap(of: 0, at: "2.0.0+532", in: document, CaseSpace(document))?.versions.description,
            ">=2.0.0-0 <2.0.0-rc.1")
    }
}
