import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

#if canImport(Observation)
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
    struct CheckoutView: View {
        @State private var settings: ObservableSettings

        init(_ store: SettingsStore) {
            settings = ObservableSettings(store)
        }

        var body: some View {
            if settings[.checkoutStyle] == .modern {
                Text("Your basket")
            } else {
                Text("Shopping cart")
            }
            if settings[.payments] {
                Text("Pay now")
            }
        }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
    struct DebugMenu: View {
        let store: SettingsStore
        let settings: ObservableSettings

        var body: some View {
            Toggle("Payments", isOn: payments)
        }

        private var payments: Binding<Bool> {
            Binding(get: { settings[.payments] }, set: { store.override(.payments, with: $0) })
        }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
    extension DebugMenu {
        /// Does what a tap on the toggle does.
        fileprivate func flip() { payments.wrappedValue.toggle() }
    }

    /// The code of the article *Using a store*, compiled and run.
    @MainActor
    struct ToggleExample {
        static let settingsJSON = #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true }
                ]
              },
              "checkout": {
                "style": {
                  "defaultValue": "legacy",
                  "valuesByVersion": [
                    { "appVersion": ">=2.0.0-0", "value": "modern" }
                  ]
                }
              }
            }
            """#

        @Test func `A store starts with the document that comes with the app`() async throws {
            var isOffered = false
            func offerPayments() { isOffered = true }
            let bundledBytes = Array(Self.settingsJSON.utf8)
            let directory = try TemporaryDirectory()
            let cachesDirectory = directory.path
            let transport = ManualTransport()

            var configuration = StoreConfiguration()
            configuration.bundledDocument = bundledBytes
            configuration.directory = cachesDirectory + "/settings"
            configuration.transport = transport
            let store = SettingsStore(appVersion: "1.4.0", configuration)

            if store[.payments] {
                offerPayments()
            }

            #expect(isOffered)
            #expect(store[.checkoutStyle] == .legacy)
            #expect(store.resolution(of: .payments).layer == .bundled)
            store.close()
            await store.finishWriting()
            // The directory is removed after the last write.
            withExtendedLifetime(directory) {}
        }

        #if !canImport(SwiftUI)
            @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
            @Test func `A view shows the settings, and changes with them`() async {
                let test = TestStore(appVersion: "1.4.0", document: Self.settingsJSON)
                let view = CheckoutView(test.store)
                #expect(view.texts == ["Shopping cart", "Pay now"])
                _ = await test.receive(#"{ "payments": false, "checkout": { "style": "modern" } }"#)
                await eventually { view.texts == ["Your basket"] }
                #expect(view.texts == ["Your basket"])
            }

            @available(iOS 17, macOS 14, tvOS 17, watchOS 10, macCatalyst 17, *)
            @Test func `A toggle in the debug menu overrides a setting`() async {
                let test = TestStore(appVersion: "1.0.0", document: Self.settingsJSON)
                let menu = DebugMenu(store: test.store, settings: ObservableSettings(test.store))
                #expect(menu.texts == ["Payments: off"])
                menu.flip()
                await eventually { menu.texts == ["Payments: on"] }
                #expect(menu.texts == ["Payments: on"])
                #expect(test.store.resolution(of: .payments).layer == .debugOverride)
            }
        #endif

        @Test func `Code outside of views follows a setting`() async {
            var applied: [CheckoutStyle] = []
            let test = TestStore(appVersion: "1.4.0", document: Self.settingsJSON)
            let store = test.store
            func apply(_ style: CheckoutStyle) {
                applied.append(style)
                store.close()
            }

            for await style in store.values(of: .checkoutStyle) {
                apply(style)
            }

            #expect(applied == [.legacy])
        }

        @Test func `A resolution explains the value of a setting`() {
            var logged: [String] = []
            func log(_ items: Any...) { logged.append(items.map { "\($0)" }.joined(separator: " ")) }
            let store = TestStore(appVersion: "1.4.0", document: Self.settingsJSON).store

            let resolution = store.resolution(of: .payments)
            log(resolution.value, resolution.reason, resolution.layer, resolution.freshness)
            for diagnostic in store.recentDiagnostics {
                log(diagnostic)
            }

            #expect(logged.first == "true targetingMatch bundled \(resolution.freshness)")
            #expect(logged.count == 1)
        }
    }
#endif
