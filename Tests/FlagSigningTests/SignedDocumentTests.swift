import FlagResolver
import FlagSigning
import Foundation
import TestSupport
import Testing

struct SignedDocumentTests {
    private static let document = "{\n  \"$document\": \"shop-ios\",\n  \"payments\": true\n}\n"

    private static let keys: [SigningKey] = (try? [.generate(.ed25519), .generate(.p256)]) ?? []

    private static func signed(_ text: String, by keys: [SigningKey] = keys) throws -> [UInt8] {
        let prefix = try #require(SignedDocument.prefix(of: Array(text.utf8)))
        let message = try SignedDocument.message(of: prefix)
        let signatures = try keys.map { key in
            DocumentSignature(
                algorithm: key.publicKey.algorithm.rawValue, keyIdentifier: try key.publicKey.identifier(),
                bytes: try key.signature(of: message))
        }
        return SignedDocument.bytes(prefix: prefix, signatures)
    }

    /// What a reader that trusts the keys makes of bytes: the content, or nothing.
    private static func content(of bytes: [UInt8], threshold: Int = 2) throws -> [UInt8]? {
        guard case .signed(let document) = SignedDocument.form(of: bytes) else { return nil }
        let check = try SignatureCheck(of: document, by: keys.map(\.publicKey))
        return check.keys.count >= threshold ? document.content : nil
    }

    @Test func `a signed document has a prefix, its signatures and nothing else`() throws {
        let bytes = try Self.signed(Self.document)
        let text = String(decoding: bytes, as: UTF8.self)
        expect(text.hasPrefix("{\n  \"$document\": \"shop-ios\",\n  \"payments\": true,\"$signature\":[\"ed25519:"))
        expect(text.hasSuffix("\"]}\n"))
        try expectEqual(Self.content(of: bytes), Array("{\n  \"$document\": \"shop-ios\",\n  \"payments\": true}".utf8))
        try expect(Self.content(of: bytes.dropLast()) != nil)
        // Apps that know nothing of signatures read the same settings.
        let unaware = try SettingsDocument(parsing: bytes)
        expectEqual(unaware.names, ["payments"])
        expect(unaware.issues.isEmpty)
    }

    @Test(arguments: ["{}", " { \n} ", "", "[1]", "true", "{\"a\":1", "\u{FEFF}{\"a\":1}"])
    func `what has nothing to sign is refused`(_ text: String) {
        expectNil(SignedDocument.prefix(of: Array(text.utf8)))
    }

    @Test(arguments: ["{\"a\":1}", "{\"a\":1}\r\n", "{\"a\":1 \t\r\n } \n\n", "{\"a\":{}}", "{\"a\":\"}\"}"])
    func `white space around the last brace is not signed`(_ text: String) throws {
        let bytes = try Self.signed(text)
        let content = try #require(try Self.content(of: bytes))
        try expectEqual(JSONTree(parsing: content).root, JSONTree(parsing: Array(text.utf8)).root)
    }

