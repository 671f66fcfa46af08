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
    /// The names of types that may be decoded by themselves, wherever code has them as values: `decode(Model.self, from: data)`.
    private(set) var roots: Set<String> = []
    /// The types of members of other types, and the models of groups.
    private(set) var parts: Set<[String]> = []
    /// Collections of models.
    private var groups: Set<Int> = []
    private(set) var collections: [String: [Place]] = [:]

    init(_ sources: [ScannedSource], _ table: ModelTable) {
        let models = table.all
        for (number, source) in sources.enumerated() {
            let tokens = source.tokens
            for model in models where model.source == number {
                for property in model.declaration.properties {
                    // `let checkout: Checkout?`, `@Setting var checkout = Checkout()`
                    guard let start = property.type?.lowerBound ?? property.value else { continue }
                    addPart(tokens.typeName(at: start), in: model.path, table)
                }
            }
            var scopes = ScopeTracker()
            groups = []
            for index in tokens.tokens.indices {
                scopes.visit(index, of: tokens)
                if tokens.isSymbol("[", at: index) { addCollection(at: index, number, tokens) }
                if tokens.isSymbol("<", at: index),
                    Self.collectionTypes.contains(where: { tokens.isText($0, at: index - 1) })
                {
                    let end = tokens.indexAfterGenerics(index)
                    for name in index..<end where tokens.isName(at: name) { add(name, number, tokens) }
                }
                addRoot(at: index, tokens)
                guard tokens.isSymbol("(", at: index + 1) else { continue }
                switch tokens.word(at: index) {
                case .decode: addDecoding(at: index, number, tokens, scopes.types)
                case .group, .values: addGroup(at: index, number, tokens, scopes.types, table)
                default: break
                }
            }
        }
    }

    /// `Model.self`, `Model(from: decoder)`
    private mutating func addRoot(at index: Int, _ tokens: SwiftTokens) {
        guard tokens.isName(at: index) else { return }
        let next = tokens.indexAfterGenerics(index + 1)
        let isValue = tokens.isSymbol(".", at: next) && Self.metatypes.contains { tokens.isText($0, at: next + 1) }
        let isDecoded =
            tokens.isSymbol("(", at: next)
            && (tokens.word(at: next + 1) == .from || tokens.isText("leniently", at: next + 1))
        guard isValue || isDecoded, !groups.contains(index) else { return }
        roots.insert(tokens.name(of: tokens.tokens[index]))
    }

    private static let metatypes = ["self", "Type", "init"]

    private mutating func addPart(_ names: [String], in scope: [String], _ table: ModelTable) {
        if case .success(let found) = table.model(named: names, in: scope) { parts.insert(found.path) }
    }

    /// `[Model]`, `[String: Model]`
    private mutating func addCollection(at index: Int, _ number: Int, _ tokens: SwiftTokens) {
        guard let end = tokens.closingBracket(of: index), end - index < Self.maximumTypeLength else { return }
        // `store[Flags.Checkout.style]`
        if tokens.isAdjacent(index - 1), tokens.endsOperand(at: index - 1) { return }
        let names = ((index + 1)..<end).filter { tokens.isName(at: $0) }
        // Other tokens are those of expressions.
        let isType = ((index + 1)..<end).allSatisfy { position in
            tokens.isName(at: position)
                || [".", "?", ":", "<", ">", ","].contains { tokens.isSymbol($0, at: position) }
        }
        guard isType else { return }
        for name in names { add(name, number, tokens) }
    }

    private mutating func add(_ name: Int, _ number: Int, _ tokens: SwiftTokens) {
        collections[tokens.name(of: tokens.tokens[name]), default: []].append(Place(source: number, token: name))
    }

    private static let maximumTypeLength = 24
    private static let collectionTypes = ["Array", "ContiguousArray", "Dictionary", "Set", "KeyValuePairs", "Lossy"]

    /// `decode(Model.self, from: data)`, `decode(Model.self, for: version)`
    private mutating func addDecoding(at index: Int, _ number: Int, _ tokens: SwiftTokens, _ scope: [String]) {
        let arguments = tokens.arguments(ofCall: index + 1)
        guard let first = arguments.first, first.words.isEmpty, arguments.count > 1,
            let label = arguments[1].words.first
        else {
            return
        }
        let names = Self.type(in: first.range, tokens)
        guard tokens.word(at: label) == .for else { return }
        wholeDocuments.append(
            Use(names: names, text: tokens.text(in: first.range), scope: scope, source: number, token: index))
    }

    /// `group("checkout", as: Model.self)`, `group(as: Model.self)`, `values(ofGroup: "checkout", as: Model.self)`
    private mutating func addGroup(
        at index: Int, _ number: Int, _ tokens: SwiftTokens, _ scope: [String], _ table: ModelTable
    ) {
        let arguments = tokens.arguments(ofCall: index + 1)
        let model = arguments.first { $0.words.first.map { tokens.word(at: $0) == .as } ?? false }
        guard let model else { return }
        let names = Self.type(in: model.range, tokens)
        let group = arguments.first { argument in
            argument.words.isEmpty || argument.words.first.map { tokens.isText("ofGroup", at: $0) } ?? false
        }
        if let group, let text = tokens.text(in: group.range), !text.isEmpty {
            addPart(names, in: scope, table)
            groups.formUnion(model.range)
        } else if group == nil || group.flatMap({ tokens.text(in: $0.range) }) != nil {
            wholeDocuments.append(
                Use(
                    names: names, text: tokens.text(in: model.range), scope: scope, source: number,
                    token: group?.range.lowerBound ?? index))
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
