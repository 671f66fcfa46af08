import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A signature in the trailer of a document: `ed25519:KEYID:BASE64`.
package struct DocumentSignature: Hashable, Sendable {
    /// The name of the algorithm, which may be unknown here.
    package let algorithm: String

    /// The identifier of the key: 16 hexadecimal digits.
    package let keyIdentifier: String

    package let bytes: [UInt8]

    package init(algorithm: String, keyIdentifier: String, bytes: [UInt8]) {
        self.algorithm = algorithm
        self.keyIdentifier = keyIdentifier
        self.bytes = bytes
    }

    package var text: String { "\(algorithm):\(keyIdentifier):\(Data(bytes).base64EncodedString())" }

    /// A signature from its text; `nil` if it has another form.
    init?(_ text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isAlgorithmByte),
            parts[1].count == 16, parts[1].allSatisfy(\.isLowercaseHexadecimalDigit)
        else { return nil }
        let encoded = String(decoding: parts[2], as: UTF8.self)
        // One text for each signature: other spellings of the same bytes are not accepted.
        guard !parts[2].isEmpty, let decoded = Data(base64Encoded: encoded), decoded.base64EncodedString() == encoded
        else { return nil }
        algorithm = String(decoding: parts[0], as: UTF8.self)
        keyIdentifier = String(decoding: parts[1], as: UTF8.self)
        bytes = [UInt8](decoded)
    }
}

extension UInt8 {
    fileprivate var isAlgorithmByte: Bool { isLowercaseLetter || isDigit || self == UInt8(ascii: "-") }

    /// Whether a trailer may contain the byte between its brackets.
    fileprivate var isTrailerByte: Bool { isLetter || isDigit || "-:+/=,\"".utf8.contains(self) }
}

/// The bytes of a document, and the signatures at their end.
///
/// ```text
/// {"$document": "shop-ios", …,"$signature":["ed25519:KEYID:BASE64"]}
/// ```
///
/// Signed is the text before the comma of the last member, the *prefix*. A reader uses the prefix and `}`, and never what is
/// between: so there is one reading of the signed bytes, and no canonical form of JSON is needed.
package struct SignedDocument: Hashable, Sendable {
    /// The signed text: the document without its final brace.
    package let prefix: ArraySlice<UInt8>

    package let signatures: [DocumentSignature]

    package init(prefix: ArraySlice<UInt8>, signatures: [DocumentSignature]) {
        self.prefix = prefix
        self.signatures = signatures
    }

    /// The longest trailer, from its comma to the end.
    package static let maximumTrailerByteCount = 16 << 10

    private static let opening = Array(#","$signature":["#.utf8)
    private static let closing = Array("]}".utf8)
    private static let lineFeed = UInt8(ascii: "\n")

    /// How the end of a document looks.
    package enum Form: Hashable, Sendable {
        case unsigned
        case signed(SignedDocument)

        /// It ends with a trailer that has an error.
        case malformed(reason: String)
    }

    /// The form of a document, found from its end.
    ///
    /// - Complexity: O(1): no more than the longest trailer is read.
    package static func form(of bytes: [UInt8]) -> Form {
        var end = bytes.endIndex
        if bytes.last == lineFeed { end -= 1 }
        guard bytes[..<end].suffix(closing.count).elementsEqual(closing) else { return .unsigned }
        end -= closing.count
        let lowest = max(0, end - maximumTrailerByteCount)
        var start = end
        while start > lowest, bytes[start - 1].isTrailerByte { start -= 1 }
        guard start >= opening.count, bytes[(start - opening.count)..<start].elementsEqual(opening) else {
            return .unsigned
        }
        let prefixEnd = start - opening.count
        guard bytes.count - prefixEnd <= maximumTrailerByteCount else {
            return .malformed(reason: "it is longer than \(maximumTrailerByteCount) bytes")
        }
        switch signatures(in: bytes[start..<end]) {
        case .success(let signatures):
            return .signed(SignedDocument(prefix: bytes[..<prefixEnd], signatures: signatures))
        case .failure(let error): return .malformed(reason: error.description)
        }
    }

    /// Whether a text has signatures, right or not, where they belong or elsewhere.
    package static func hasSignatures(_ bytes: [UInt8]) -> Bool {
        form(of: bytes) != .unsigned
            || bytes.firstOffset(of: Array("\"\(SignedMembers.Name.signature)\"".utf8)) != nil
    }

    private static func signatures(in list: ArraySlice<UInt8>) -> Result<[DocumentSignature], KeyError> {
        var signatures: [DocumentSignature] = []
        var names: Set<String> = []
        for (index, element) in list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).enumerated()
        {
            guard element.count >= 2, element.first == UInt8(ascii: "\""), element.last == UInt8(ascii: "\""),
                let signature = DocumentSignature(element.dropFirst().dropLast())
            else {
                return .failure(
                    KeyError("signature \(index + 1) is not of the form \"ALGORITHM:KEYID:BASE64\", without blanks"))
            }
            guard names.insert("\(signature.algorithm):\(signature.keyIdentifier)").inserted else {
                return .failure(KeyError("two signatures are of the key \(signature.keyIdentifier)"))
            }
            signatures.append(signature)
        }
        return .success(signatures)
    }

    /// The document to parse: the signed text and its brace.
    package var content: [UInt8] { prefix + [UInt8(ascii: "}")] }

    /// What signatures sign. It begins with a name of its own, so that no signature for another purpose fits.
    package static func message(of prefix: some Collection<UInt8>) throws(CryptographyUnavailable) -> [UInt8] {
        message(digest: try Cryptography.sha256(Array(prefix)))
    }

    /// What signatures sign, from the SHA-256 of the text.
    static func message(digest: [UInt8]) -> [UInt8] {
        Array("flagctl document v1\0".utf8) + digest
    }

    /// The bytes of a document with signatures, as they are published.
    ///
    /// - Parameter prefix: See ``prefix(of:)``.
    package static func bytes(prefix: some Collection<UInt8>, _ signatures: [DocumentSignature]) -> [UInt8] {
        var bytes = Array(prefix) + opening
        for (index, signature) in signatures.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += Array("\"\(signature.text)\"".utf8)
        }
        return bytes + closing + [lineFeed]
    }

    /// The text to sign of an unsigned document: everything before its final brace and the white space around that.
    ///
    /// - Parameter document: The bytes of a JSON object.
    /// - Returns: `nil` for an empty object, and for bytes that do not end with a brace.
    package static func prefix(of document: [UInt8]) -> ArraySlice<UInt8>? {
        var rest = document[...]
        rest.removeFinalWhitespace()
        guard rest.last == UInt8(ascii: "}") else { return nil }
        rest.removeLast()
        rest.removeFinalWhitespace()
        guard let last = rest.last, last != UInt8(ascii: "{"), rest.first != 0xEF else { return nil }
        return rest
    }
}

extension ArraySlice<UInt8> {
    /// Removes the white space of JSON at the end.
    fileprivate mutating func removeFinalWhitespace() {
        while let last, last.isBlank { removeLast() }
    }
}

extension SigningKey {
    /// The signature of a document.
    ///
    /// - Parameter prefix: See ``SignedDocument/prefix``.
    package func sign(_ prefix: ArraySlice<UInt8>) throws -> DocumentSignature {
        DocumentSignature(
            algorithm: publicKey.algorithm.rawValue, keyIdentifier: try publicKey.identifier(),
            bytes: try signature(of: try SignedDocument.message(of: prefix)))
    }
}
