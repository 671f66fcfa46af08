import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A public key that verifies signatures.
package struct PublicKey: Hashable, Sendable {
    package let algorithm: SigningAlgorithm

    /// The key in DER (SubjectPublicKeyInfo).
    package let der: [UInt8]

    /// The key itself: 32 bytes for Ed25519; for P-256 the uncompressed point, 65 bytes that begin with 4.
    package var bytes: [UInt8] { Array(der.dropFirst(algorithm.publicKeyPrefix.count)) }

    /// A key in DER.
    package init(der: [UInt8]) throws(KeyError) {
        for algorithm in SigningAlgorithm.allCases {
            let prefix = algorithm.publicKeyPrefix
            guard der.starts(with: prefix) else { continue }
            try self.init(algorithm, bytes: Array(der.dropFirst(prefix.count)))
            return
        }
        throw KeyError("the key is neither Ed25519 nor P-256 in DER; make one with \"flagctl keygen\"")
    }

    /// A key from its own bytes.
    package init(_ algorithm: SigningAlgorithm, bytes: [UInt8]) throws(KeyError) {
        let count = algorithm.publicKeyByteCount
        guard bytes.count == count else {
            throw KeyError("the key has \(bytes.count) bytes, expected \(count) for \(algorithm.rawValue)")
        }
        guard algorithm != .p256 || bytes.first == 4 else {
            throw KeyError("the key is a compressed point, expected an uncompressed one, which begins with the byte 4")
        }
        if algorithm == .ed25519, let problem = EdwardsPoint.problem(with: bytes) { throw KeyError(problem) }
        self.algorithm = algorithm
        der = algorithm.publicKeyPrefix + bytes
    }

    /// The key for files that list keys: the algorithm and its bytes in Base64.
    package var text: String { "\(algorithm.rawValue):\(Data(bytes).base64EncodedString())" }

    /// A key in PEM: `-----BEGIN PUBLIC KEY-----`.
    package init(pem text: String) throws(KeyError) {
        try self.init(der: try PEM.content(of: text, label: Self.label))
    }

    package var pem: String { PEM.text(der, label: Self.label) }

    private static let label = "PUBLIC KEY"

    /// The identifier that signatures name: the first 16 hexadecimal digits of the SHA-256 of the DER. It is a hint, which
    /// proves nothing.
    ///
    /// - Throws: If the system has no cryptographic library.
    package func identifier() throws(CryptographyUnavailable) -> String {
        try Cryptography.sha256(der).prefix(8).hexadecimal
    }
}

/// Why a key cannot be used.
package struct KeyError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    package static let notBase64 = KeyError("the key is not in Base64")
}

extension Sequence<UInt8> {
    /// Two lower-case digits for each byte.
    var hexadecimal: String { map { $0.padded(to: 2, radix: 16) }.joined() }
}
