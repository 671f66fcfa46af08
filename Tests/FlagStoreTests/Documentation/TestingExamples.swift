import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import Testing

/// The code of the article *Testing with flags*, compiled and run.
struct TestingExamples {
    struct Checkout {
        let store: SettingsStore

        var buttons: [String] {
            store[.payments] ? ["Pay now", "Save for later"] : ["Save for later"]
        }
    }

    @Test func `The checkout offers payments when they are on`() {
        let test = TestStore()
        test.set(.payments, to: true)
        #expect(Checkout(store: test.store).buttons == ["Pay now", "Save for later"])
    }

    @Test func `The checkout works without any document`() {
        let test = TestStore()
        #expect(Checkout(store: test.store).buttons == ["Save for later"])
    }

    @Test func `The checkout reads payments and nothing else`() {
        let test = TestStore()
        _ = Checkout(store: test.store).buttons
        #expect(test.reads == ["payments"])
    }

    @Test(arguments: [("1.3.9", false), ("1.4.0", true), ("2.0.0", true)])
    func `The document turns payments on from 1.4.0`(appVersion: String, isOn: Bool) {
        let document =
            #"{"payments": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=1.4.0", "value": true}]}}"#
        let test = TestStore(appVersion: appVersion, document: document)
        #expect(test.store[.payments] == isOn)
    }

    @Test func `Express checkout is for users in Austria`() {
        let document =
            #"{"express": {"defaultValue": false, "valuesByVersion": [{"when": {"country": "AT"}, "value": true}]}}"#
        let test = TestStore(context: EvaluationContext(appVersion: "1.4.0"), document: document)
        #expect(!test.store[.express])
        test.context["country"] = "AT"
        #expect(test.store[.express])
    }

    @Test(arguments: [(-1.0, false), (0, true)])
    func `Express checkout begins at midnight`(seconds: Double, isOn: Bool) {
        let document =
            #"{"express": {"defaultValue": false, "valuesByVersion": [{"from": "2026-12-01T00:00:00Z", "value": true}]}}"#
        let test = TestStore(document: document)
        test.date = Date(timeIntervalSince1970: 1_796_083_200 + seconds)
        #expect(test.store[.express] == isOn)
    }

    @Test func `A new document takes effect while the app runs`() async {
        let test = TestStore(document: #"{"payments": false}"#)
        let result = await test.receive(#"{"payments": true}"#)
        #expect(result == .activated(changedNames: ["payments"]))
        #expect(test.store[.payments])
    }

    @Test func `A response that is not a document changes nothing`() async {
        let test = TestStore(document: #"{"payments": true}"#)
        let result = await test.receive("<html>Please log in</html>")
        #expect(result == .refused(.webPage))
        #expect(test.store[.payments])
    }

    @Test func `Values are stale after fifteen minutes without a response`() async {
        let test = TestStore()
        _ = await test.receive(#"{"payments": true}"#)
        #expect(test.store.resolution(of: .payments).freshness == .fresh)
        test.clock.advance(by: .seconds(15 * 60))
        #expect(test.store.resolution(of: .payments).freshness == .stale)
    }
}

extension SettingKey where Value == Bool {
    fileprivate static let express = SettingKey("express", default: false)
}
