import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

/// An app of its own, whose names hide those of other examples.
enum ExampleShop {
    /// What the plugin FlagKeys generates for the document of `flagctl init`.
    enum Flags {
        static let newCheckout = SettingKey<Bool>("newCheckout", default: false)
        static let syncInterval = SettingKey<Int>("syncInterval", default: 900)
    }

    /// What SwiftPM generates for the resource.
    enum PackageResources {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        static let Flags_json = Array(
            #"""
            {
              "newCheckout": { "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=2.0.0", "value": true }] },
              "syncInterval": { "defaultValue": 900, "valuesByVersion": [{ "appVersion": ">=1.4.0", "value": 300 }] }
            }
            """#.utf8)
    }

    /// The settings of this app.
    enum Settings {
        static let store: SettingsStore = {
            var configuration = StoreConfiguration()
            configuration.bundledDocument = PackageResources.Flags_json
            return SettingsStore(appVersion: "2.0.0", configuration)
        }()
    }

    #if canImport(Observation)
        /// A switch for testers. It overrides the document for this run.
        @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
        struct CheckoutSwitch: View {
            let store = Settings.store
            @State private var settings = ObservableSettings(Settings.store)

            var body: some View {
                Toggle(
                    "New checkout",
                    isOn: Binding(
                        get: { settings[Flags.newCheckout] },
                        set: { store.override(Flags.newCheckout, with: $0) }
                    )
                )
            }
        }
    #endif

    /// The code of README and of the tutorial, with generated keys, compiled and run.
    @MainActor
    struct GeneratedKeysExample {
        @Test func `a store reads settings by generated keys`() async throws {
            var isOffered = false
            func offerNewCheckout() { isOffered = true }
            let directory = try TemporaryDirectory()
            let cachesDirectory = directory.path
            let transport = ManualTransport()

            var configuration = StoreConfiguration()
            configuration.bundledDocument = PackageResources.Flags_json
            configuration.directory = cachesDirectory + "/settings"
            configuration.transport = transport
            let store = SettingsStore(appVersion: "2.0.0", configuration)

            if store[Flags.newCheckout] {
                offerNewCheckout()
            }

            #expect(isOffered)
            #expect(store[Flags.syncInterval] == 300)
            store.close()
            await store.finishWriting()
            // The directory is removed after the last write.
            withExtendedLifetime(directory) {}
        }

        #if !canImport(SwiftUI)
            @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
            @Test func `the switch of the tutorial shows the setting and its override`() async {
                let view = CheckoutSwitch()
                #expect(view.texts == ["New checkout: on"])
                Settings.store.override(Flags.newCheckout, with: false)
                await eventually { view.texts == ["New checkout: off"] }
                #expect(view.texts == ["New checkout: off"])
                #expect(Settings.store.resolution(of: Flags.newCheckout).layer == .debugOverride)
            }
        #endif

        @Test(arguments: ["enum Settings {", "struct CheckoutSwitch: View {"])
        func `the code of the tutorial is this example`(_ declaration: String) throws {
            func code(_ lines: [Substring]) -> [String] {
                lines.map { String($0) }.filter {
                    !$0.hasPrefix("#") && !$0.hasPrefix("import") && !$0.hasPrefix("@available")
                }
            }
            let blocks = try DocumentationPage("Docs/Tutorial.md").blocks
            let block = try #require(blocks.first { $0.lines.contains { $0 == declaration } })
            let example = try code(
                DocumentationPage.lines(ofFile: "Tests/FlagStoreTests/Documentation/GeneratedKeysExample.swift"))
            #expect(example.split(separator: code(block.lines), maxSplits: 1).count > 1)
        }
    }
}
