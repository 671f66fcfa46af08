/// The words that a key consists of, however they are marked: by separators, by capitals, or by both.
///
/// 1. `_`, `-` and blanks separate words. Leading underscores are kept apart: they often tell a key from another.
/// 2. A part between separators that has no lower-case letter (`SHOUTY`, `B2B`) is one word. In any other part a capital
///    begins a word, unless it goes on with an abbreviation: of several capitals, the last begins a word if a lower-case
///    letter follows it (`ABBRKey` is `ABBR`, `Key`).
/// 3. Digits and symbols never begin a word: they belong to the word before them, or, if there is none, to the next.
/// 4. Marks that combine with a letter belong to it, and letters without case are neither capitals nor lower-case.
struct KeyWords {
    private(set) var leadingUnderscores = ""

    /// The words as they were written; every one but the first begins with a letter.
    private(set) var words: [[Unicode.Scalar]] = []

    private var current: [Unicode.Scalar] = []
    private var currentHasLetter = false

    init(_ key: String) {
        let scalars = Array(key.unicodeScalars)
        let underscores = scalars.prefix { $0 == "_" }
        leadingUnderscores.unicodeScalars.append(contentsOf: underscores)
        for part in scalars[underscores.count...].split(whereSeparator: Self.isSeparator) {
            read(part)
        }
        if !current.isEmpty { words.append(current) }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "-" || scalar == " "
    }

    private mutating func read(_ part: ArraySlice<Unicode.Scalar>) {
        let letters = part.map(KeyLetter.init)
        let isShouting = letters.contains(.capital) && !letters.contains(.small) && !letters.contains(.caseless)
        var previous: KeyLetter?
        for (index, scalar) in part.enumerated() {
            let letter = letters[index]
            let beginsWord: Bool
            switch (letter, previous) {
            case (.mark, _), (.symbol, _): beginsWord = false
            case (_, nil): beginsWord = true
            case (.capital, .capital?): beginsWord = !isShouting && Self.isSmall(letters[(index + 1)...])
            case (.capital, _): beginsWord = !isShouting
            default: beginsWord = false
            }
            if beginsWord, currentHasLetter {
                words.append(current)
                current = []
                currentHasLetter = false
            }
            current.append(scalar)
            currentHasLetter = currentHasLetter || letter.isLetter
            if letter != .mark { previous = letter }
        }
    }

    /// Whether a lower-case letter comes next, marks aside.
    private static func isSmall(_ letters: ArraySlice<KeyLetter>) -> Bool {
        letters.first { $0 != .mark } == .small
    }
}

/// What a scalar is for the division of a key into words.
private enum KeyLetter {
    case capital
    case small
    /// A letter of a script that has no case, or without a counterpart.
    case caseless
    /// A mark that combines with the letter before it.
    case mark
    /// A digit, or anything else.
    case symbol

    init(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "a"..."z": self = .small
        case "A"..."Z": self = .capital
        case _ where scalar.isASCII: self = .symbol
        default: self = Self.beyondASCII(scalar)
        }
    }

    private static func beyondASCII(_ scalar: Unicode.Scalar) -> KeyLetter {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
        default: break
        }
        if KeyCase.lower(scalar) != scalar { return .capital }
        if properties.isLowercase { return .small }
        return properties.isAlphabetic ? .caseless : .symbol
    }

    var isLetter: Bool {
        self == .capital || self == .small || self == .caseless
    }
}

/// Upper and lower case of single scalars, where the counterpart is a single scalar too.
///
/// Anything longer (`ß`, `ﬁ`, `İ`) stays as it is, so that converting twice is converting once.
enum KeyCase {
    static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        counterpart(scalar, scalar.properties.lowercaseMapping)
    }

    static func capital(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        counterpart(scalar, scalar.properties.titlecaseMapping)
    }

    private static func counterpart(_ scalar: Unicode.Scalar, _ mapping: String) -> Unicode.Scalar {
        guard let first = mapping.unicodeScalars.first, mapping.unicodeScalars.count == 1 else { return scalar }
        return first
    }
}
