import FlagResolver

/// Whether the names of keys are anywhere but where they are declared and listed.
struct KeyOccurrences {
    private struct Place: Hashable {
        let source: Int
        let token: Int
    }

    /// The places of the names of keys.
    private var places: [String: [Place]] = [:]
    private let declarations: Set<Place>
    /// Whether values of types are listed at run time, or cast to types that only a caller knows.
    let looksIntoValues: Bool
    /// Whether the code declares a list named `keys` itself.
    let hasOwnKeys: Bool

    init(_ sources: [ScannedSource]) {
        var names: Set<String> = []
        var declarations: Set<Place> = []
        for (number, source) in sources.enumerated() {
            for declaration in source.scan.declarations {
                names.insert(declaration.key.member)
                declarations.insert(Place(source: number, token: declaration.token))
            }
        }
        self.declarations = declarations
        looksIntoValues = sources.contains { $0.looksIntoValues }
        let hasOwnKeys = sources.contains { $0.outline.bindings.contains { $0.name == "keys" } }
        self.hasOwnKeys = hasOwnKeys
        guard !names.isEmpty else { return }
        let lengths = Set(names.flatMap { [$0.utf8.count, $0.utf8.count + 2] })
        for (number, source) in sources.enumerated() {
            var lists = source.scan.lists.filter { source.isListOfKeys($0, hasOwnKeys: hasOwnKeys) }[...]
            for index in source.tokens.tokens.indices {
                while let list = lists.first, list.upperBound <= index { lists = lists.dropFirst() }
                let token = source.tokens.tokens[index]
                guard source.tokens.isName(at: index), lengths.contains(token.span.count) else { continue }
                let name = source.tokens.name(of: token)
                guard names.contains(name), !(lists.first?.contains(index) ?? false) else { continue }
                places[name, default: []].append(Place(source: number, token: index))
            }
        }
    }

    /// Whether some code may use the key of a declaration.
    func mayUse(_ declaration: NameScan.Declaration, in number: Int) -> Bool {
        guard !looksIntoValues else { return true }
        return (places[declaration.key.member] ?? []).contains { place in
            guard !declarations.contains(place) else { return false }
            return !declaration.isLocal || place.source == number
        }
    }
}

extension ScannedSource {
    /// Whether a list only declares keys: `[any DeclaredSetting] = […]`, or `configuration.keys = […]`.
    func isListOfKeys(_ list: Range<Int>, hasOwnKeys: Bool) -> Bool {
        let start = list.lowerBound
        if tokens.isSymbol("]", at: start - 2), tokens.word(at: start - 3) == .declaredSetting { return true }
        return !hasOwnKeys && tokens.word(at: start - 2) == .keys && tokens.isSymbol(".", at: start - 3)
            && tokens.isText("configuration", at: start - 4)
    }

    /// The bytes of some tokens.
    func span(of range: Range<Int>) -> Range<Int> {
        guard let first = range.first, let last = range.last, tokens.tokens.indices.contains(last) else { return 0..<0 }
        return tokens.tokens[first].start..<tokens.tokens[last].end
    }

    /// Whether the code finds values, or their types, only when it runs.
    var looksIntoValues: Bool {
        castsToGenerics || tokens.mentions("Mirror") || tokens.mentions("unsafeBitCast")
    }

    /// `value as? T`
    private var castsToGenerics: Bool {
        let generics = Set(outline.functions.flatMap(\.genericParameters) + outline.types.flatMap(\.genericParameters))
        guard !generics.isEmpty else { return false }
        return tokens.tokens.indices.contains { index in
            guard tokens.word(at: index) == .as else { return false }
            let type =
                tokens.isSymbol("?", at: index + 1) || tokens.isSymbol("!", at: index + 1) ? index + 2 : index + 1
            return tokens.isName(at: type) && generics.contains(tokens.name(of: tokens.tokens[type]))
        }
    }
}
