import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// A `PropertySetting` inside the value of a key is resolved for the context of the store, however the key is read.
struct NestedSettingTests {
    private struct Checkout: Codable, Equatable, Sendable {
        var limit: PropertySetting<Int>
        var styles: [PropertySetting<String>]
        var note: String?
    }

    private static let nothing = Checkout(
        limit: PropertySetting(defaultValue: 0), styles: [PropertySetting(defaultValue: "none")])

    /// The text of a checkout whose values depend on the version and on the country.
    private static let checkout = #"""
        {"limit": {"defaultValue": 1, "valuesByVersion": [
            {"appVersion": ">=2", "when": {"country": "AT"}, "value": 3}, {"appVersion": ">=2", "value": 2}]},
         "styles": [{"defaultValue": "plain", "valuesByVersion": [{"when": {"country": "AT"}, "value": "alpine"}]}],
         "note": "valuesByVersion"}
        """#

    /// How a document holds a checkout.
    enum Form: String, CaseIterable, Sendable {
        case group, value, entry

        var document: String {
            switch self {
            // An array is a setting of the group.
            case .group: "{\"checkout\": \(checkout)}"
            case .value: "{\"checkout\": {\"defaultValue\": \(checkout)}}"
            case .entry:
                """
                {"checkout": {"defaultValue": {"limit": 9, "styles": []}, "valuesByVersion": [
                    {"appVersion": ">=1", "value": \(checkout)}]}}
                """
            }
        }
    }

    /// Ways to read the checkout.
    private static let readings: [(name: String, read: @Sendable (TestStore) -> Checkout?)] = [
        ("key", { $0.store[SettingKey("checkout", default: nothing)] }),
        ("optional key", { $0.store[SettingKey("checkout", default: Checkout?.none)] }),
        ("key of a snapshot", { $0.store.snapshot[SettingKey("checkout", default: nothing)] }),
        ("resolution", { $0.store.resolution(of: SettingKey("checkout", default: nothing)).value }),
    ]

    private static func expectGroup(_ limit: Int, _ style: String, in test: TestStore, _ comment: String) {
        for (name, read) in readings {
            let found = read(test)
            expectEqual(found?.limit.value, limit, "\(name), \(comment)")
            expectEqual(found?.styles.map(\.value), [style], "\(name), \(comment)")
        }
    }

    @Test(arguments: Form.allCases)
    func `it has the value for the version and the attributes, also after they change`(form: Form) {
        let context = EvaluationContext(appVersion: "2.0")
        let test = TestStore(context: context, document: form.document)
        Self.expectGroup(2, "plain", in: test, "without a country")
        test.context["country"] = "AT"
        Self.expectGroup(3, "alpine", in: test, "in Austria")
        test.context["country"] = "DE"
        Self.expectGroup(2, "plain", in: test, "in Germany")
        test.store.updateContext { $0.appVersion = "1.9" }
        Self.expectGroup(1, "plain", in: test, "before 2.0")
    }

    @Test(arguments: Form.allCases)
    func `a change of the context is announced if it changes the value, and only then`(form: Form) async {
        let key = SettingKey("checkout", default: Self.nothing)
        let test = TestStore(context: EvaluationContext(appVersion: "2.0"), document: form.document) {
            $0.keys = [key]
        }
        var updates = test.store.updates.makeAsyncIterator()
        test.context["country"] = "DE"
        test.context["country"] = "AT"
        let names = await updates.next()?.changedNames
        expect(names?.contains("checkout") == true)
        test.store.close()
        await expectNil(updates.next())
    }

    @Test func `a document that arrives later is resolved for the context, too`() async {
        let test = TestStore(context: EvaluationContext(appVersion: "2.0", attributes: ["country": "AT"]))
        _ = await test.receive(Form.value.document)
        Self.expectGroup(3, "alpine", in: test, "fetched")
    }

    @Test func `the text of an override is resolved for the context`() {
        let test = TestStore(context: EvaluationContext(appVersion: "2.0")) {
            $0.arguments = ["app", "--flag", "checkout=\(Self.checkout.filter { $0 != "\n" })"]
        }
        Self.expectGroup(2, "plain", in: test, "override")
        test.context["country"] = "AT"
        Self.expectGroup(3, "alpine", in: test, "override in Austria")
    }

    @Test func `requires finds the settings of the document in a group that a key reads`() {
        let document = #"""
            {"beta": true, "checkout": {"limit": {"defaultValue": 1, "valuesByVersion": [{"requires": "beta", "value": 5}]},
             "styles": []}}
            """#
        let test = TestStore(appVersion: "1.0", document: document)
        expectEqual(test.store[SettingKey("checkout", default: Self.nothing)].limit.value, 5)
    }

    @Test func `the context replaces the version that a decoder has`() throws {
        let document = try SettingsDocument(parsing: Array(Form.value.document.utf8))
        let snapshot = document.snapshot(for: EvaluationContext(appVersion: "2.0")) { JSONDecoder(appVersion: "1.0") }
        expectEqual(snapshot.value(for: "checkout", default: Self.nothing).limit.value, 2)
    }
}
