import FlagStore
import FlagStoreTesting
import FlagStoreTrust
import TestSupport
import Testing

/// The code of `Docs/Trust.md`, compiled and run.
struct TrustExample {
    @Test func `An app reports what it would not believe`() throws {
        let directory = try TemporaryDirectory()
        let supportDirectory = directory.path
        var configuration = StoreConfiguration()

        configuration.verifier = DocumentTrust(
            keys: [.ed25519("7sCkSxnTSTnVOA+5UTPn0rRj/+iWGzm4jWyKDbnwdjU=")],
            document: "shop-ios",
            mode: .report,
            directory: supportDirectory + "/trust")

        let store = SettingsStore(appVersion: "1.4.0", configuration)
        #expect(store.trust?.isEnforced == false)
        #expect(store.recentDiagnostics.isEmpty)
        withExtendedLifetime(directory) {}
    }

    @Test func `A test signs its documents`() async throws {
        let key = try TestSigningKey()
        let test = TestStore { configuration in
            configuration.verifier = DocumentTrust(
                keys: [key.publicKey], document: "shop-ios", mode: .enforce, directory: nil)
        }

        let document = try key.sign(#"{"payments": true}"#, as: "shop-ios", version: 2)
        #expect(await test.receive(document) == .activated(changedNames: ["payments"]))
        #expect(await test.receive(#"{"payments": false}"#) == .refused(.notTrusted(.unsigned)))
    }
}
