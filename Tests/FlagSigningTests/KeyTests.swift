import FlagSigning
import TestSupport
import Testing

struct KeyTests {
    @Test(arguments: SigningAlgorithm.allCases)
    func `a new key signs, and only its own signatures of the same message are valid`(_ algorithm: SigningAlgorithm)
        throws
    {
        let key = try SigningKey.generate(algorithm)
        let other = try SigningKey.generate(algorithm)
        expect(key.publicKey != other.publicKey)
        let message = Array("flagctl".utf8)
        let signature = try key.signature(of: message)
        expectEqual(signature.count, 64)
        try expect(Cryptography.isValid(signature, of: message, by: key.publicKey))
        try expect(!Cryptography.isValid(signature, of: message + [0], by: key.publicKey))
        try expect(!Cryptography.isValid(signature, of: message, by: other.publicKey))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 1
            try expect(!Cryptography.isValid(changed, of: message, by: key.publicKey), "byte \(index)")
        }
        for count in [0, 1, 63, 65, 128] {
            let wrong = Array((signature + signature).prefix(count))
            try expect(!Cryptography.isValid(wrong, of: message, by: key.publicKey))
        }
    }

    @Test(arguments: SigningAlgorithm.allCases)
    func `keys survive their text`(_ algorithm: SigningAlgorithm) throws {
        let key = try SigningKey.generate(algorithm)
        let again = try SigningKey(pem: key.pem)
        expectEqual(again.publicKey, key.publicKey)
        expectEqual(again.pem, key.pem)
        try expectEqual(PublicKey(pem: key.publicKey.pem), key.publicKey)
        try expectEqual(PublicKey(pem: key.publicKey.pem.replacing("\n", with: "\r\n")), key.publicKey)
        try expectEqual(PublicKey(algorithm, bytes: key.publicKey.bytes), key.publicKey)
        try expectEqual(PublicKey(der: key.publicKey.der), key.publicKey)
        let identifier = try key.publicKey.identifier()
        expectEqual(identifier.count, 16)
        expect(identifier.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }

    @Test func `a private key says nothing secret about itself`() throws {
        let key = try SigningKey.generate(.ed25519)
        var dumped = ""
        dump(key, to: &dumped)
        let secret = key.pem.split(separator: "\n")[1]
        for text in ["\(key)", String(reflecting: key), dumped] { expect(!text.contains(secret)) }
    }

    @Test(
        arguments: [
            ("", "expected a key in PEM"),
            (
                "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----",
                "a private key must not be where a public one belongs"
            ),
            ("-----BEGIN PUBLIC KEY-----\nAA==\n-----END PUBLIC KEY-----", "neither Ed25519 nor P-256"),
            ("-----BEGIN PUBLIC KEY-----\n*\n-----END PUBLIC KEY-----", "not Base64"),
            ("-----BEGIN PUBLIC KEY-----\nAA==", "ends with"),
            (
                "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAgWt/JzHXhVwRjVWSYpRbay98JvwIMx8YfqCSgFi8m6I=\n-----END PUBLIC KEY-----\n"
                    + "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAgWt/JzHXhVwRjVWSYpRbay98JvwIMx8YfqCSgFi8m6I=\n-----END PUBLIC KEY-----",
                "not Base64"
            ),
            (
                "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAgWt/JzHXhVwRjVWSYpRbay98JvwIMx8YfqCSgFi8\n-----END PUBLIC KEY-----",
                "expected 32 for ed25519"
            ),
        ])
    func `a text that is no public key says why`(_ text: String, _ reason: String) {
        let error = #expect(throws: KeyError.self) { try PublicKey(pem: text) }
        expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test(
        arguments: [
            ("-----BEGIN EC PRIVATE KEY-----\nAA==\n-----END EC PRIVATE KEY-----", "openssl pkcs8 -topk8"),
            ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----", "decrypt it"),
            ("-----BEGIN PUBLIC KEY-----\nAA==\n-----END PUBLIC KEY-----", "signing needs the private key"),
            ("-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----", "neither Ed25519 nor P-256"),
            ("-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----", "is damaged"),
        ])
    func `a text that is no private key says why`(_ text: String, _ reason: String) {
        let error = #expect(throws: KeyError.self) { try SigningKey(pem: text) }
        expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test func `a point that is not on the curve has no valid signatures`() throws {
        let key = try PublicKey(.p256, bytes: [4] + [UInt8](repeating: 1, count: 64))
        try expect(!Cryptography.isValid([UInt8](repeating: 1, count: 64), of: [], by: key))
        #expect(throws: KeyError.self) { try PublicKey(.p256, bytes: [2] + [UInt8](repeating: 1, count: 64)) }
    }
}
