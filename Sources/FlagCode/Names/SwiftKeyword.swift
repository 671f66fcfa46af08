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

    /// The types that generated code uses: a group with such a name would hide them. The last ones cannot name types.
    static let types: Set<String> = [
        "AppVersion", "AttributeValue", "Bool", "CodingKey", "CodingKeys", "Decodable", "Double", "Equatable",
        "EvaluationContext", "FlagResolver", "FlagStore", "Hashable", "Int", "Int64", "RawRepresentable", "Sendable",
        "SettingKey", "String", "Swift",
        "Any", "Protocol", "Self", "Type",
    ]
}
