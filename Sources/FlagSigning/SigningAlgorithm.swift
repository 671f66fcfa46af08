/// An algorithm for signatures of documents. Each key has exactly one.
package enum SigningAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// Ed25519. Standard: RFC 8032.
    case ed25519

    /// ECDSA over the curve P-256 with SHA-256. Standard: FIPS 186-5.
    case p256

    /// The number of bytes of a signature. For P-256 these are r and s, 32 bytes each.
    package static let signatureByteCount = 64

    /// The bytes before the key itself in the DER of a public key (SubjectPublicKeyInfo). Standard: RFC 8410, RFC 5480.
    var publicKeyPrefix: [UInt8] {
        switch self {
        case .ed25519: [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
        case .p256:
            [
                0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
                0x48,
                0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
            ]
        }
    }

    /// The number of bytes of a public key itself: 32, or the uncompressed point of P-256.
    var publicKeyByteCount: Int {
        switch self {
        case .ed25519: 32
        case .p256: 65
        }
    }

    /// What the DER of a private key (PKCS #8) contains that tells its algorithm. Standard: RFC 8410, RFC 5958.
    var privateKeyIdentifier: [UInt8] {
        switch self {
        case .ed25519: [0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70]
        case .p256:
            [
                0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE,
                0x3D,
                0x03, 0x01, 0x07,
            ]
        }
    }
}
