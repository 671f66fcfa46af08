import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The code of `Docs/Targeting.md`, compiled and run.
///
/// `DocumentationSnippetTests` compares it with the page.
struct TargetingExamples {
    struct RemoteConfig: Decodable {
        let checkout: PropertySetting<String>
        let express: PropertySetting<Bool>
    }

    @Test func `A model is decoded for a context`() throws {
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }
        let document = try SettingsDocument(parsing: ProjectFile.bytes("Configs/targeting.json"))

        var context = EvaluationContext(appVersion: "2.1.0", targetingKey: "user-3", date: .now)
        context["platform"] = "ios"
        context["country"] = "DE"
        let config = try document.decode(RemoteConfig.self, for: context)
        print(config.checkout.value)

        #expect(printed == [document.snapshot(for: context).resolution(of: "checkout").value?.string])
        #expect(config.express.value)
    }
}
