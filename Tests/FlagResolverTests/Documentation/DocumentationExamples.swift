import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The code of README and documentation, compiled and run.
///
/// `DocumentationSnippetTests` compares it with the pages.
struct DocumentationExamples {
    struct RemoteConfig: Decodable {
        let payments: PropertySetting<Bool>
        let checkout: PropertySetting<Checkout>
    }

    enum Checkout: String, Decodable {
        case legacy, compact, modern
    }

    @Test func `A model is decoded for the running version`() throws {
        var isOffered = false
        func offerPayments() { isOffered = true }
        let data = try ProjectFile.data("Configs/app.json")

        let decoder = JSONDecoder()
        decoder.appVersion = "1.4.0"
        let config = try decoder.decode(RemoteConfig.self, from: data)
        if config.payments.value {
            offerPayments()
        }

        #expect(isOffered)
        #expect(config.checkout.value == .compact)
    }

    @Test func `A model decodes a setting for the version in userInfo`() throws {
        var printed = ""
        func print(_ items: Any...) { printed = items.map { "\($0)" }.joined(separator: " ") }
        let data = try ProjectFile.data("Configs/release-checks/flag-in-the-field/before.json")

        struct RemoteConfig: Decodable {
            let newSearch: PropertySetting<Bool>
        }

        let decoder = JSONDecoder()
        decoder.userInfo[.appVersion] = "2.1.0"
        let config = try decoder.decode(RemoteConfig.self, from: data)
        print(config.newSearch.value)
        // true

        #expect(printed == "true")
    }

    @Test func `A decoded setting can be resolved for any other version`() throws {
        var printed = ""
        func print(_ items: Any...) { printed = items.map { "\($0)" }.joined(separator: " ") }
        let data = try ProjectFile.data("Configs/app.json")
        let config = try JSONDecoder(appVersion: "1.4.0").decode(RemoteConfig.self, from: data)

        let resolution = config.payments.resolved(for: "1.4.2")
        print(resolution.value, resolution.reason, resolution.requirement?.description ?? "default")
        // false targetingMatch >=1.4.1 <1.4.3

        #expect(printed == "false targetingMatch >=1.4.1 <1.4.3")
    }

    @Test func `A collector gets every issue`() throws {
        var logged: [String] = []
        func log(_ text: String) { logged.append(text) }
        let data = Data(#"{"payments": {"defaultValue": false, "valuesByVersion": [1]}, "checkout": "legacy"}"#.utf8)
        let decoder = JSONDecoder(appVersion: "1.4.0")

        let issues = SettingIssueCollector()
        decoder.settingIssues = issues
        _ = try decoder.decode(RemoteConfig.self, from: data)
        for issue in issues.issues {
            log(issue.description)
        }

        #expect(logged.count == 1)
        #expect(logged.first?.hasPrefix("payments.valuesByVersion[0]: ") == true)
    }

    @Test func `A document is read by name`() throws {
        let bytes = try ProjectFile.bytes("Configs/app.json")

        let document = try SettingsDocument(parsing: bytes)
        let snapshot = document.snapshot(for: "1.4.0")
        let payments = snapshot.value(for: "payments", default: false)
        let checkout = snapshot.value(for: "checkout", default: Checkout.legacy)

        #expect(payments)
        #expect(checkout == .compact)
    }

    @Test func `Settings of any type are read by name`() throws {
        var lines: [String] = []
        func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
        let document = try SettingsDocument(parsing: ProjectFile.bytes("Configs/app.json"))
        let snapshot = document.snapshot(for: "1.4.0")

        for name in document.names {
            let resolution = snapshot.resolution(of: name)
            print(name, resolution.value?.description ?? "none", resolution.reason, resolution.location?.line ?? 0)
        }

        #expect(lines.contains { $0.hasPrefix("payments true targetingMatch ") })
    }

    @Test func `A document lists its issues with their locations`() throws {
        var logged: [String] = []
        func log(_ text: String) { logged.append(text) }
        let document = try SettingsDocument(parsing: ProjectFile.bytes("Configs/invalid/number-as-version.json"))

        for issue in document.issues {
            log(issue.description)
        }

        #expect(logged.count == 1)
        #expect(logged.first?.contains("line 7, column 23") == true)
    }
}
