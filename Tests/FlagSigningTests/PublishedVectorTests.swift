import FlagSigning
import Foundation
import TestSupport
import Testing

/// Signatures that others have published.
struct PublishedVectorTests {
    /// A file of Wycheproof.
    private struct File: Decodable {
        struct Group: Decodable {
            let publicKeyDer: String
            let tests: [Vector]
        }

        struct Vector: Decodable {
            let tcId: Int
            let msg: String
            let sig: String
            let result: String
        }

        let testGroups: [Group]
    }

    private static func bytes(_ hexadecimal: String) throws -> [UInt8] {
        let digits = Array(hexadecimal)
        return try stride(from: 0, to: digits.count - 1, by: 2).map { index in
            try #require(UInt8(String(digits[index...(index + 1)]), radix: 16))
        }
    }

    @Test(
        .needs("conformance/wycheproof"),
        arguments: [("ed25519_test", 151), ("ecdsa_secp256r1_sha256_p1363_test", 262)])
    func `Wycheproof: a signature is valid exactly if it should be`(_ name: String, _ count: Int) throws {
        let content = try SharedMaterial.bytes("conformance/wycheproof/\(name).json")
        let file = try JSONDecoder().decode(File.self, from: Data(content))
        var checked = 0
        for group in file.testGroups {
            let key = try PublicKey(der: try Self.bytes(group.publicKeyDer))
            for vector in group.tests {
                let message = try Self.bytes(vector.msg)
                let isValid = try Cryptography.isValid(try Self.bytes(vector.sig), of: message, by: key)
                expectEqual(isValid, (vector.result == "valid"), "\(name), test \(vector.tcId)")
                checked += 1
            }
        }
        expectEqual(checked, count)
    }

    /// RFC 8032, section 7.1.
    @Test(
        arguments: [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
            ),
        ])
    func `RFC 8032: a key has its public key, and signs as published`(
        _ secret: String, _ published: String, _ message: String, _ signature: String
    ) throws {
        let head = "302e020100300506032b657004220420"
        let content = Data(try Self.bytes(head + secret)).base64EncodedString()
        let key = try SigningKey(pem: "-----BEGIN PRIVATE KEY-----\n\(content)\n-----END PRIVATE KEY-----\n")
        expectEqual(key.publicKey, (try PublicKey(.ed25519, bytes: try Self.bytes(published))))
        try expectEqual(key.signature(of: Self.bytes(message)), Self.bytes(signature))
        try expect(Cryptography.isValid(Self.bytes(signature), of: Self.bytes(message), by: key.publicKey))
    }

    /// FIPS 180-4 and RFC 6234.
    @Test(
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func `SHA-256 is that of its standard`(_ text: String, _ digest: String) throws {
        try expectEqual(Cryptography.sha256(Array(text.utf8)), Self.bytes(digest))
    }
}
