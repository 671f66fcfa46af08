/// The words of a name in a document, from which Swift names are made.
///
/// `new-search` and `NEW_SEARCH` have the words `new` and `search`; `syncInterval` is one word, whose capitals are
/// kept.
///
/// 1. A word consists of letters, digits and combining marks. Everything else separates words, including
///    characters that are invisible or not allowed in Swift names.
/// 2. In a name of several words without a lowercase letter, capitals are ignored; otherwise they are kept.
struct NameWords {
    private var words: [[Unicode.Scalar]] = []

    init(_ text: some StringProtocol) {
        var word: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if scalar.canBeInSwiftName, !word.isEmpty || !scalar.isCombiningMark {
                word.append(scalar)
            } else if !word.isEmpty {
                words.append(word)
                word = []
            }
        }
        if !word.isEmpty { words.append(word) }
        let isAllCapitals = !words.contains { $0.contains { $0.properties.isLowercase } }
        if words.count > 1, isAllCapitals { words = words.map { Self.lowercased($0[...]) } }
    }

    var isEmpty: Bool { words.isEmpty }

    /// The words in lowerCamelCase; an abbreviation at the start becomes lowercase: `URLTimeout` is `urlTimeout`.
    var lowerCamelCase: String {
        guard let first = words.first else { return "" }
        let capitals = first.prefix { $0.properties.isUppercase }.count
        let next = first.dropFirst(capitals).first
        // The last capital of several belongs to the next word, if one follows: `URLTimeout`.
        let small = capitals > 1 && next?.properties.isLowercase == true ? capitals - 1 : capitals
        return Self.startingWithoutDigit(
            Self.lowercased(first.prefix(small)) + first.dropFirst(small) + words.dropFirst().flatMap(Self.capitalized))
    }

    /// The words in UpperCamelCase.
    var upperCamelCase: String { Self.startingWithoutDigit(words.flatMap(Self.capitalized)) }

    private static func lowercased(_ word: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        word.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
    }

    private static func capitalized(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard let first = word.first else { return [] }
        return Array(first.properties.titlecaseMapping.unicodeScalars) + word.dropFirst()
    }

    /// Puts an underscore before a digit at the start, where a Swift name cannot have one.
    private static func startingWithoutDigit(_ scalars: [Unicode.Scalar]) -> String {
        let name = String(String.UnicodeScalarView(scalars))
        return scalars.first?.properties.generalCategory == .decimalNumber ? "_\(name)" : name
    }
}
