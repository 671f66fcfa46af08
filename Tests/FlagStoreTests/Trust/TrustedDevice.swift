import FlagResolver
import FlagStore
import FlagStoreTesting
import FlagStoreTrust
import Foundation
import TestSupport

/// A device with an app that believes only what its team has signed.
///
/// Documents set `checkout.maxItems` to their version, so that a test sees which one is in use; the default in code is 20.
struct TrustedDevice {
    static let team = key(.ed25519)
    static let second = key(.p256)
    static let stranger = key(.ed25519)

    var files = MemoryFiles()
    var keys = [team]
    var environment: String?
    var threshold = 1
    var mode = DocumentTrust.Mode.enforce
    var minimum = DocumentVersion.lowest
    var refusesExpired = true
    var bundled: String?
    var wallTime: Int64 = 1_800_000_000
    var activation = DocumentActivation.atOnce
    var access = DirectoryAccess.exclusive

    private static func key(_ algorithm: TestSigningKey.Algorithm) -> TestSigningKey {
        do {
            return try TestSigningKey(algorithm)
        } catch {
            fatalError("tests of signatures need libcrypto: \(error)")
        }
    }

    /// A run of the app.
    func start() -> TestStore {
        TestStore(on: files, document: bundled) { configuration in
            configuration.clock = ManualClock(wallTime: wallTime)
            configuration.activation = activation
            configuration.directoryAccess = access
            configuration.verifier = DocumentTrust(
                keys: keys.map(\.publicKey), document: "shop", environment: environment, threshold: threshold,
                mode: mode,
                directory: "/support", minimum: minimum, refusesExpired: refusesExpired)
        }
    }

    /// The document in use of an app that starts, and ends again.
    func version() async -> Int {
        let test = start()
        let version = test.store[.maxItems]
        await test.end()
        return version
    }

    /// Receives a document in a run of its own.
    @discardableResult
    func receive(_ document: String) async -> RefreshResult {
        let test = start()
        let result = await test.receive(document)
        await test.end()
        return result
    }

    static func text(_ version: Int64) -> String {
        #"{"checkout": {"maxItems": \#(version)}, "theme": "]}"}"#
    }

    static func signed(
        _ version: Int64, by key: TestSigningKey = team, document: String = "shop", environment: String? = nil,
        epoch: Int64 = 1, text: String? = nil, expires: Int64? = nil
    ) throws -> String {
        try key.sign(
            text ?? self.text(version), as: document, environment: environment, version: version, epoch: epoch,
            expires: expires.map { Date(timeIntervalSince1970: Double($0)) })
    }
}

extension RefreshResult {
    /// Why the document was not trusted.
    var trustFailure: TrustFailure? {
        if case .refused(.notTrusted(let failure)) = self { failure } else { nil }
    }
}
