import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

struct SettingsList: View {
    let store: SettingsStore

    var body: some View {
        List(store.settings) { setting in
            Text("\(setting.name) = \(setting.value) (\(setting.layer.rawValue), \(setting.entryName))")
        }
    }
}

/// The code of the article *Using a store*, compiled and run.
@MainActor
struct DebugScreenExample {
    private static let document = #"""
        {"payments": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=1.4", "value": true}]},
         "checkout": {"maxItems": 20, "list": [1, 2]}}
        """#

    #if !canImport(SwiftUI)
        @Test func `A screen lists all settings`() {
            let test = TestStore(appVersion: "1.4.0", document: Self.document) { configuration in
                configuration.keys = [SettingKey<Bool>.payments, SettingKey<CheckoutStyle>.checkoutStyle]
            }
            test.set(.maxItems, to: 7)
            #expect(
                SettingsList(store: test.store).texts == [
                    "checkout.list = [1, 2] (bundled, default)",
                    "checkout.maxItems = 7 (override, default)",
                    "checkout.style = legacy (code-default, default)",
                    "payments = true (bundled, entry-1)",
                ])
            #expect(test.store.settings.filter(\.isOverridden).map(\.name) == ["checkout.maxItems"])
            test.store.removeAllOverrides()
            #expect(test.store.settings.allSatisfy { !$0.isOverridden })
            #expect(SettingsList(store: test.store).texts[1] == "checkout.maxItems = 20 (bundled, default)")
        }
    #endif

    @Test func `A list reports nothing and counts as no read`() {
        let test = TestStore(document: #"{"payments": "text"}"#) { $0.keys = [SettingKey<Bool>.payments] }
        let settings = test.store.settings
        #expect(settings.map(\.name) == ["payments"])
        #expect(settings.map(\.type) == ["Bool"])
        #expect(settings.map(\.layer) == [.codeDefault])
        #expect(test.reads.isEmpty)
        #expect(test.store.recentDiagnostics.isEmpty)
    }

    @Test func `A debug menu overrides a setting by a text, and keeps it`() async throws {
        let directory = try TemporaryDirectory()
        let tomorrow = Date(timeIntervalSinceNow: 86_400)
        var configuration = StoreConfiguration()
        configuration.directory = directory.path
        configuration.keys = [SettingKey<CheckoutStyle>.checkoutStyle]

        configuration.keepsOverrides = true

        let store = SettingsStore(appVersion: "1.4.0", configuration)

        try store.override("checkout.style", withText: "modern", until: tomorrow)

        #expect(store[.checkoutStyle] == .modern)
        store.close()
        await store.finishWriting()
        // The directory is removed after the last write.
        withExtendedLifetime(directory) {}
    }

    @Test func `An observer logs exposures`() {
        let logged = Locked<[String]>([])
        @Sendable func log(_ text: String) { logged.withLock { $0.append(text) } }
        var configuration = StoreConfiguration()
        configuration.bundledDocument = Array(Self.document.utf8)

        configuration.onRead = .oncePerChange { read in
            log("\(read.name)=\(read.value) \(read.reason) \(read.entryName) \(read.layer.rawValue)")
        }

        let store = SettingsStore(appVersion: "1.4.0", configuration)
        for _ in 0..<2 { #expect(store[.payments]) }
        #expect(logged.withLock { $0 } == ["payments=true targetingMatch entry-1 bundled"])
    }
}
