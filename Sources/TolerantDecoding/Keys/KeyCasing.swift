/// Spells keys in the ways that backends and Swift use.
package enum KeyCasing {
    /// A key in lowerCamelCase; one of nothing but separators stays as it is.
    package static func lowerCamelCase(_ original: String) -> String {
        let key = KeyWords(original)
        let words = key.words
        guard !words.isEmpty else { return original }
        var result = key.leadingUnderscores.unicodeScalars
        for (index, word) in words.enumerated() {
            let isCapitalized = index > 0
            for (position, scalar) in word.enumerated() {
                let capital = isCapitalized && position == 0
                result.append(capital ? KeyCase.capital(scalar) : KeyCase.lower(scalar))
            }
        }
        return String(result)
    }

    /// A key with its words in lower case and joined by a separator; one of nothing but separators stays as it is.
    package static func separated(_ original: String, by separator: Unicode.Scalar) -> String {
        let key = KeyWords(original)
        guard !key.words.isEmpty else { return original }
        var result = key.leadingUnderscores.unicodeScalars
        for (index, word) in key.words.enumerated() {
            if index > 0 { result.append(separator) }
            result.append(contentsOf: word.map(KeyCase.lower))
        }
        return String(result)
    }

    /// Whether a key certainly is lowerCamelCase already; most keys that need no conversion are found so in one look.
    ///
    /// ASCII that begins with a lower-case letter, has no separator, and whose capitals stand apart.
    @inline(__always)
    package static func isPlainlyLowerCamelCase(_ key: String) -> Bool {
        key.withUTF8Bytes { bytes in
            guard isSmall(bytes.byte(at: 0)) else { return false }
            var wasCapital = false
            for offset in 1..<max(bytes.byteCount, 1) {
                let byte = bytes.byte(at: offset)
                if isSmall(byte) || isDigit(byte) {
                    wasCapital = false
                } else {
                    guard isCapital(byte), !wasCapital else { return false }
                    wasCapital = true
                }
            }
            return true
        }
    }

    @inline(__always)
    private static func isSmall(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

    @inline(__always)
    private static func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
