import FlagResolver
import FlagSigning
public import FlagStoreTrust

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A pair of keys that signs the documents of a test.
///
/// ```swift
/// let key = try TestSigningKey()
/// let test = TestStore {
///     $0.verifier = DocumentTrust(keys: [key.publicKey], document: "shop", mode: .enforce, directory: nil)
/// }
/// let document = try key.sign(#"{"payments": true}"#, as: "shop", version: 2)
/// #expect(await test.receive(document) == .activated(changedNames: ["payments"]))
/// ```
public struct TestSigningKey: Sendable {
    private let key: SigningKey

    /// The algorithm of a key.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// Ed25519 (RFC 8032).
        case ed25519

        /// ECDSA over P-256 with SHA-256 (FIPS 186-5).
        case p256
    }

    /// Makes a new pair of keys.
    ///
    /// - Throws: If the system has no cryptographic library.
    public init(_ algorithm: Algorithm = .ed25519) throws {
        key = try SigningKey.generate(algorithm == .ed25519 ? .ed25519 : .p256)
    }

    /// The key that the app under test trusts.
    public var publicKey: TrustedKey { .pem(key.publicKey.pem) }

    /// A signed document.
    ///
    /// - Parameters:
    ///   - document: The JSON of the document, an object.
    ///   - name: Its `$document`.
    ///   - environment: Its `$environment`; `nil` for none.
    ///   - version: Its `$version`.
    ///   - epoch: Its `$epoch`; 1 is left out.
    ///   - issued: Its `$issued`.
    ///   - expires: Its `$expires`; `nil` for none.
    /// - Throws: If the document is not a JSON object, or cannot be signed.
    public func sign(
        _ document: String,
        as name: String,
        environment: String? = nil,
        version: Int64,
        epoch: Int64 = 1,
        issued: Date = Date(timeIntervalSince1970: 1_800_000_000),
        expires: Date? = nil
    ) throws -> String {
        let tree = try JSONTree(parsing: Array(document.utf8))
        let dates = [(SignedMembers.Name.issued, issued), (SignedMembers.Name.expires, expires)]
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(key: SignedMembers.Name.document)
        writer.write(name)
        if let environment {
            writer.write(key: SignedMembers.Name.environment)
            writer.write(environment)
        }
        if epoch != 1 {
            writer.write(key: SignedMembers.Name.epoch)
            writer.write(epoch)
        }
        writer.write(key: SignedMembers.Name.version)
        writer.write(version)
        for case (let name, let date?) in dates {
            writer.write(key: name)
            writer.write(Instant(date)?.description ?? "")
        }
        for (key, value) in tree.members(of: 0) {
            writer.write(key: tree.string(at: key) ?? "")
            writer.writeVerbatim(value, of: tree)
        }
        writer.endObject()
        let prefix = writer.bytes.dropLast()
        return String(decoding: SignedDocument.bytes(prefix: prefix, [try key.sign(prefix)]), as: UTF8.self)
    }

    /// A signed document with the signature of this key beside those that it has.
    ///
    /// - Throws: If the document is not signed.
    public func addSignature(to document: String) throws -> String {
        guard case .signed(let signed) = SignedDocument.form(of: Array(document.utf8)) else {
            throw TrustFailure.unsigned
        }
        let signatures = signed.signatures + [try key.sign(signed.prefix)]
        return String(decoding: SignedDocument.bytes(prefix: signed.prefix, signatures), as: UTF8.self)
    }
}
