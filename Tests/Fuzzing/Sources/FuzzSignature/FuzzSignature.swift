import FlagResolver
import FlagSigning
import FuzzSupport

/// A document with or without signatures, a file of trust rules, or keys.
///
/// 1. Signatures that are found are at the end, and writing them again gives the same bytes.
/// 2. A document is authentic for the key of the example only if it is the example, up to its signatures.
/// 3. A text that can be signed is found again, with its signatures.
/// 4. A file of rules, and a key, are read or refused; an error is within the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSignature(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe FuzzInput(start, count: count)
    let bytes = input.bytes
    if case .signed(let signed) = SignedDocument.form(of: bytes) {
        let written = SignedDocument.bytes(prefix: signed.prefix, signed.signatures)
        claim(written == bytes || written == bytes + [0x0A], "the signatures are written in another way")
    }
    if let rules = Example.rules {
        let checked = rules.check(bytes, at: Instant(seconds: 1_800_000_000))
        claim(
            checked.failure != nil || checked.digest == Example.digest,
            "a document that nobody has signed is authentic")
    }
    let signature = DocumentSignature(
        algorithm: "ed25519", keyIdentifier: "0123456789abcdef", bytes: [UInt8](repeating: 1, count: 64))
    if let prefix = SignedDocument.prefix(of: bytes) {
        let form = SignedDocument.form(of: SignedDocument.bytes(prefix: prefix, [signature]))
        claim(
            form == .signed(SignedDocument(prefix: prefix, signatures: [signature])),
            "the signed text is not found again")
    }
    do throws(TrustFileError) {
        let rules = try TrustFile.rules(in: bytes, named: "trust.json")
        claim(!rules.keys.isEmpty && rules.threshold >= 1, "rules without a key or a threshold")
    } catch {
        claim(
            error.span.lowerBound >= 0 && error.span.upperBound <= bytes.count && !error.message.isEmpty,
            "an error outside the file")
    }
    _ = try? SigningKey(pem: String(decoding: bytes, as: UTF8.self))
    return 0
}

/// The example in `Configs/signing`.
private enum Example {
    static let rules: TrustRules? = {
        let pem = """
            -----BEGIN PUBLIC KEY-----
            MCowBQYDK2VwAyEA/7MdBzf2ZDMXpzeibs61yPljqPNnKR2RrCRskcsPiDM=
            -----END PUBLIC KEY-----
            """
        return (try? PublicKey(pem: pem)).map { TrustRules(keys: [$0]) }
    }()

    /// The SHA-256 of what the key has signed.
    static let digest = "67e0304e1f4d9692aed8602fb49f8773d7ffce11e5feb917050382121288131a"
}
