import FlagResolver

/// Finds text that may be a private key, so that nobody prints it.
package enum PrivateKeyText {
    /// Labels of PEM, RFC 7468.
    private static let labels = ["PRIVATE KEY", "-----BEGIN"]

    /// The first digits of keys in Base64: PKCS #8 for Ed25519 and P-256, and SEC 1.
    private static let beginnings = [
        "MC4CAQAwBQYDK2Vw", "MFECAQEwBQYDK2Vw", "MIGHAgEAMBMGByqG", "MIGTAgEAMBMGByqG", "MHcCAQEEI",
    ]

    /// Names of members that have one, as in a JSON Web Key, RFC 7517.
    private static let members = ["\"d\"", "privateKey", "private_key", "secret"]

    /// Whether a text, such as the output of a program, may have a private key in it.
    package static func isPossible(in text: String) -> Bool {
        (labels + beginnings + members).contains { text.contains(bytesOf: $0) }
            || Array(text.utf8).split { !$0.isKeyDigit }
                .contains { isRaw(Array($0)) }
    }

    /// Whether an argument is the text of a key instead of a name.
    package static func isWhole(_ argument: String) -> Bool {
        labels.contains { argument.contains(bytesOf: $0) } || beginnings.contains { argument.starts(withBytesOf: $0) }
            || isRaw(Array(argument.utf8))
    }

    /// Whether a word is 32 bytes in Base64 or in hexadecimal digits, as raw keys are written.
    private static func isRaw(_ word: [UInt8]) -> Bool {
        word.count == 44 && word.last == UInt8(ascii: "=") && word.dropLast().allSatisfy { $0 != UInt8(ascii: "=") }
            && word.allSatisfy(\.isKeyDigit)
            || word.count == 64 && word.allSatisfy { ($0 | 0x20).isLowercaseHexadecimalDigit }
    }
}

extension UInt8 {
    /// Whether the byte is a digit of Base64, or its padding.
    fileprivate var isKeyDigit: Bool { isLetter || isDigit || "+/-_=".utf8.contains(self) }
}
