import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// A store for a context that has more than the app version.
struct TargetingTests {
    private static let document = #"""
        {"checkout": {
            "style": {"defaultValue": "legacy", "valuesByVersion": [
                {"name": "rings", "when": {"ring": "beta"}, "value": "modern"},
                {"requires": "wallet", "value": "compact"}]},
            "limit": {"defaultValue": 1, "valuesByVersion": [
                {"rollout": {"percent": 100, "salt": "s"}, "from": "2026-01-01T00:00:00Z", "value": 2}]}},
         "wallet": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2", "value": true}]}}
        """#

    @Test func `a value of another kind than entries need is reported once for a context`() throws {
        let context = EvaluationContext(appVersion: "1.0", date: Self.before, attributes: ["ring": 5])
        let test = TestStore(context: context, document: Self.document)
        let key = SettingKey("checkout.style", default: "none")
        expect(test.store[key] == "legacy" && test.store[key] == "legacy")
        expectEqual(test.store.resolution(of: key).issues.map(\.code), [.unusableAttribute])
        let diagnostics = test.store.recentDiagnostics
        expectEqual(diagnostics.map(\.code), [.unusableAttribute])
        expectEqual(
            diagnostics.first?.message,
            "entries of the setting \"checkout.style\" of the layer bundled do not match: "
                + "checkout.style.valuesByVersion[0].when.ring (line 3, column 44): ring is a number, but a string is needed"
        )
        test.store.updateContext { $0["ring"] = true }
        expectEqual(test.store[key], "legacy")
        expect(test.store.recentDiagnostics.last?.message.contains("ring is a Boolean") == true)
        test.store.updateContext { $0["ring"] = "beta" }
        expect(test.store[key] == "modern" && test.store.recentDiagnostics.count == 2)
    }

    private struct Checkout: Decodable {
        let style: PropertySetting<String>
        let limit: PropertySetting<Int>
    }

    private static let (before, after) = (
        Date(timeIntervalSince1970: 1_700_000_000), Date(timeIntervalSince1970: 1_800_000_000)
    )

    @Test(
        arguments: [
            (EvaluationContext(appVersion: "2.0", date: before), "compact", "entry-2", 1),
            (EvaluationContext(appVersion: "1.0", date: before), "legacy", "default", 1),
            (EvaluationContext(appVersion: "2.0", date: before, attributes: ["ring": "beta"]), "modern", "rings", 1),
            (EvaluationContext(appVersion: "2.0", targetingKey: "u", date: after), "compact", "entry-2", 2),
        ])
    func `keys, groups and summaries agree in a context`(
        _ context: EvaluationContext, _ style: String, _ entryName: String, _ limit: Int
    ) throws {
        let store = TestStore(context: context, document: Self.document).store
        let key = SettingKey("checkout.style", default: "none")
        expectEqual(store[key], style)
        expectEqual(store.resolution(of: key).entryName, entryName)
        expectEqual(store[SettingKey("checkout.limit", default: 0)], limit)
        let group = try #require(store.snapshot.group("checkout", as: Checkout.self))
        expect(group.style.value == style && group.style.issues.isEmpty)
        expectEqual(group.limit.value, limit)
        expectEqual(group.limit.resolution.reason, limit == 2 ? .split : .default)
        let summary = try #require(store.settings.first { $0.name == "checkout.style" })
        expectEqual(summary.entryName, entryName)
    }
}
