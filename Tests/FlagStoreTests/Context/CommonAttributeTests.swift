import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct CommonAttributeTests {
    @Test(
        arguments: [
            // Identifiers of Apple's systems.
            ("de_AT", "de-AT", "de", "AT"), ("en_US", "en-US", "en", "US"), ("zh-Hans_CN", "zh-Hans-CN", "zh", "CN"),
            ("sr-Latn_RS", "sr-Latn-RS", "sr", "RS"), ("en", "en", "en", nil), ("es_419", "es-419", "es", nil),
            ("en_US@rg=gbzzzz", "en-US", "en", "GB"), ("de_DE@calendar=buddhist;rg=atzzzz", "de-DE", "de", "AT"),
            ("fil_PH", "fil-PH", "fil", "PH"), ("en_US@calendar=japanese", "en-US", "en", "US"),
            // Tags of BCP 47.
            ("de-AT", "de-AT", "de", "AT"), ("DE-at", "de-AT", "de", "AT"), ("zh-hant-TW", "zh-Hant-TW", "zh", "TW"),
            ("en-US-u-rg-gbzzzz", "en-US", "en", "GB"), ("de-DE-u-co-phonebk", "de-DE", "de", "DE"),
            ("en-US-u-ca-buddhist-rg-gbzzzz", "en-US", "en", "GB"), ("sl-rozaj-IT", "sl-IT", "sl", "IT"),
            // POSIX.
            ("de_AT.UTF-8", "de-AT", "de", "AT"), ("de_AT.UTF-8@euro", "de-AT", "de", "AT"),
            ("en.UTF-8", "en", "en", nil),
        ])
    func `a locale becomes a language tag, a language and a country`(
        _ identifier: String, _ locale: String, _ language: String, _ country: String?
    ) {
        let attributes = CommonAttribute.attributes(platform: nil, osVersion: "", localeIdentifier: identifier)
        expectEqual(attributes["locale"], .string(locale))
        expectEqual(attributes["language"], .string(language))
        expectEqual(attributes["country"], country.map { .string($0) })
        expect(attributes["platform"] == nil && attributes["osVersion"] == nil)
    }

    @Test(arguments: ["", "C", "POSIX", "C.UTF-8", "_", "-", "12_AT", "@", ".", "ü_AT", "e"])
    func `a locale without a language gives no attributes`(_ identifier: String) {
        expect(CommonAttribute.attributes(platform: nil, osVersion: "", localeIdentifier: identifier).isEmpty)
    }

    private static let document = #"""
        {"os": {"defaultValue": "unknown", "valuesByVersion": [
            {"when": {"platform": ["ios", "macos", "tvos", "watchos", "visionos", "linux"], "osVersion": {"version": ">0"}},
             "value": "known"}]}}
        """#

    @Test func `by default, a store has the platform and the version of the operating system`() {
        var configuration = StoreConfiguration()
        configuration.bundledDocument = Array(Self.document.utf8)
        let store = SettingsStore(appVersion: "1.0", configuration)
        expectEqual(store[SettingKey("os", default: "")], "known")
        expectEqual(Set(store.snapshot.context.attributes.keys), ["platform", "osVersion", "installationKey"])
        expect(store.context.attributes.isEmpty)
        configuration.commonAttributes = []
        let other = SettingsStore(appVersion: "1.0", configuration)
        expectEqual(other[SettingKey("os", default: "")], "unknown")
    }

    @Test func `what the app gives takes precedence, until it is removed`() {
        var configuration = StoreConfiguration()
        configuration.bundledDocument = Array(Self.document.utf8)
        let context = EvaluationContext(appVersion: "1.0", attributes: ["platform": "car"])
        let store = SettingsStore(context: context, configuration)
        expectEqual(store[SettingKey("os", default: "")], "unknown")
        store.updateContext { $0["platform"] = nil }
        expectEqual(store[SettingKey("os", default: "")], "known")
    }

    @Test func `a test store has no attributes of the system`() {
        expectEqual(TestStore().store.snapshot.context.attributes, ["installationKey": "installation"])
    }
}
