import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The code of the article *Reading flags by version*, compiled and run.
struct ReleaseExamples {
    typealias Checkout = DocumentationExamples.Checkout
    typealias RemoteConfig = DocumentationExamples.RemoteConfig

    private let bundledBytes: [UInt8]

    init() throws {
        bundledBytes = try ProjectFile.bytes("Configs/app.json")
    }

    @Test func `The bundled document has no issues`() throws {
        let document = try SettingsDocument(parsing: bundledBytes)
        #expect(document.issues.isEmpty)
    }

    @Test(arguments: ["1.4.0", "1.4.2", "2.0.0"] as [AppVersion])
    func `Every shipped version has a checkout that the app knows`(version: AppVersion) throws {
        let snapshot = try SettingsDocument(parsing: bundledBytes).snapshot(for: version)
        let checkout = snapshot.resolution(of: "checkout", default: Checkout.legacy)
        #expect(checkout.errorCode == nil)
    }

    @Test func `A strict decoder throws what is otherwise tolerated`() throws {
        let data = Data(#"{"payments": {"defaultValue": false, "valuesByVersion": [1]}, "checkout": "legacy"}"#.utf8)
        let decoder = JSONDecoder(appVersion: "1.4.0")
        #expect(throws: Never.self) { try decoder.decode(RemoteConfig.self, from: data) }

        #expect(throws: DecodingError.self) {
            decoder.strictSettings = true
            _ = try decoder.decode(RemoteConfig.self, from: data)
        }
    }

    @Test func `Ranges are compared as sets`() throws {
        let rollout = try VersionSet(parsing: ">=2.1.0")
        let frozen = try VersionSet(parsing: "<2.1.0")
        #expect(rollout.isDisjoint(with: frozen))
        #expect(rollout.union(frozen) == .all)
    }
}
