import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// The examples of `Docs/GeneratedCode.md`, with code that was generated from the documents of `Configs`.
struct GeneratedKeyExamples {
    private func store(_ document: String, _ context: EvaluationContext) throws -> SettingsStore {
        var configuration = StoreConfiguration()
        configuration.bundledDocument = try ProjectFile.bytes("Configs/\(document).json")
        return SettingsStore(context: context, configuration)
    }

    @Test func `declared attributes are properties of the context`() throws {
        var context = EvaluationContext(appVersion: "1.4.0")
        context.flags.ring = .beta
        context.flags.country = "AT"
        context.flags.launches = 7

        #expect(context["ring"] == "beta")
        #expect(context["country"] == "AT")
        #expect(context["launches"] == 7)
        #expect(context.flags.ring == .beta)
        #expect(context.flags.premium == nil)
        context["ring"] = "secret"
        context["launches"] = "many"
        context["osVersion"] = "17.2"
        #expect(context.flags.ring == .unknown("secret"))
        #expect(context.flags.launches == nil)
        #expect(context.flags.osVersion == "17.2")
        context.flags.ring = nil
        context.flags.premium = true
        #expect(context["ring"] == nil)
        #expect(context["premium"] == true)
        #expect(context.appVersion == "1.4.0")
    }

    struct RemoteConfig: Decodable {
        let newSearch: PropertySetting<Bool>
    }

    @Test func `keys and models are recorded for flagctl`() throws {
        let directory = try TemporaryDirectory()
        let folder = directory.path
        var schema = ReaderSchema(release: "2.0.1")
        schema.add(Flags.all)
        schema.add(RemoteConfig.self)
        try schema.write(to: folder)
        let record = String(decoding: schema.json, as: UTF8.self)
        #expect(record.contains(#""checkout": {"type":"string","#))
        #expect(record.contains(#""newSearch": {"type":"boolean"}"#))
    }

    @Test func `a store that knows all generated keys rejects a document of something else`() async {
        let test = TestStore { configuration in
            configuration.keys = Flags.all
        }
        #expect(Flags.all.map(\.name) == ["checkout", "express", "wallet", "reviewPrompt", "discount", "greeting"])
        #expect(await test.receive("{}") == .refused(.removesSettings(remaining: 0, expected: 6)))
        #expect(await test.receive(#"{ "checkout": 1 }"#) == .refused(.mistypesSettings(count: 1)))
        #expect(await test.receive(#"{ "checkout": "modern" }"#) == .activated(changedNames: ["checkout"]))
    }

    @Test func `generated keys read what the document has for the context`() throws {
        var context = EvaluationContext(appVersion: "2.0.0")
        context.flags.ring = .beta
        let store = try store("targeting", context)
        #expect(store[Flags.checkout] == "modern")
        #expect(Flags.checkout.defaultValue == "legacy")
        store.updateContext { $0.flags.ring = nil }
        #expect(store[Flags.checkout] == "legacy")
    }

    @Test func `an enum of optional strings survives what it does not know`() throws {
        let store = try store("showcase", EvaluationContext(appVersion: "1.6.0"))
        #expect(store[Showcase.Support.banner] == nil)
        #expect(store.resolution(of: Showcase.Support.banner).errorCode == nil)
        var configuration = StoreConfiguration()
        configuration.bundledDocument = Array(#"{ "support": { "banner": "holidays" } }"#.utf8)
        #expect(SettingsStore(appVersion: "1.0", configuration)[Showcase.Support.banner] == .holidays)
        configuration.bundledDocument = Array(#"{ "support": { "banner": "elections" } }"#.utf8)
        #expect(SettingsStore(appVersion: "1.0", configuration)[Showcase.Support.banner] == .unknown("elections"))
        configuration.bundledDocument = Array(#"{ "support": { "banner": 1 } }"#.utf8)
        #expect(SettingsStore(appVersion: "1.0", configuration)[Showcase.Support.banner] == nil)
    }
}
