import FlagResolver

/// Members with the names of generated keys, of types that the code does not declare: the plugin can give the keys of a document any namespace.
package struct NamespacedKeys {
    package struct Mention {
        package let setting: String
        package let source: Int
        package let span: Range<Int>
    }

    /// The settings by the names after the namespace, such as `Checkout.style`.
    private var settings: [[String]: String] = [:]
    private let longest: Int

    /// - Parameter keys: The keys with another namespace.
    package init(_ keys: [SettingKeyPath]) {
        for key in keys { settings[Array(key.types.dropFirst()) + [key.member]] = key.setting }
        longest = settings.keys.map(\.count).max() ?? 0
    }

    /// - Complexity: O(*n*) in the number of tokens.
    package func mentions(in sources: [ScannedSource]) -> [Mention] {
        guard longest > 0 else { return [] }
        let declared = Set(
            sources.flatMap { $0.outline.types.filter { $0.keyword != .extension }.compactMap(\.path.last) })
        return sources.enumerated().flatMap { number, source in
            source.tokens.tokens.indices.compactMap { mention(at: $0, in: source.tokens, number, declared) }
        }
    }

    private func mention(at index: Int, in tokens: SwiftTokens, _ number: Int, _ declared: Set<String>) -> Mention? {
        guard tokens.isName(at: index), tokens.isSymbol(".", at: index + 1) else { return nil }
        let root = tokens.name(of: tokens.tokens[index])
        guard root.first?.isUppercase == true, !declared.contains(root) else { return nil }
        var names: [String] = []
        var end = index
        while names.count < longest, tokens.isSymbol(".", at: end + 1), tokens.isName(at: end + 2) {
            end += 2
            names.append(tokens.name(of: tokens.tokens[end]))
            if let setting = settings[names] {
                return Mention(setting: setting, source: number, span: tokens.tokens[index].span)
            }
        }
        return nil
    }
}

/// The names of types that decode themselves outside of their declaration: in an extension of their own, or of a protocol.
package func typesThatDecodeThemselves(in sources: [ScannedSource]) -> Set<String> {
    let types = sources.flatMap(\.outline.types)
    var names = Set(types.filter { $0.keyword == .extension && $0.decodesItself }.compactMap(\.path.last))
    var count = -1
    while count != names.count {
        count = names.count
        for type in types where type.inherited.contains(where: { names.contains($0.last ?? "") }) {
            if let name = type.path.last { names.insert(name) }
        }
    }
    return names
}
