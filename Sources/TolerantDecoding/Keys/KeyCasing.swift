import FlagResolver

/// Converts keys between the spellings of backends and of Swift.
package enum KeyCasing {
    /// The key in lowerCamelCase. A key of separators alone is returned unchanged.
    package static func lowerCamelCase(_ key: String) -> String {
        let words = KeyWords(key)
        guard !words.words.isEmpty else { return key }
        var result = words.leadingUnderscores
        for (index, word) in words.words.enumerated() {
            for (position, scalar) in word.enumerated() {
                result.append(index > 0 && position == 0 ? scalar.capital : scalar.small)
            }
        }
        return String(result)
    }

    /// Whether the key is one word of small ASCII letters and digits, such as `amenity` and `line2`, which stays as it is.
    package static func isOneWord(_ key: String) -> Bool {
        key.withUTF8Bytes { bytes in
            guard bytes.byte(at: 0).isLowercaseLetter else { return false }
            return (0..<bytes.byteCount).allSatisfy {
                bytes.byte(at: $0).isLowercaseLetter || bytes.byte(at: $0).isDigit
            }
        }
    }

    /// The words of the key in lower case, joined by a separator. A key of separators alone is returned unchanged.
    package static func separated(_ key: String, by separator: Unicode.Scalar) -> String {
        let words = KeyWords(key)
        guard !words.words.isEmpty else { return key }
        var result = words.leadingUnderscores
        for (index, word) in words.words.enumerated() {
            if index > 0 { result.append(separator) }
            result.append(contentsOf: word.map(\.small))
        }
        return String(result)
    }
}

/// The words of a key, whether it marks them by separators, by capitals, or both.
///
/// 1. `_`, `-` and spaces separate words. Leading underscores are kept, because they often distinguish one key from
///    another.
/// 2. A part between separators without a lower-case letter (`SHOUTY`, `B2B`) is one word. In other parts, a capital
///    begins a word. Of several adjacent capitals, only the first begins a word, and the last if a lower-case letter
///    follows it: `ABBRKey` is `ABBR`, `Key`. An `s` that ends the word is the plural of an abbreviation: `userIDs` is
///    `user`, `IDs`.
/// 3. Digits and symbols never begin a word. They belong to the word before them or, at the beginning, to the next one.
/// 4. Combining marks belong to the letter before them. Letters without case are neither capitals nor lower-case.
private struct KeyWords {
    private(set) var leadingUnderscores = String.UnicodeScalarView()

    /// The words as in the key. Each except the first begins with a letter.
    private(set) var words: [[Unicode.Scalar]] = []

    init(_ key: String) {
        let scalars = Array(key.unicodeScalars)
        let underscores = scalars.prefix { $0 == "_" }
        leadingUnderscores.append(contentsOf: underscores)
        var word: [Unicode.Scalar] = []
        var wordHasLetter = false
        for part in scalars[underscores.count...].split(whereSeparator: { $0 == "_" || $0 == "-" || $0 == " " }) {
            for (scalar, beginsWord) in zip(part, Self.wordBeginnings(in: part)) {
                if beginsWord, wordHasLetter {
                    words.append(word)
                    word = []
                    wordHasLetter = false
                }
                word.append(scalar)
                wordHasLetter = wordHasLetter || LetterCase(scalar).isLetter
            }
        }
        if !word.isEmpty { words.append(word) }
    }

    /// Whether each scalar of a part between separators begins a word, unless no letter comes before it.
    private static func wordBeginnings(in part: ArraySlice<Unicode.Scalar>) -> [Bool] {
        let cases = part.map(LetterCase.init)
        let isShouting = cases.contains(.capital) && !cases.contains(.small) && !cases.contains(.none)
        var previous: LetterCase?
        return cases.enumerated().map { index, current in
            defer { if current != .mark { previous = current } }
            switch (current, previous) {
            case (.mark, _), (.other, _): return false
            case (_, nil): return true
            case (.capital, .capital?):
                let isPlural = part.dropFirst(index + 1).first == "s" && cases.dropFirst(index + 2).first != .small
                return !isShouting && !isPlural && cases[(index + 1)...].first { $0 != .mark } == .small
            case (.capital, _): return !isShouting
            default: return false
            }
        }
    }
}

/// The case of a scalar, as far as it matters for the words of a key.
private enum LetterCase {
    case capital
    case small
    /// A letter of a script without case, or without a counterpart.
    case none
    /// A combining mark.
    case mark
    /// A digit or a symbol.
    case other

    init(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "a"..."z": self = .small
        case "A"..."Z": self = .capital
        case _ where scalar.isASCII: self = .other
        default: self = Self.outsideASCII(scalar)
        }
    }

    private static func outsideASCII(_ scalar: Unicode.Scalar) -> LetterCase {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
        default: break
        }
        if scalar.small != scalar { return .capital }
        if properties.isLowercase { return .small }
        return properties.isAlphabetic ? .none : .other
    }

    var isLetter: Bool { self == .capital || self == .small || self == .none }
}

/// Case mappings to a single scalar.
///
/// A scalar with a longer mapping (`ß`, `ﬁ`, `İ`) is returned unchanged, so that converting a key twice has no effect.
extension Unicode.Scalar {
    fileprivate var small: Unicode.Scalar { single(properties.lowercaseMapping) }

    fileprivate var capital: Unicode.Scalar { single(properties.titlecaseMapping) }

    private func single(_ mapping: String) -> Unicode.Scalar {
        guard let first = mapping.unicodeScalars.first, mapping.unicodeScalars.count == 1 else { return self }
        return first
    }
}
