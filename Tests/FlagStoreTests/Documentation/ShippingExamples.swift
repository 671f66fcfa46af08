import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The code of the article *Using a store*, compiled and run.
struct ShippingExamples {
    private static let document = #"{"payments": true, "checkout": {"style": "modern"}}"#

    @Test func `A store has its bundled document and its keys from the start`() async throws {
        let scratch = try TemporaryDirectory()
        try scratch.write(Self.document, to: "settings.json")
        let documentURL = URL(filePath: scratch.path + "/settings.json")
        let cachesDirectory = scratch.path
        var configuration = StoreConfiguration()

        configuration.bundledDocument = [UInt8](try Data(contentsOf: documentURL))
        configuration.directory = cachesDirectory + "/settings"

        configuration.keys = [
            SettingKey<Bool>.payments, SettingKey<Bool>.search, SettingKey<CheckoutStyle>.checkoutStyle,
        ]

        configuration.arguments = ["--flag", "payment=true"]
        let store = SettingsStore(appVersion: "1.4.0", configuration)
        #expect(store[.payments])
        #expect(store.recentDiagnostics.map(\.code) == [.badOverride])
        store.close()
        await store.finishWriting()
        // The directory is removed after the last write.
        withExtendedLifetime(scratch) {}
    }

    @Test func `A new document waits for the next start`() async {
        let test = TestStore(document: #"{"payments": false}"#) { configuration in
            configuration.activation = .atNextStart
        }
        #expect(await test.receive(Self.document) == .kept)
        #expect(!test.store[.payments])
    }

    @Test func `A snapshot reads settings together`() {
        var isShown = false
        func showModernPayments() { isShown = true }
        let store = TestStore(document: Self.document).store

        let snapshot = store.snapshot
        if snapshot[.payments], snapshot[.checkoutStyle] == .modern {
            showModernPayments()
        }

        #expect(isShown)
    }

    @Test func `Waiting ends when the server has sent a document`() async {
        let test = TestStore()
        _ = await test.receive(Self.document)
        let store = test.store

        let state = await store.waitUntilReady(timeout: .seconds(2))

        #expect(state == .ready)
    }

    @Test func `Diagnostics are logged while the store works`() async {
        let test = TestStore()
        let store = test.store
        let logged = AsyncStream.makeStream(of: String.self)
        @Sendable func log(_ diagnostic: StoreDiagnostic) { logged.continuation.yield(diagnostic.description) }

        let logging = Task {
            for await diagnostic in store.diagnostics {
                log(diagnostic)
            }
        }

        _ = await test.receive("<html>")
        for await text in logged.stream {
            #expect(text.contains("web page"))
            break
        }
        store.close()
        await logging.value
    }

    @Test func `A debug build reads overrides from its arguments and environment`() {
        var configuration = StoreConfiguration()

        #if DEBUG
            configuration.arguments = CommandLine.arguments
            configuration.environment = ProcessInfo.processInfo.environment
        #endif

        #if DEBUG
            #expect(configuration.arguments == CommandLine.arguments)
        #else
            #expect(configuration.arguments.isEmpty)
        #endif
    }

    @Test func `A push message patches the document`() async {
        var logged: [String] = []
        func log(_ text: String) { logged.append(text) }
        let test = TestStore()
        _ = await test.receive(Self.document)
        let store = test.store
        let payload = Array(#"{"payments": false}"#.utf8)

        if case .activated(let changedNames) = await store.apply(patch: payload) {
            log("changed: \(changedNames)")
        }

        #expect(logged == [#"changed: ["payments"]"#])
    }

    @Test func `A program that ends soon waits until everything is written`() async throws {
        let scratch = try TemporaryDirectory()
        let test = TestStore { $0.directory = scratch.path }
        _ = await test.receive(Self.document)
        let store = test.store

        store.confirm()
        store.close()
        await store.finishWriting()

        #expect(try scratch.names() == ["breaker", "newest", "owner"])
    }

    @Test func `An app says whether the system launches it in the background`() {
        enum ApplicationState { case active, inactive, background }
        struct Application { var applicationState: ApplicationState }
        for (state, isInForeground) in [(.active, true), (.inactive, true), (.background, false)]
            as [(ApplicationState, Bool)]
        {
            let application = Application(applicationState: state)
            var configuration = StoreConfiguration()
            configuration.startsInForeground = application.applicationState != .background
            #expect(configuration.startsInForeground == isInForeground)
        }
    }

    @Test func `A struct is read from both forms`() {
        for document in [
            #"{ "theme": { "name": "dark", "size": 2 } }"#,
            #"{ "theme": { "defaultValue": { "name": "dark", "size": 2 } } }"#,
        ] {
            #expect(TestStore(document: document).store[.theme] == Theme(name: "dark", size: 2))
        }
    }
}
