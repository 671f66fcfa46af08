import FlagResolver

/// The words that the search for references looks at: keywords, and names of the libraries' API.
package enum SwiftWord: String, Sendable, CaseIterable {
    /// Any other word, or not a word.
    case other = ""

    // Declarations.
    case `actor`, `associatedtype`, `case`, `class`, `enum`, `extension`, `func`, `import`, `init`, `let`, `protocol`
    case `static`, `struct`, `subscript`, `typealias`, `var`

    // Words that an expression can follow.
    case any, `await`, `catch`, `do`, `else`, `guard`, `if`, `in`, `is`, `repeat`, `return`, `some`, `switch`, `throw`
    case `try`, `where`, `while`, `yield`, `as`, `for`

    case `elseif`, `endif`, get, `self`, `Self`

    // Names and labels of the API.
    case context
    case declaredSetting = "DeclaredSetting"
    case `default`, group, keys, of, override, removeOverride, resolution, set
    case settingKey = "SettingKey"
    case to
    case value, version, with

    // Names that only the search for hidden reads looks at.
    case decode, from, names, settings, snapshot, values
    case propertySetting = "PropertySetting"
    case setting = "Setting"
    case settingsModel = "SettingsModel"

    /// Whether the word is a keyword, which is a plain name in backquotes.
    var isKeyword: Bool {
        switch self {
        case .context, .declaredSetting, .default, .group, .keys, .of, .override, .removeOverride, .resolution, .set,
            .settingKey, .to, .value, .version, .with, .decode, .from, .names, .settings, .snapshot, .values,
            .propertySetting, .setting, .settingsModel, .for:
            false
        default: true
        }
    }

    /// Whether the word is a plain name after a dot: `kind.class`. `.init`, `.self` and `.Type` keep their meaning there.
    var isNameAfterDot: Bool {
        switch self {
        case .actor, .associatedtype, .case, .class, .enum, .extension, .func, .import, .let, .protocol, .static,
            .struct, .subscript,
            .typealias, .var, .any, .await, .catch, .do, .else, .guard, .if, .in, .is, .repeat, .return, .some, .switch,
            .throw, .try,
            .where, .while, .yield, .as, .for:
            true
        default: false
        }
    }

    /// Whether a value cannot end with the word, so that an operand follows.
    package var precedesOperand: Bool {
        switch self {
        case .any, .await, .case, .catch, .do, .else, .guard, .if, .in, .is, .repeat, .return, .some, .switch, .throw,
            .try,
            .where, .while, .yield, .as, .elseif, .endif:
            true
        default: false
        }
    }
}

/// Finds words by their bytes.
struct SwiftWordTable: Sendable {
    /// The words by their first byte.
    private let words: [[(bytes: [UInt8], word: SwiftWord)]]

    static let shared = SwiftWordTable()

    private init() {
        var words = [[(bytes: [UInt8], word: SwiftWord)]](repeating: [], count: 256)
        for word in SwiftWord.allCases {
            let bytes = Array(word.rawValue.utf8)
            if let first = bytes.first { words[Int(first)].append((bytes, word)) }
        }
        self.words = words
    }

    /// The word between two offsets.
    func word(in input: RawSpan, from start: Int, to end: Int) -> SwiftWord {
        let count = end - start
        let candidates = words[Int(input.byte(at: start))]
        search: for index in candidates.indices where candidates[index].bytes.count == count {
            for offset in 1..<max(1, count) where candidates[index].bytes[offset] != input.byte(at: start + offset) {
                continue search
            }
            return candidates[index].word
        }
        return .other
    }
}
