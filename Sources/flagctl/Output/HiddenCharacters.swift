import FlagResolver

/// The characters of a text that cannot be seen, or that look like others, and are therefore escaped in output for people.
///
/// Two different texts must never look equal. These characters are escaped, in the order of the rules:
///
/// 1. Controls, separators of lines, and changes of direction.
/// 2. Characters without a picture: those that Unicode declares as ignorable by default, such as a zero-width space, a soft
///    hyphen or a variation selector; interlinear annotations; the blank of Braille.
/// 3. Spaces other than U+0020.
/// 4. Spellings that are not in Unicode's Normalization Form C: the accent after `e` that is written `é` otherwise.
/// 5. A mark without a letter before it: it would change the character that happens to be printed there. Likewise the 31st mark of a
///    letter: no language has more, and Unicode's Stream-Safe Text Format (UAX #15) allows 30.
///
/// A joiner is not escaped where its effect can be seen: between two emoji, and where RFC 5892 allows it in domain names,
/// after a virama and between letters of Arabic script that would join.
///
/// See decision 40.
struct HiddenCharacters {
    /// For each scalar of the text, whether it is escaped.
    private(set) var flags: [Bool] = []

    /// The start of the printed text that a mark combines with; `nil` after an escape.
    private var base: Int?
    private var lastClass: UInt8 = 0

    /// - Complexity: O(*n*).
    init(in scalars: [Unicode.Scalar]) {
        flags.reserveCapacity(scalars.count)
        for index in scalars.indices {
            let scalar = scalars[index]
            let isHidden =
                scalar.isASCII
                ? Self.isAlwaysHidden(scalar)
                : (Self.isAlwaysHidden(scalar) && !isVisibleJoiner(at: index, in: scalars))
                    || isOtherSpelling(at: index, in: scalars)
            flags.append(isHidden)
            if isHidden {
                base = nil
                lastClass = 0
            } else {
                lastClass = scalar.isASCII ? 0 : scalar.properties.canonicalCombiningClass.rawValue
                if lastClass == 0 { base = index }
            }
        }
    }

    /// Whether a character is escaped wherever it is, apart from joiners with a visible effect.
    static func isAlwaysHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: return true
        case 0..<0xA0: return false
        case 0x2800, 0xFFF9...0xFFFB: return true
        default: break
        }
        let properties = scalar.properties
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.isFullCompositionExclusion
    }

    /// Whether Normalization Form C would write the text before a character, and the character, in another way.
    private func isOtherSpelling(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let scalar = scalars[index]
        let properties = scalar.properties
        let isMark =
            switch properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: true
            default: false
            }
        guard isMark || Self.isCombiningLetter(scalar) else { return false }
        guard let base else { return isMark }
        guard index - base <= Self.maximumMarkCount else { return true }
        let combiningClass = properties.canonicalCombiningClass.rawValue
        if combiningClass > 0, lastClass > combiningClass { return true }
        return Self.composes(scalars[base...index])
    }

    private static let maximumMarkCount = 30

    /// Letters that combine with the one before them although they are no marks: vowels and finals of Hangul, and vowels of
    /// Kirat Rai.
    private static func isCombiningLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1160...0x11FF, 0x16D63...0x16D6A: true
        default: false
        }
    }

    /// Whether Normalization Form C replaces the first character of a sequence.
    ///
    /// The standard library orders strings by that form. A string whose first character stays is between that character
    /// followed by U+0000, and the next character.
    private static func composes(_ sequence: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = sequence.first else { return false }
        let text = String(String.UnicodeScalarView(sequence))
        guard text >= "\(first)\0" else { return true }
        var next = first.value + 1
        while let scalar = Unicode.Scalar(next), scalar.properties.isFullCompositionExclusion { next += 1 }
        return Unicode.Scalar(next).map { text >= String($0) } ?? false
    }
}

// MARK: Joiners

extension HiddenCharacters {
    private static let nonJoiner: Unicode.Scalar = "\u{200C}"
    private static let joiner: Unicode.Scalar = "\u{200D}"
    /// The combining class of a virama, which mutes the vowel of a consonant in Indic scripts.
    private static let virama: UInt8 = 9

    private func isVisibleJoiner(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard scalars[index] == Self.joiner || scalars[index] == Self.nonJoiner, base != nil, index > 0,
            index + 1 < scalars.count
        else { return false }
        let (before, after) = (scalars[index - 1], scalars[index + 1])
        if before.properties.canonicalCombiningClass.rawValue == Self.virama {
            return after.properties.generalCategory == .otherLetter
        }
        return scalars[index] == Self.joiner
            ? Self.isEmoji(before) && Self.isEmoji(after)
            : Self.joinsNext(before) && Self.joinsPrevious(after)
    }

    /// Digits and `#` are emoji, too, but nothing joins them.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0xFF && scalar.properties.isEmoji }

    /// Whether a letter of Arabic script joins the letter after it.
    private static func joinsNext(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x620, 0x626, 0x628, 0x62A...0x62E, 0x633...0x63F, 0x641...0x647, 0x649...0x64A, 0x66E...0x66F,
            0x678...0x687, 0x69A...0x6BF, 0x6C1...0x6C2, 0x6CC, 0x6CE, 0x6D0...0x6D1, 0x6FA...0x6FC, 0x6FF:
            true
        default: false
        }
    }

    /// Whether a letter of Arabic script joins the letter before it.
    private static func joinsPrevious(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677, 0x688...0x699, 0x6C0,
            0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2...0x6D3, 0x6D5, 0x6EE...0x6EF:
            true
        default: joinsNext(scalar)
        }
    }
}
