import FlagSigning

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A public key whose signatures an app trusts.
///
/// `flagctl keygen` makes a pair of keys, and prints the public one as the Swift code to paste:
///
/// ```swift
/// let key = TrustedKey.ed25519("11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
/// ```
public struct TrustedKey: Hashable, Sendable {
    let key: Result<PublicKey, KeyError>

    /// A key of Ed25519 (RFC 8032): its 32 bytes in Base64.
    public static func ed25519(_ base64: String) -> TrustedKey { TrustedKey(.ed25519, base64) }

    /// A key of ECDSA over P-256 with SHA-256 (FIPS 186-5): the uncompressed point in Base64.
    ///
    /// The point has 65 bytes. Use it where a hardware or cloud key has no Ed25519.
    public static func p256(_ base64: String) -> TrustedKey { TrustedKey(.p256, base64) }

    /// A key in PEM: the text of the file `NAME.pub.pem`.
    public static func pem(_ text: String) -> TrustedKey {
        TrustedKey(Result { () throws(KeyError) in try PublicKey(pem: text) })
    }

    init(_ key: Result<PublicKey, KeyError>) {
        self.key = key
    }

    private init(_ algorithm: SigningAlgorithm, _ base64: String) {
        self.init(
            Result { () throws(KeyError) in
                guard let bytes = Data(base64Encoded: base64) else { throw KeyError.notBase64 }
                return try PublicKey(algorithm, bytes: [UInt8](bytes))
            })
    }

    /// The identifier that signatures name: 16 hexadecimal digits; `nil` if the key cannot be used.
    public var identifier: String? {
        guard case .success(let key) = key else { return nil }
        return try? key.identifier()
    }
}
