import FlagResolver

/// Recognises arguments that are private keys instead of names of files, so that nobody prints them.
package enum PrivateKeyText {
    /// What a key has, or begins with: a label of PEM (RFC 7468), that label in Base64, and PKCS #8 for Ed25519 and P-256 and SEC 1 in Base64
    /// and in hexadecimal digits.
    private static let labels = ["PRIVATE KEY", "-----BEGIN"]
    private static let beginnings = [
        "LS0tLS1CRUdJTi", "MC4CAQAwBQYDK2Vw", "MFECAQEwBQYDK2Vw", "MIGHAgEAMBMGByqG", "MIGTAgEAMBMGByqG", "MHcCAQEEI",
        "302e020100300506032b6570", "308187020100301306072a86", "30770201010420",
    ]

    /// Whether an argument has the mark of a private key, whatever it is for.
    package static func isMarked(_ argument: String) -> Bool {
        let text = trimmed(argument)
        return labels.contains { argument.contains(bytesOf: $0) }
            || beginnings.contains { text.starts(with: $0.utf8) || text.map(\.asciiLowercase).starts(with: $0.utf8) }
    }

    /// Whether an argument that should be the name of a file is the text of a key: also a JSON Web Key (RFC 7517), or 32 bytes in Base64 or in
    /// hexadecimal digits, as raw keys are written.
    package static func isKey(_ argument: String) -> Bool {
        let text = trimmed(argument)
        if isMarked(argument) || argument.contains(bytesOf: "\"d\"") { return true }
        if text.count == 64 { return text.allSatisfy { $0.asciiLowercase.isLowercaseHexadecimalDigit } }
        // 43 digits, with or without padding. A name seldom has letters of both cases and digits.
        let digits = text.last == UInt8(ascii: "=") ? text.dropLast() : text
        return digits.count == 43 && digits.allSatisfy { $0.isLetter || $0.isDigit || "+/-_".utf8.contains($0) }
            && digits.contains(where: \.isLowercaseLetter) && digits.contains(where: \.isDigit)
            && digits.contains { $0.isLetter && !$0.isLowercaseLetter }
    }

    private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, first.isBlank { bytes.removeFirst() }
        while let last = bytes.last, last.isBlank { bytes.removeLast() }
        return bytes
    }
}

extension UInt8 {
    /// The small letter of a letter; other bytes as they are.
    fileprivate var asciiLowercase: UInt8 { isLetter ? self | 0x20 : self }
}
