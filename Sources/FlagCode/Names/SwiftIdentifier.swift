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
    init?(setting text: some StringProtocol) {
        self.init(NameWords(text).lowerCamelCase, taken: SwiftKeyword.members, suffix: "Setting")
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
