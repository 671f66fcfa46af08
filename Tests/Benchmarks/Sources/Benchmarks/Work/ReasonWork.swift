import FlagResolver
import FlagStore

/// Reading a value with the reason for it, by the conditions of the setting, and keys that are made where they are read.
struct ReasonWork {
    private static let count = 10_000

    /// The names are those of the columns of the report.
    private static let document = """
        {"plain": true,
         "versions": {"defaultValue": false, "valuesByVersion": [
           {"appVersion": ">=1.0.0 <1.2.0", "value": false}, {"appVersion": ">=2.0.0 <3.0.0", "value": false},
           {"appVersion": "6.0.0", "value": false}, {"appVersion": ">=4.0.0 <6.0.0", "value": true}]},
         "rollout": {"defaultValue": false, "valuesByVersion": [
           {"rollout": {"percent": 50, "salt": "2026"}, "value": true}]},
         "attributes": {"defaultValue": false, "valuesByVersion": [
           {"when": {"country": ["AT", "CH"]}, "value": false},
           {"when": {"country": "DE", "plan": ["pro", "team"]}, "value": true}]}}
        """

    private let snapshot: SettingsSnapshot
    private let store: SettingsStore

    init() throws {
        let bytes = Array(Self.document.utf8)
        let context = EvaluationContext(
            appVersion: "5.0.0", targetingKey: "0f8fad5b-d9cb-469f-a165-70867728950e",
            attributes: ["country": "DE", "plan": "pro"])
        snapshot = try SettingsDocument(parsing: bytes).snapshot(for: context)
        var configuration = StoreConfiguration()
        configuration.bundledDocument = bytes
        store = SettingsStore(context: context, configuration)
    }

    func measure(into report: inout Report) {
        for name in ["plain", "versions", "rollout", "attributes"] {
            let key = SettingKey(name, default: false)
            report.measure("read a value with its reason by name", on: name, operations: Self.count) {
                count { Self.isUsable(snapshot.resolution(of: name, default: false)) }
            }
            report.measure("read a value with its reason through a key", on: name, operations: Self.count) {
                count { Self.isUsable(store.resolution(of: key)) }
            }
            report.measure("read through a key that is made for the read", on: name, operations: Self.count) {
                count { store[SettingKey(name, default: false)] }
            }
        }
        store.close()
    }

    @inline(__always)
    private func count(_ read: () -> Bool) -> Int {
        var count = 0
        for _ in 0..<Self.count where read() { count += 1 }
        return count
    }

    private static func isUsable(_ resolution: Resolution<Bool>) -> Bool {
        resolution.value && resolution.reason != .error
    }

    private static func isUsable(_ resolution: StoreResolution<Bool>) -> Bool {
        resolution.value && resolution.reason != .error
    }
}
