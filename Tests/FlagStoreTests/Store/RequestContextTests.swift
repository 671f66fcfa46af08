import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// Resolution for the context of one request, without a change of the store.
struct RequestContextTests {
    private static let document = #"""
        {"$attributes": {"country": {"type": "string"}},
         "payments": {"defaultValue": false, "valuesByVersion": [
            {"when": {"country": "AT"}, "value": true}, {"appVersion": ">=2.0", "value": true}]},
         "text": {"defaultValue": "none", "valuesByVersion": [
            {"rollout": {"percentage": 50}, "value": "half"}, {"appVersion": "3.0", "value": 7}]},
         "sale": {"defaultValue": 0, "valuesByVersion": [{"from": "2030-01-01T00:00:00Z", "value": 1}]},
         "theme": {"defaultValue": {"name": "a", "size": 1}, "valuesByVersion": [
            {"requires": "payments", "value": {"name": "b", "size": 2}}]},
         "group": {"theme": {"name": "g", "size": 9}}}
        """#

    private static let contexts: [EvaluationContext] = {
        let versions: [AppVersion?] = ["1.0", "2.0", "3.0", nil]
        let countries: [String?] = [nil, "AT", "DE"]
        let keys: [String?] = ["user-1", "user-2", "user-3", nil]
        var contexts: [EvaluationContext] = []
        for version in versions {
            for country in countries {
                for key in keys {
                    var context = EvaluationContext(appVersion: version)
                    context.targetingKey = key
                    context["country"] = country.map { .string($0) }
                    context.date = Date(timeIntervalSince1970: 1_900_000_000)
                    contexts.append(context)
                }
            }
        }
        return contexts
    }()

    @Test(arguments: contexts)
    func `a request gets what a store for its context has`(context: EvaluationContext) {
        let server = TestStore(appVersion: "1.0", document: Self.document).store
        let client = TestStore(context: context, document: Self.document).store
        // Without a targeting key, a store uses the installation key, which is not the user's.
        var given = context
        if given.targetingKey == nil { given.targetingKey = "installation" }
        expectAgreement(.payments, server, client, given)
        expectAgreement(SettingKey("text", default: ""), server, client, given)
        expectAgreement(SettingKey("sale", default: -1), server, client, given)
        expectAgreement(.theme, server, client, given)
        expectAgreement(SettingKey("sale", default: "mistyped"), server, client, given)
        expectAgreement(SettingKey("missing", default: 3), server, client, given)
    }

    private func expectAgreement<Value: SettingValue>(
        _ key: SettingKey<Value>, _ server: SettingsStore, _ client: SettingsStore, _ context: EvaluationContext
    ) {
        let found = server.resolution(of: key, for: context)
        expectEqual(found, client.resolution(of: key))
        expectEqual(server.snapshot.resolution(of: key, for: context), found)
    }

    @Test func `the store's own context stays, and nothing of it is used`() {
        let test = TestStore(
            context: EvaluationContext(appVersion: "2.0", attributes: ["country": "AT"]), document: Self.document)
        let context = test.store.context
        expect(test.store[.payments])
        let other = test.store.resolution(of: .payments, for: EvaluationContext(attributes: ["country": "DE"]))
        expect(!other.value)
        expectEqual(other.errorCode, .invalidContext)
        expectEqual(test.store.context, context)
        expect(test.store[.payments])
        expectEqual(
            test.store.resolution(of: SettingKey("text", default: ""), for: EvaluationContext(appVersion: "1.0")).value,
            "none")
    }

    @Test func `without a date the clock of the store decides, with one the date does`() {
        let key = SettingKey("sale", default: -1)
        let test = TestStore(appVersion: "1.0", document: Self.document)
        var context = EvaluationContext(appVersion: "1.0")
        expectEqual(test.store.resolution(of: key, for: context).value, 0)
        test.clock.wallTime = 1_900_000_000
        expectEqual(test.store.resolution(of: key, for: context).value, 1)
        context.date = Date(timeIntervalSince1970: 1_800_000_000)
        expectEqual(test.store.resolution(of: key, for: context).value, 0)
    }

    @Test func `overrides count, groups are read, and reads are reported for the user of the request`() {
        let reads = Locked<[String]>([])
        let test = TestStore(document: Self.document) {
            $0.onRead = .oncePerChange { read in
                reads.withLock { $0.append("\(read.name) \(read.targetingKey ?? "-")") }
            }
        }
        let context = EvaluationContext(appVersion: "1.0", targetingKey: "user-7")
        let group = SettingKey("group.theme", default: Theme(name: "", size: 0))
        expectEqual(test.store.resolution(of: group, for: context).value, Theme(name: "g", size: 9))
        test.set(.payments, to: true)
        expectEqual(test.store.resolution(of: .payments, for: context).layer, .debugOverride)
        expectEqual(reads.withLock { $0 }, ["group.theme user-7", "payments user-7"])
        expectEqual(test.reads.suffix(2), ["group.theme", "payments"])
    }

    @Test func `threads resolve for their users at once`() async {
        let store = TestStore(document: Self.document) { $0.recorder = nil }.store
        let wrong = await withTaskGroup(of: Int.self) { group in
            for country in ["AT", "DE"] {
                for thread in 0..<4 {
                    group.addTask {
                        (0..<500).filter { index in
                            let context = EvaluationContext(
                                appVersion: "1.0", targetingKey: "\(thread)-\(index)",
                                attributes: ["country": .string(country)])
                            return store.resolution(of: .payments, for: context).value != (country == "AT")
                        }.count
                    }
                }
            }
            return await group.reduce(0, +)
        }
        expectEqual(wrong, 0)
    }
}
