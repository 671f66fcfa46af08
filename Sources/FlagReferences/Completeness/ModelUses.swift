import FlagResolver

/// Where code names the types of models.
struct ModelUses {
    struct Place {
        let source: Int
        let token: Int
    }

    /// A model of all settings of a document.
    struct Use {
        /// The names of its type; none if it is not a plain name.
        let names: [String]
        let text: String
        let scope: [String]
        let source: Int
        let token: Int
    }

    private(set) var wholeDocuments: [Use] = []
    /// The types that are decoded by name: `decode(Model.self, from: data)`.
    private(set) var roots: Set<String> = []
    /// The types of members of other types, and the models of groups.
    private(set) var parts: Set<String> = []
    /// Collections of models.
    private(set) var collections: [String: [Place]] = [:]

    init(_ sources: [ScannedSource], _ table: ModelTable) {
        let models = table.all
        for (number, source) in sources.enumerated() {
            let tokens = source.tokens
            var properties: Set<Int> = []
            for model in models where model.source == number {
                for property in model.declaration.properties {
                    if let range = property.type { properties.formUnion(range) }
                    // `@Setting var checkout = Checkout()`
                    if property.type == nil, let value = property.value,
                        property.attributes.contains(where: { $0.name == "Setting" })
                    {
                        properties.insert(value)
                    }
                }
            }
            for index in properties where tokens.isName(at: index) {
                parts.insert(tokens.name(of: tokens.tokens[index]))
            }
            var scopes = ScopeTracker()
            for index in tokens.tokens.indices {
                scopes.visit(index, of: tokens)
                if tokens.isSymbol("[", at: index) { addCollection(at: index, number, tokens) }
                guard tokens.isSymbol("(", at: index + 1) else { continue }
                switch tokens.word(at: index) {
                case .decode: addDecoding(at: index, number, tokens, scopes.types)
                case .group, .values: addGroup(at: index, number, tokens, scopes.types)
                default: break
                }
            }
        }
    }

    /// `[Model]`, `[String: Model]`
    private mutating func addCollection(at index: Int, _ number: Int, _ tokens: SwiftTokens) {
        guard let end = tokens.closingBracket(of: index), tokens.isName(at: end - 1) else { return }
        let isDictionary = tokens.isSymbol(":", at: end - 2) && end == index + 4
        guard end == index + 2 || isDictionary else { return }
        collections[tokens.name(of: tokens.tokens[end - 1]), default: []].append(Place(source: number, token: end - 1))
    }

    /// `decode(Model.self, from: data)`, `decode(Model.self, for: version)`
    private mutating func addDecoding(at index: Int, _ number: Int, _ tokens: SwiftTokens, _ scope: [String]) {
        let arguments = tokens.arguments(ofCall: index + 1)
        guard let first = arguments.first, first.words.isEmpty, arguments.count > 1,
            let label = arguments[1].words.first
        else {
            return
        }
        let names = Self.type(in: first.range, tokens)
        switch tokens.word(at: label) {
        case .for where tokens.isSymbol(".", at: index - 1):
            wholeDocuments.append(
                Use(names: names, text: tokens.text(in: first.range), scope: scope, source: number, token: index))
        default: if let name = names.last { roots.insert(name) }
        }
    }

    /// `group("checkout", as: Model.self)`, `group(as: Model.self)`, `values(ofGroup: "checkout", as: Model.self)`
    private mutating func addGroup(at index: Int, _ number: Int, _ tokens: SwiftTokens, _ scope: [String]) {
        let arguments = tokens.arguments(ofCall: index + 1)
        let model = arguments.first { $0.words.first.map { tokens.word(at: $0) == .as } ?? false }
        guard let model else { return }
        let names = Self.type(in: model.range, tokens)
        let group = arguments.first { argument in
            argument.words.isEmpty || argument.words.first.map { tokens.isText("ofGroup", at: $0) } ?? false
        }
        if let group, let text = tokens.text(in: group.range), !text.isEmpty {
            if let name = names.last { parts.insert(name) }
        } else if group == nil {
            wholeDocuments.append(
                Use(names: names, text: tokens.text(in: model.range), scope: scope, source: number, token: index))
        }
    }

    /// The names of `Model` in `Model.self`; none for another expression.
    private static func type(in range: Range<Int>, _ tokens: SwiftTokens) -> [String] {
        guard range.count >= 3, tokens.word(at: range.upperBound - 1) == .`self`,
            tokens.isSymbol(".", at: range.upperBound - 2)
        else { return [] }
        let names = tokens.typeName(at: range.lowerBound)
        // `Model.self` is a name with a member, as the tokens show it.
        return names.last == "self" && names.count * 2 - 1 == range.count ? names.dropLast() : []
    }
}
