/// A Swift name, without the backticks that some of its spellings need.
///
/// Two names are equal if they look the same: `é` as one character equals `e` with a combining accent, although the
/// compiler distinguishes them.
package struct SwiftIdentifier: Hashable, Sendable {
    package let text: String

    /// A name that is a valid identifier, in backticks if necessary.
    private init(_ text: String) {
        self.text = text
    }

    /// The name in a declaration or alone in an expression: keywords are in backticks.
    package var declaration: String { SwiftKeyword.all.contains(text) ? "`\(text)`" : text }
}

extension SwiftIdentifier {
    /// The name of a setting, such as `newSearch` for `new-search`; `nil` if the text has neither letter nor digit.
    ///
    /// - Parameter isInGroup: Whether the setting is in a group, where the name of the list of all settings is free.
    init?(setting text: some StringProtocol, isInGroup: Bool = false) {
        let taken = isInGroup ? SwiftKeyword.members : SwiftKeyword.membersOfNamespace
        self.init(NameWords(text).lowerCamelCase, taken: taken, suffix: "Setting")
    }

    /// The name of a group of settings, such as `NewSearch`; `nil` if the text has neither letter nor digit.
    init?(group text: some StringProtocol) {
        self.init(NameWords(text).upperCamelCase, taken: SwiftKeyword.types, suffix: "Group")
    }

    /// The name of the type of a setting's values; `nil` if the text has neither letter nor digit.
    init?(type text: some StringProtocol) {
        self.init(NameWords(text).upperCamelCase, taken: SwiftKeyword.types, suffix: "Value")
    }

    /// The name of a member of an object, or of one of several strings; `nil` if the text has neither letter nor digit.
    init?(member text: some StringProtocol) {
        self.init(NameWords(text).lowerCamelCase, taken: SwiftKeyword.members, suffix: "Value")
    }

    /// The namespace for a document in a file: `Flags` for `Flags.json`, `ShopFlags` for `shop.flags.json`.
    ///
    /// `nil` if the name of the file has neither letter nor digit.
    ///
    /// - Parameter fileName: The last component of the path, with or without its extension `json`.
    package init?(namespaceForFile fileName: String) {
        let isJSON = fileName.lowercased().hasSuffix(".json")
        self.init(group: isJSON ? fileName.dropLast(5) : fileName[...])
    }

    /// A namespace that a user chose; `nil` if no type can have this name, or generated code uses it for another type.
    package init?(namespace text: String) {
        guard let first = text.unicodeScalars.first, first == "_" || first.canBeInSwiftName, !first.isCombiningMark,
            first.properties.generalCategory != .decimalNumber, text != "_",
            text.unicodeScalars.allSatisfy({ $0 == "_" || $0.canBeInSwiftName }),
            !SwiftKeyword.all.contains(text), !SwiftKeyword.types.contains(text)
        else { return nil }
        self.init(text)
    }

    /// - Parameters:
    ///   - taken: Names that mean something else, even in backticks.
    ///   - suffix: What is appended to such a name.
    private init?(_ text: String, taken: Set<String>, suffix: String) {
        guard !text.isEmpty else { return nil }
        self.init(taken.contains(text) ? text + suffix : text)
    }
}

/// Words that cannot be names, or only in backticks.
enum SwiftKeyword {
    /// The words that need backticks in a declaration.
    static let all: Set<String> = [
        "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if",
        "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
        "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// The words that mean something else after a dot.
    static let members: Set<String> = ["init", "self"]

    /// The same in the namespace, which has a list of all settings.
    static let membersOfNamespace = members.union(["all"])

    /// The types that generated code uses: a group with such a name would hide them. The last ones cannot name types.
    static let types: Set<String> = [
        "AppVersion", "AttributeValue", "Bool", "CodingKey", "CodingKeys", "Decodable", "DeclaredSetting", "Double",
        "Equatable",
        "EvaluationContext", "FlagResolver", "FlagStore", "Hashable", "Int", "Int64", "RawRepresentable", "Sendable",
        "SettingKey", "String", "Swift",
        "Any", "Protocol", "Self", "Type",
    ]
}

extension Unicode.Scalar {
    /// Whether the character is allowed in Swift names, and visible: a letter, a digit or a combining mark.
    ///
    /// Swift also allows characters that are invisible or change the direction of text. Generated names never have
    /// them.
    var canBeInSwiftName: Bool {
        if isASCII { return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self) }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
            .decimalNumber, .nonspacingMark, .spacingMark:
            return !properties.isDefaultIgnorableCodePoint && Self.swiftNameRanges.contains { $0.contains(value) }
        default: return false
        }
    }

    /// Whether the character belongs to the one before it, so that no word starts with it.
    var isCombiningMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    /// The characters of identifiers beyond ASCII.
    ///
    /// Standard: The Swift Programming Language, *Grammar of an identifier*.
    private static let swiftNameRanges: [ClosedRange<UInt32>] = [
        0xA8...0xA8, 0xAA...0xAA, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6,
        0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x2070...0x218F, 0x2460...0x24FF, 0x2776...0x2793,
        0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D,
        0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFFD, 0x1_0000...0x1_FFFD, 0x2_0000...0x2_FFFD,
        0x3_0000...0x3_FFFD,
    ]
}
