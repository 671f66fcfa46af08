import FlagResolver

/// The types whose members are generated keys, and where code uses them under other names.
struct GeneratedKeyTypes {
    /// The outermost types that the code does not declare itself.
    let roots: Set<String>
    /// The names of the types in them, and of the keys.
    let paths: Set<[String]>
    /// Other names of these types that are not followed.
    private(set) var hiddenAliases: Set<String> = []

    private let nested: Set<String>
    /// The paths of the types.
    private let types: Set<[String]>
    /// The paths of nested types whose outermost type the code declares, too, perhaps in another module, without the nested one.
    private let shadowed: Set<[String]>
    private let declared: Set<String>

    init(_ keys: [SettingKeyPath], in sources: [ScannedSource]) {
        let declared = Set(
            sources.flatMap { $0.outline.types.filter { $0.keyword != .extension }.compactMap(\.path.first) })
        let roots = Set(keys.compactMap(\.types.first)).subtracting(declared)
        self.declared = declared
        self.roots = roots
        let paths = Set(sources.flatMap { $0.outline.types.map(\.path) })
        shadowed = Set(
            keys.flatMap { key in key.types.indices.dropFirst().map { Array(key.types[...$0]) } }
                .filter { declared.contains($0[0]) && !paths.contains($0) })
        let generated = keys.filter { roots.contains($0.types.first ?? "") }
        self.paths = Set(generated.map { $0.types + [$0.member] })
        types = Set(generated.flatMap { key in key.types.indices.map { Array(key.types[...$0]) } })
        nested = Set(generated.flatMap { $0.types.dropFirst() })
        hiddenAliases = aliases(in: sources)
    }

    /// Aliases of types with generated keys, except for plain ones that the whole source sees: `typealias Keys = Flags.Checkout`.
    private func aliases(in sources: [ScannedSource]) -> Set<String> {
        guard !roots.isEmpty else { return [] }
        var plain: Set<String> = []
        var hidden: Set<String> = []
        var targets: [String: Set<String>] = [:]
        for source in sources {
            for alias in source.outline.aliases {
                targets[alias.name, default: []].insert(source.tokens.text(in: alias.target))
            }
        }
        var count = -1
        while count != plain.count + hidden.count {
            count = plain.count + hidden.count
            for source in sources {
                for alias in source.outline.aliases {
                    let names = alias.target.filter { source.tokens.isName(at: $0) }
                        .map { source.tokens.name(of: source.tokens.tokens[$0]) }
                    let isPlain =
                        alias.types.isEmpty && alias.target.count == names.count * 2 - 1
                        && alias.target.lowerBound == alias.token + 2 && roots.contains(names.first ?? "")
                    // Within an extension, a nested type has no qualifier.
                    let isNested = alias.types.contains {
                        roots.contains($0) || plain.contains($0) || hidden.contains($0)
                    }
                    if isPlain {
                        plain.insert(alias.name)
                    } else if names.contains(where: { roots.contains($0) || plain.contains($0) || hidden.contains($0) })
                        || isNested && names.contains(where: { nested.contains($0) })
                    {
                        hidden.insert(alias.name)
                    }
                }
                // In an extension, keys have no qualifier.
                for type in source.outline.types where type.keyword == .extension {
                    if let first = type.path.first, plain.contains(first) { hidden.insert(first) }
                }
            }
        }
        // Several targets cannot be told apart.
        return hidden.union(plain.filter { targets[$0]?.count ?? 0 > 1 })
    }

    /// The type at a token if it is a value, so that its keys are then used under other names: `Flags.self`, or `Flags` as an argument.
    func value(at index: Int, in source: ScannedSource) -> String? {
        guard let (name, end) = type(at: index, in: source) else { return nil }
        let tokens = source.tokens
        // A label, or a name in a string of the build.
        if end == index,
            tokens.isLabel(at: index) || tokens.isSymbol("=", at: index - 1) && tokens.isSymbol("(", at: index + 1)
        {
            return nil
        }
        let isType = stride(from: index, through: end, by: 2).contains { position in
            tokens.word(at: position) == .`self` || tokens.isText("Type", at: position)
        }
        // `Scope<Flags.Checkout>`
        let path = stride(from: index, through: end, by: 2).map { tokens.name(of: tokens.tokens[$0]) }
        return end == index || isType || types.contains(path) || shadowed.contains(path) ? name : nil
    }

    /// Whether a list of all keys begins at a token: `Flags.all`.
    func isList(at index: Int, in source: ScannedSource) -> Bool {
        guard let (_, end) = type(at: index, in: source) else { return false }
        return stride(from: index + 2, through: end, by: 2).contains { source.tokens.isText("all", at: $0) }
    }

    /// Whether a token is in an extension of a type with generated keys, where the types in it have no qualifier.
    private func isInExtension(_ index: Int, of source: ScannedSource) -> Bool {
        source.outline.types.contains { type in
            type.body.contains(index) && type.path.contains { roots.contains($0) || hiddenAliases.contains($0) }
        }
    }

    private func isShadowed(_ name: String, at index: Int, _ tokens: SwiftTokens) -> Bool {
        guard !shadowed.isEmpty, tokens.isSymbol(".", at: index + 1), tokens.isName(at: index + 2) else { return false }
        return shadowed.contains([name, tokens.name(of: tokens.tokens[index + 2])])
    }

    /// The type with generated keys that is named at a token, and the last token of the chain that it begins.
    private func type(at index: Int, in source: ScannedSource) -> (name: String, end: Int)? {
        let tokens = source.tokens
        guard !roots.isEmpty || !shadowed.isEmpty, tokens.isName(at: index) else { return nil }
        let name = tokens.name(of: tokens.tokens[index])
        guard
            roots.contains(name) || nested.contains(name) && isInExtension(index, of: source)
                || isShadowed(name, at: index, tokens)
        else { return nil }
        // The name before it can be that of a module.
        let chain = tokens.chain(before: index)
        if let first = chain.names.first, chain.names.count > 1 || declared.contains(first) { return nil }
        if chain.names.isEmpty, tokens.isSymbol(".", at: index - 1) { return nil }
        switch tokens.word(at: chain.start - 1) {
        case .extension, .let, .var, .func, .case, .import, .struct, .class, .enum, .typealias, .protocol: return nil
        default: break
        }
        if source.outline.aliases.contains(where: { $0.target.contains(index) }) { return nil }
        var end = index
        while tokens.isSymbol(".", at: end + 1), tokens.isName(at: end + 2) { end += 2 }
        return (name, end)
    }
}