    @Test func `every flipped bit is noticed, or changes nothing that is signed`() throws {
        let bytes = try Self.signed(Self.document)
        let original = try #require(try Self.content(of: bytes))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                if let content = try Self.content(of: changed) {
                    expectEqual(content, original, "byte \(index), bit \(bit)")
                }
            }
        }
    }

    @Test func `every truncation and every inserted byte is noticed, or changes nothing that is signed`() throws {
        let bytes = try Self.signed(Self.document)
        let original = try #require(try Self.content(of: bytes))
        for count in bytes.indices {
            if let content = try Self.content(of: Array(bytes[..<count])) {
                expectEqual(content, original, "\(count) bytes")
            }
        }
        for index in 0...bytes.count {
            for inserted in Array("\n\r \",]}{x".utf8) {
                var changed = bytes
                changed.insert(inserted, at: index)
                if let content = try Self.content(of: changed) { expectEqual(content, original, "byte \(index)") }
            }
        }
    }

    @Test func `a threshold counts keys, and each key once`() throws {
        let (first, second) = (Self.keys[0], Self.keys[1])
        try expectNil(Self.content(of: Self.signed(Self.document, by: [first])))
        try expect(Self.content(of: Self.signed(Self.document, by: [first]), threshold: 1) != nil)
        try expect(Self.content(of: Self.signed(Self.document, by: [second, first])) != nil)
        // One key that has signed twice makes the trailer malformed.
        guard
            case .malformed(let reason) = SignedDocument.form(of: try Self.signed(Self.document, by: [second, second]))
        else { return expect(Bool(false)) }
        expect(reason.contains("two signatures are of the key"))
    }

    @Test func `unknown algorithms and keys are skipped, wrong signatures are told apart`() throws {
        let stranger = try SigningKey.generate(.ed25519)
        let bytes = try Self.signed(Self.document, by: [stranger, Self.keys[0]])
        guard case .signed(let document) = SignedDocument.form(of: bytes) else { return expect(Bool(false)) }
        let check = try SignatureCheck(of: document, by: Self.keys.map(\.publicKey))
        expectEqual(check.keys, [Self.keys[0].publicKey])
        expectEqual(check.unknown, [try stranger.publicKey.identifier()])
        expect(check.wrong.isEmpty)

        let identifier = try Self.keys[0].publicKey.identifier()
        let future = DocumentSignature(algorithm: "ml-dsa-65", keyIdentifier: identifier, bytes: [1, 2, 3])
        let wrong = DocumentSignature(
            algorithm: "ed25519", keyIdentifier: identifier, bytes: [UInt8](repeating: 0, count: 64))
        let other = SignedDocument.bytes(prefix: document.prefix, [future, wrong])
        guard case .signed(let changed) = SignedDocument.form(of: other) else { return expect(Bool(false)) }
        let second = try SignatureCheck(of: changed, by: Self.keys.map(\.publicKey))
        expect(second.keys.isEmpty)
        expectEqual(second.wrong, [identifier])
        expectEqual(second.unknown, [identifier])
    }

    @Test(
        arguments: [
            "{\"a\":1,\"$signature\":[]}", "{\"a\":1,\"$signature\":[\"\"]}", "{\"a\":1,\"$signature\":[\"ed25519\"]}",
            "{\"a\":1,\"$signature\":[\"ed25519:0123456789abcdef:\"]}",
            "{\"a\":1,\"$signature\":[\"ed25519:0123456789abcdef:QQ\"]}",
            "{\"a\":1,\"$signature\":[\"ed25519:0123456789ABCDEF:QQ==\"]}",
            "{\"a\":1,\"$signature\":[\"ed25519:0123456789abcde:QQ==\"]}",
            "{\"a\":1,\"$signature\":[\"ed25519:0123456789abcdef:QQ==\",]}",
            "{\"a\":1,\"$signature\":[\"Ed25519:0123456789abcdef:QQ==\"]}",
            "{\"a\":1,\"$signature\":[\"ed25519:0123456789abcdef:QR==\"]}",
        ])
    func `a trailer of another form is malformed`(_ text: String) {
        guard case .malformed = SignedDocument.form(of: Array(text.utf8)) else {
            return expect(Bool(false), "\(SignedDocument.form(of: Array(text.utf8)))")
        }
    }

    @Test(
        arguments: [
            "", "{", "}", "]}", "{\"a\":1}", "{\"a\":[\"x\"]}",
            "{\"a\":1,\"$signature\": [\"ed25519:0123456789abcdef:QQ==\"]}",
            "{\"a\":1,\"$signature\":[\"ed25519:0123456789abcdef:QQ==\"] }",
            "{\"a\":1,\"$signature\":[\"ed25519:0123456789abcdef:QQ==\"]}\r\n",
            "{\"a\":1,\"$signature\":[\"ed25519:0123456789abcdef:QQ==\"]}\n\n",
            "{\"$signature\":[\"ed25519:0123456789abcdef:QQ==\"],\"a\":1}",
            "{\"a\":\",\\\"$signature\\\":[\\\"ed25519:0123456789abcdef:QQ==\\\"]\"}",
        ])
    func `a document without a trailer is unsigned`(_ text: String) {
        expectEqual(SignedDocument.form(of: Array(text.utf8)), .unsigned)
    }

    @Test func `a trailer may have 16 KiB, and no more`() throws {
        let prefix = Array("{\"a\":1".utf8)
        func form(_ count: Int) -> SignedDocument.Form {
            let signature = DocumentSignature(
                algorithm: "future", keyIdentifier: "0123456789abcdef", bytes: [UInt8](repeating: 7, count: count))
            return SignedDocument.form(of: SignedDocument.bytes(prefix: prefix, [signature]))
        }
        let longest = (SignedDocument.maximumTrailerByteCount - 48) / 4 * 3
        guard case .signed = form(longest) else { return expect(Bool(false)) }
        if case .signed = form(longest + 12) { expect(Bool(false)) }
        if case .signed = form(1 << 20) { expect(Bool(false)) }
    }

    @Test func `random bytes are read without harm`() {
        var random = SeededRandom(seed: 7)
        let pieces = [
            "{", "}", "]}", ",\"$signature\":[", "\"ed25519:0123456789abcdef:QQ==\"", ",", "\n", "x", "\"", "[", ":",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }.joined()
            if case .signed(let document) = SignedDocument.form(of: Array(text.utf8)) {
                let again = SignedDocument.bytes(prefix: document.prefix, document.signatures)
                expect(again == Array(text.utf8) || again == Array(text.utf8) + [0x0A])
            }
        }
    }

    @Test(
        arguments: [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000080",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000080",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        ])
    func `a key with which anybody can sign, or that has a second encoding, is refused wherever it is read`(
        _ hexadecimal: String
    ) throws {
        let digits = Array(hexadecimal)
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
        expectEqual(bytes.count, 32)
        #expect(throws: KeyError.self) { try PublicKey(.ed25519, bytes: bytes) }
        let der: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00] + bytes
        #expect(throws: KeyError.self) { try PublicKey(der: der) }
        let pem = "-----BEGIN PUBLIC KEY-----\n\(Data(der).base64EncodedString())\n-----END PUBLIC KEY-----\n"
        #expect(throws: TrustFileError.self) { try TrustFile.rules(in: Array(pem.utf8), named: "trust.pem") }
    }
}
