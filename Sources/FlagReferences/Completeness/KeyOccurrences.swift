import FlagResolver

/// Whether the names of keys are anywhere but where they are declared and listed.
struct KeyOccurrences {
    private struct Place: Hashable {
        let source: Int
        let token: Int
    }

    /// The sources that have the name of a key, outside of lists and of the places that declare a key.
    private var users: [String: Set<Int>] = [:]
    private let sources: [ScannedSource]
    private let types: DeclaredTypes
    /// Whether values of types are listed at run time, or cast to types that only a caller knows.
    let looksIntoValues: Bool
    /// Whether the code declares a list named `keys` itself.
    let hasOwnKeys: Bool

    init(_ sources: [ScannedSource], _ types: DeclaredTypes) {
        self.sources = sources
        self.types = types
        var names: Set<String> = []
        var declarations: Set<Place> = []
        for (number, source) in sources.enumerated() {
            for declaration in source.scan.declarations {
                names.insert(declaration.key.member)
                declarations.insert(Place(source: number, token: declaration.token))
            }
        }
        looksIntoValues = sources.contains { $0.looksIntoValues(types.placeholders) || $0.conformsKeys }
        let hasOwnKeys = sources.contains { $0.outline.bindings.contains { $0.name == "keys" } }
        self.hasOwnKeys = hasOwnKeys
        guard !names.isEmpty else { return }
        let lengths = Set(names.flatMap { [$0.utf8.count, $0.utf8.count + 1, $0.utf8.count + 2] })
        for (number, source) in sources.enumerated() {
            var lists = source.scan.lists.filter { source.isListOfKeys($0, hasOwnKeys: hasOwnKeys) }[...]
            for index in source.tokens.tokens.indices {
                while let list = lists.first, list.upperBound <= index { lists = lists.dropFirst() }
                let token = source.tokens.tokens[index]
                guard source.tokens.isName(at: index), lengths.contains(token.span.count) else { continue }
                var name = source.tokens.name(of: token)
                // `$payments` and `_payments` of a property wrapper
                if !names.contains(name), let first = name.first, "$_".contains(first) { name.removeFirst() }
                guard names.contains(name) else { continue }
                if !(lists.first?.contains(index) ?? false),
                    !declarations.contains(Place(source: number, token: index))
                {
                    users[name, default: []].insert(number)
                }
            }
        }
    }

    /// Whether some code may use the key of a declaration.
    func mayUse(_ declaration: NameScan.Declaration, in number: Int) -> Bool {
        guard !looksIntoValues else { return true }
        let users = users[declaration.key.member] ?? []
        let isUsed = declaration.isLocal ? users.contains(number) : !users.isEmpty
        return isUsed || isCalledByCompiler(declaration, in: number)
    }

    /// Whether the compiler or a framework can use a key without its name: that of a property wrapper, a requirement of a protocol.
    private func isCalledByCompiler(_ declaration: NameScan.Declaration, in number: Int) -> Bool {
        let source = sources[number]
        if Self.namesOfCompiler.contains(declaration.key.member) { return true }
        if source.tokens.hasAttribute(before: declaration.token - 1) { return true }
        guard let type = source.outline.type(around: declaration.token, types.effort), !declaration.isLocal else {
            return false
        }
        return types.owners(of: type).contains { owner in
            types.ancestors(of: owner).contains { path in
                types.declarations[path] == nil && !EntryPointAudit.harmlessProtocols.contains(path.last ?? "")
            }
        }
    }

    private static let namesOfCompiler: Set<String> = [
        "wrappedValue", "projectedValue", "defaultValue", "rawValue", "id", "body", "description", "debugDescription",
        "allCases", "self",
    ]
}

extension SwiftTokens {
    /// Whether an attribute is before the `let` or `var` at a token.
    func hasAttribute(before keyword: Int) -> Bool { modifiers(before: keyword)?.hasAttribute ?? true }

    /// Whether a word is among the modifiers before the name of a function, or before the `let` or `var` of a name.
    func hasModifier(_ modifier: String, before name: Int) -> Bool {
        modifiers(before: name - 1)?.words.contains { isText(modifier, at: $0) } ?? true
    }

    /// The words before the keyword of a declaration, and whether they have attributes: `override @MainActor func`.
    ///
    /// - Returns: `nil` if a parenthesis among them has no beginning nearby.
    private func modifiers(before keyword: Int) -> (words: [Int], hasAttribute: Bool)? {
        var words: [Int] = []
        var hasAttribute = false
        var index = keyword - 1
        while true {
            if isSymbol("@", at: index) {
                hasAttribute = true
                index -= 1
            } else if isSymbol(")", at: index) {
                guard let opening = openBracket(before: index) else { return nil }
                index = opening - 1
            } else if let generics = startOfGenerics(index) {
                index = generics - 1
            } else if isName(at: index) {
                switch word(at: index) {
                // The declaration before it.
                case .let, .var, .func, .case, .import, .`init`, .subscript, .typealias: return (words, hasAttribute)
                default: break
                }
                // `@Builders.Prefixed<Int>`
                if !isSymbol(".", at: index - 1) { words.append(index) }
                index -= isSymbol(".", at: index - 1) ? 2 : 1
            } else {
                return (words, hasAttribute)
            }
        }
    }
}

extension ScannedSource {
    /// Whether a list only declares keys: `[any DeclaredSetting] = […]`, or `configuration.keys = […]`.
    func isListOfKeys(_ list: Range<Int>, hasOwnKeys: Bool) -> Bool {
        let start = list.lowerBound
        // What is made of the list can read it: `[…].filter { store[$0] }`.
        guard let end = list.last, tokens.endsValue(at: end) else { return false }
        if tokens.isSymbol("]", at: start - 2), tokens.word(at: start - 3) == .declaredSetting { return true }
        return !hasOwnKeys && tokens.word(at: start - 2) == .keys && tokens.isSymbol(".", at: start - 3)
            && tokens.isText("configuration", at: start - 4)
    }

    /// Whether keys conform to a protocol, whose requirements can use each key without its name, as in `"\(key)"`.
    var conformsKeys: Bool {
        outline.types.contains { type in
            type.keyword == .extension && type.path.last == "SettingKey"
                && type.inherited.contains { !["Sendable", "Equatable", "Hashable"].contains($0.last ?? "") }
        }
    }

    /// The bytes of some tokens.
    func span(of range: Range<Int>) -> Range<Int> {
        guard let first = range.first, let last = range.last, tokens.tokens.indices.contains(last) else { return 0..<0 }
        return tokens.tokens[first].start..<tokens.tokens[last].end
    }

    /// Whether the code finds values, or their types, only when it runs.
    ///
    /// - Parameter placeholders: The names of types that a caller or a conformance gives.
    func looksIntoValues(_ placeholders: Set<String>) -> Bool {
        tokens.mentions("Mirror") || tokens.mentions("unsafeBitCast") || tokens.mentions("unsafeDowncast")
            || tokens.tokens.indices.contains { index in
                tokens.typeOfCast(at: index).map { tokens.names(in: $0, areIn: placeholders) } ?? false
            }
    }
}

extension SwiftTokens {
    /// The tokens of the type in `as? T`, `as! [T]` and `is T`; `nil` at another token.
    func typeOfCast(at index: Int) -> Range<Int>? {
        guard word(at: index) == .as || word(at: index) == .is, !isSymbol(".", at: index - 1) else { return nil }
        let start = isSymbol("?", at: index + 1) || isSymbol("!", at: index + 1) ? index + 2 : index + 1
        let end = endOfType(from: start)
        return start < end ? start..<end : nil
    }
}
