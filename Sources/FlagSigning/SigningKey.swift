import FlagResolver

#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
#else
    import SignatureLoader
#endif

/// A private key that signs documents.
package struct SigningKey: Sendable {
    package let publicKey: PublicKey

    /// The key in DER (PKCS #8).
    private let der: [UInt8]

    private static let label = "PRIVATE KEY"

    /// A key in PEM: `-----BEGIN PRIVATE KEY-----`.
    package init(pem text: String) throws(KeyError) {
        try self.init(der: try PEM.content(of: text, label: Self.label))
    }

    package var pem: String { PEM.text(der, label: Self.label) }

    /// A new key.
    package static func generate(_ algorithm: SigningAlgorithm) throws(KeyError) -> SigningKey {
        #if canImport(CryptoKit)
            switch algorithm {
            case .ed25519:
                return try SigningKey(der: edwardsPrefix + Array(Curve25519.Signing.PrivateKey().rawRepresentation))
            case .p256: return try SigningKey(der: Array(P256.Signing.PrivateKey().derRepresentation))
            }
        #else
            let der = unsafe bytes(atMost: Int(signature_loader_key_size)) { buffer in
                // The library writes no more bytes than a key may have.
                unsafe signature_loader_generate(algorithm.code, buffer.baseAddress)
            }
            guard !der.isEmpty else { throw KeyError("\(CryptographyUnavailable())") }
            return try SigningKey(der: der)
        #endif
    }

    private init(der: [UInt8]) throws(KeyError) {
        let head = Array(der.prefix(64))
        let algorithm = SigningAlgorithm.allCases.first { head.firstOffset(of: $0.privateKeyIdentifier) != nil }
        guard let algorithm else {
            throw KeyError("the private key is neither Ed25519 nor P-256; make one with \"flagctl keygen\"")
        }
        self.der = der
        #if canImport(CryptoKit)
            switch algorithm {
            case .ed25519:
                guard der.starts(with: Self.edwardsPrefix), der.count == Self.edwardsPrefix.count + 32,
                    let key = try? Curve25519.Signing.PrivateKey(
                        rawRepresentation: der.dropFirst(Self.edwardsPrefix.count))
                else { throw KeyError.damaged }
                publicKey = try PublicKey(.ed25519, bytes: Array(key.publicKey.rawRepresentation))
            case .p256:
                guard let key = try? P256.Signing.PrivateKey(derRepresentation: der) else { throw KeyError.damaged }
                publicKey = try PublicKey(.p256, bytes: Array(key.publicKey.x963Representation))
            }
        #else
            guard signature_loader_is_available() else { throw KeyError("\(CryptographyUnavailable())") }
            let known = unsafe Self.bytes(atMost: Int(signature_loader_key_size)) { buffer in
                // The library reads the key during the call, and writes no more bytes than a key may have.
                unsafe der.withUnsafeBufferPointer { der in
                    unsafe signature_loader_public_key(der.baseAddress, der.count, buffer.baseAddress)
                }
            }
            guard !known.isEmpty else {
                throw algorithm.isAvailable ? KeyError.damaged : KeyError("\(CryptographyUnavailable())")
            }
            publicKey = try PublicKey(der: known)
            guard publicKey.algorithm == algorithm else { throw KeyError.damaged }
        #endif
    }

    /// The signature of a message: 64 bytes.
    package func signature(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        #if canImport(CryptoKit)
            switch publicKey.algorithm {
            case .ed25519:
                let raw = der.dropFirst(Self.edwardsPrefix.count)
                if let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: raw),
                    let signature = try? key.signature(for: message)
                {
                    return Array(signature)
                }
            case .p256:
                if let key = try? P256.Signing.PrivateKey(derRepresentation: der),
                    let signature = try? key.signature(for: message)
                {
                    return Array(signature.rawRepresentation)
                }
            }
            throw KeyError("the system's CryptoKit cannot sign with the key")
        #else
            let code = publicKey.algorithm.code
            let count = SigningAlgorithm.signatureByteCount
            let signature = unsafe Self.bytes(atMost: count) { buffer in
                // The library reads the bytes of both arrays during the call, and writes one signature.
                let isSigned = unsafe der.withUnsafeBufferPointer { der in
                    unsafe message.withUnsafeBufferPointer { message in
                        unsafe signature_loader_sign(
                            code, der.baseAddress, der.count, message.baseAddress, message.count, buffer.baseAddress)
                    }
                }
                return isSigned ? count : 0
            }
            guard signature.count == count else { throw KeyError("libcrypto cannot sign with the key") }
            return signature
        #endif
    }

    #if canImport(CryptoKit)
        /// The bytes before the key itself in the DER of a private key. Standard: RFC 8410.
        private static let edwardsPrefix: [UInt8] = [
            0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
        ]
    #else
        /// The bytes that a function of the library writes; it returns their number.
        private static func bytes(atMost capacity: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) -> [UInt8]
        {
            unsafe Array(unsafeUninitializedCapacity: capacity) { buffer, count in
                unsafe buffer.initialize(repeating: 0)
                count = unsafe min(write(buffer), capacity)
            }
        }
    #endif
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// The public key; the private one is secret.
    package var description: String { "\(publicKey.algorithm.rawValue) key" }

    /// Nothing secret, for `dump` and debuggers.
    package var customMirror: Mirror { Mirror(self, children: ["publicKey": publicKey]) }
}

extension KeyError {
    fileprivate static let damaged = KeyError(
        "the private key is damaged; restore it from its backup, or make a new one")
}
