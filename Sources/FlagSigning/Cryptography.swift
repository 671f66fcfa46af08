#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
#else
    import SignatureLoader
#endif

/// The cryptographic library of the system: CryptoKit on Apple's platforms, OpenSSL's libcrypto elsewhere.
package enum Cryptography {
    /// The SHA-256 of some bytes.
    package static func sha256(_ bytes: [UInt8]) throws(CryptographyUnavailable) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(SHA256.hash(data: bytes))
        #else
            var digest = [UInt8](repeating: 0, count: Int(signature_loader_digest_size))
            // The library reads the bytes during the call, and writes as many as the digest has.
            let isMade = unsafe digest.withUnsafeMutableBufferPointer { digest in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    unsafe signature_loader_sha256(bytes.baseAddress, bytes.count, digest.baseAddress)
                }
            }
            guard isMade else { throw CryptographyUnavailable() }
            return digest
        #endif
    }

    /// Whether a signature of a message is that of a key.
    package static func isValid(
        _ signature: [UInt8], of message: [UInt8], by key: PublicKey
    ) throws(CryptographyUnavailable) -> Bool {
        guard signature.count == SigningAlgorithm.signatureByteCount else { return false }
        #if canImport(CryptoKit)
            switch key.algorithm {
            case .ed25519:
                guard let known = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes) else { return false }
                return known.isValidSignature(signature, for: message)
            case .p256:
                guard let known = try? P256.Signing.PublicKey(x963Representation: key.bytes),
                    let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
                else { return false }
                return known.isValidSignature(signature, for: message)
            }
        #else
            guard signature_loader_is_available() else { throw CryptographyUnavailable() }
            // The library reads the bytes of the three arrays during the call.
            let code = key.algorithm.code
            let result = unsafe key.der.withUnsafeBufferPointer { key in
                unsafe signature.withUnsafeBufferPointer { signature in
                    unsafe message.withUnsafeBufferPointer { message in
                        unsafe signature_loader_verify(
                            code, key.baseAddress, key.count, signature.baseAddress, message.baseAddress,
                            message.count)
                    }
                }
            }
            // A key that is not on its curve has no valid signatures.
            if result == signature_loader_failure, !key.algorithm.isAvailable { throw CryptographyUnavailable() }
            return result == signature_loader_valid
        #endif
    }
}

extension Cryptography {
    /// A signature of P-256 that was given in DER, as 64 bytes; `nil` if it is no such signature.
    package static func plainSignature(_ der: [UInt8], _ algorithm: SigningAlgorithm) -> [UInt8]? {
        guard algorithm == .p256 else { return nil }
        #if canImport(CryptoKit)
            return (try? P256.Signing.ECDSASignature(derRepresentation: der)).map { Array($0.rawRepresentation) }
        #else
            var signature = [UInt8](repeating: 0, count: SigningAlgorithm.signatureByteCount)
            // The library reads the DER during the call, and writes as many bytes as the signature has.
            let isConverted = unsafe signature.withUnsafeMutableBufferPointer { signature in
                unsafe der.withUnsafeBufferPointer { der in
                    unsafe signature_loader_plain_signature(der.baseAddress, der.count, signature.baseAddress)
                }
            }
            return isConverted ? signature : nil
        #endif
    }
}

/// The system has no cryptographic library.
package struct CryptographyUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String {
        #if canImport(CryptoKit)
            "the system's CryptoKit failed"
        #else
            signature_loader_is_available()
                ? "libcrypto does not allow an algorithm that is needed; its configuration, such as FIPS mode, decides that"
                : "libcrypto cannot be used; \(unsafe String(cString: signature_loader_advice))"
        #endif
    }
}

#if !canImport(CryptoKit)
    extension SigningAlgorithm {
        /// Whether the library, as it is configured, has the algorithm.
        var isAvailable: Bool { signature_loader_has(code) }

        /// The number that the library has for the algorithm.
        var code: signature_loader_algorithm {
            switch self {
            case .ed25519: signature_loader_ed25519
            case .p256: signature_loader_p256
            }
        }
    }
#endif
