import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

/// The code of the article *Using a store*, compiled and run.
struct AppExtensionExamples {
    @Test func `An extension reads what the app has kept`() async throws {
        let directory = try TemporaryDirectory()
        let groupContainer = directory.path
        let transport = ManualTransport([
            .document(Array(#"{"payments": true}"#.utf8), entityTag: "\"1\""), .notModified,
        ])

        try await Self.app(groupContainer, transport)
        await Self.appExtension(groupContainer)
        // The directory is removed after the last write.
        withExtendedLifetime(directory) {}
    }

    private static func app(_ groupContainer: String, _ transport: ManualTransport) async throws {
        var configuration = StoreConfiguration()
        configuration.directory = groupContainer + "/settings"
        configuration.directoryAccess = .sharedContainer
        configuration.transport = transport
        let store = SettingsStore(appVersion: "1.4.0", configuration)

        func refreshInBackground() async -> Bool {
            let result = await store.refresh()
            await store.finishWriting()
            switch result {
            case .activated, .kept, .unchanged: return true
            case .failed, .refused, .postponed, .noTransport, .cancelled, .closed: return false
            }
        }

        #expect(await refreshInBackground())
        #expect(store[.payments])
        // The system ends an app that is suspended with a lock.
        let lock = try SystemFiles().lock(groupContainer + "/settings/owner")
        SystemFiles().close(try #require(lock))
        store.close()
        await store.finishWriting()
    }

    private static func appExtension(_ groupContainer: String) async {
        var configuration = StoreConfiguration()
        configuration.directory = groupContainer + "/settings"
        configuration.directoryAccess = .readOnly
        let settings = SettingsStore(appVersion: "1.4.0", configuration)

        #expect(settings[.payments])
        #expect(settings.resolution(of: .payments).layer == .lastKnownGood)
        #expect(settings.recentDiagnostics.isEmpty)
        settings.close()
        await settings.finishWriting()
    }
}
