import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

/// The examples of sources of the app and of servers in "Using a store".
struct SourceExamples {
    private struct LegacyFlags {
        func isOn(_ name: String) -> Bool { name == "payments" }
    }

    private struct User {
        let id: String
    }

    private struct Checkout: Decodable, Equatable {
        let style: PropertySetting<CheckoutStyle>
    }

    @Test func `A flag system is replaced step by step`() {
        let legacyFlags = LegacyFlags()
        var configuration = StoreConfiguration()
        configuration.sources = [
            ValueSource("legacy", priority: .belowDocuments) {
                ["payments": SourceValue(legacyFlags.isOn("payments"))]
            }
        ]
        let store = SettingsStore(appVersion: "1.0.0", configuration)
        #expect(store[.payments] == legacyFlags.isOn("payments"))
        #expect(store.resolution(of: .payments).sourceName == "legacy")
    }

    @Test func `A server resolves for the user of each request`() {
        let user = User(id: "user-3")
        let test = TestStore(
            document:
                #"{"payments": {"defaultValue": false, "valuesByVersion": [{"when": {"country": "AT"}, "value": true}]}}"#
        )
        let store = test.store
        let context = EvaluationContext(appVersion: "1.4.0", targetingKey: user.id, attributes: ["country": "AT"])
        let payments = store.resolution(of: .payments, for: context).value
        #expect(payments)
        #expect(!store[.payments])
    }

    @Test func `A group is followed`() async {
        var applied: [CheckoutStyle?] = []
        let test = TestStore(document: #"{"checkout": {"style": "legacy"}}"#)
        let store = test.store
        func apply(_ checkout: Checkout?) {
            applied.append(checkout?.style.value)
            if checkout?.style.value == .modern { store.close() }
        }

        let receiving = Task { await test.receive(#"{"checkout": {"style": "modern"}}"#) }
        for await checkout in store.values(ofGroup: "checkout", as: Checkout.self) {
            apply(checkout)
        }

        _ = await receiving.value
        #expect(applied.last == .modern)
    }
}
