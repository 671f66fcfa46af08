import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything that takes an app version takes a context with that version.
struct EvaluationContextTests {
    private struct Model: Codable {
        let payments: PropertySetting<Bool>
    }

    private static let json = #"""
        {"payments": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=1.4.0", "value": true}]}}
        """#

    private static let contexts = [
        EvaluationContext(), EvaluationContext(appVersion: "1.4.0"), .init(appVersion: "1.3"),
    ]

    @Test(arguments: ["*", "1.4.0", "<1.4.0", "!=1.4.0", "<0.0.0-0"] as [VersionRequirement])
    func `without an app version no condition holds, not even on every version`(requirement: VersionRequirement) {
        expect(!EntryCondition(requirement).holds(in: EvaluationContext()))
    }

    @Test(arguments: ["*", ">=1.4.0", "1.4.0 || 2.x", "<1.4.0", "!=1.4.0"] as [VersionRequirement])
    func `a condition on the version holds for the versions of its requirement`(requirement: VersionRequirement) {
        for version in ["1.3.9", "1.4.0-rc.1", "1.4.0", "1.4", "2.7.1", "3.0.0"] as [AppVersion] {
            let holds = EntryCondition(requirement).holds(in: EvaluationContext(appVersion: version))
            expectEqual(holds, requirement.contains(version), "\(version)")
        }
    }

    @Test(arguments: contexts)
    func `typed decoding, a snapshot and a decoded setting agree in a context`(context: EvaluationContext) throws {
        let decoder = JSONDecoder()
        decoder.evaluationContext = context
        let decoded = try decoder.decode(Model.self, from: Data(Self.json.utf8)).payments
        let snapshot = try SettingsDocument(parsing: Array(Self.json.utf8)).snapshot(for: context)
        let byName = snapshot.resolution(of: "payments", default: false)
        let other = PropertySetting(defaultValue: false, valuesByVersion: decoded.valuesByVersion)

        expectEqual(decoded.context, context)
        expectEqual(decoded.appVersion, context.appVersion)
        expectEqual(snapshot.version, context.appVersion)
        for resolution in [decoded.resolution, other.resolved(for: context)] {
            expectEqual(resolution.value, byName.value)
            expectEqual(resolution.reason, byName.reason)
            expectEqual(resolution.errorCode, byName.errorCode)
            expectEqual(resolution.entryIndex, byName.entryIndex)
        }
    }

    @Test func `contexts with different keys differ, even if the keys are canonically equivalent`() {
        let composed = EvaluationContext(targetingKey: "\u{E9}")
        let decomposed = EvaluationContext(targetingKey: "e\u{301}")
        expect(composed != decomposed)
        expectEqual(composed, EvaluationContext(targetingKey: "\u{E9}"))
    }

    @Test func `a version of its own takes precedence over that of the context`() throws {
        let decoder = JSONDecoder(appVersion: "1.4.0")
        decoder.evaluationContext = EvaluationContext(appVersion: "1.3.0")
        let setting = try decoder.decode(Model.self, from: Data(Self.json.utf8)).payments
        expectEqual(setting.appVersion, "1.4.0")
        expect(setting.value)
    }
}
