import FlagResolver

/// Whether code decodes a type that the place of a call, a caller or a conformance decides.
///
/// Then what is decoded is not written where it is decoded: `let setting: PropertySetting<Bool> = try .init(from: decoder)`. Every call
/// that decodes counts, unless its type is written and concrete: `decode(Cart.self, from: data)`, `Cart(from: decoder)`.
struct TypeInference {
    private let types: DeclaredTypes
    private let functions: Set<String>
    /// The names of generic types: without arguments, these are inferred.
    private let genericTypes: Set<String>
    /// Whether any code does.
    private(set) var isUsed = false
    /// The names of the functions and types whose code does, or calls such a function.
    private(set) var callees: Set<String> = []
    /// Whether an operator does.
    private(set) var hasOperators = false

    init(_ sources: [ScannedSource], _ types: DeclaredTypes) {
        self.types = types
        functions = Set(sources.flatMap { $0.outline.functions.compactMap(\.name) })
        let declared = sources.flatMap {
            $0.outline.types.filter { !$0.genericParameters.isEmpty }.compactMap(\.path.last)
        }
        genericTypes = Self.knownGenericTypes.union(declared)
        for source in sources {
            for index in source.tokens.tokens.indices where infers(at: index, source) {
                isUsed = true
                addCallee(around: index, source)
            }
        }
        guard isUsed else { return }
        callees.insert("type")
        var count = 0
        while count != callees.count {
            count = callees.count
            let bodies = sources.reduce(0) { $0 + $1.tokens.tokens.count }
            guard types.effort.allows(bodies, times: 20) else { return }
            for source in sources { addGenericCallers(in: source) }
        }
    }

    private mutating func addCallee(around index: Int, _ source: ScannedSource) {
        let outline = source.outline
        guard types.effort.allows(outline.functions.count, times: 10) else { return }
        let function = outline.functions.last { $0.token < index && $0.body.contains(index) }
        if let function, source.tokens.word(at: function.token - 1) == .func {
            guard let name = function.name else {
                hasOperators = true
                return
            }
            callees.insert(name)
        } else if let name = outline.type(around: index, types.effort)?.path.last {
            // An initialiser, a subscript or a property of a type.
            callees.formUnion([name, "init"])
        }
    }

    /// A function with generic parameters that calls such a function infers the same type.
    private mutating func addGenericCallers(in source: ScannedSource) {
        for function in source.outline.functions {
            let isGeneric =
                !function.genericParameters.isEmpty
                || function.parameters.contains { $0.type.contains { source.tokens.word(at: $0) == .some } }
                || function.type.map { !source.outline.types[$0].genericParameters.isEmpty } ?? false
            guard isGeneric,
                source.tokens.names(in: function.body.clamped(to: source.tokens.tokens.indices), areIn: callees)
            else { continue }
            if let name = function.name {
                callees.insert(name)
            } else if source.tokens.word(at: function.token - 1) == .func {
                hasOperators = true
            } else if let name = function.type.flatMap({ source.outline.types[$0].path.last }) {
                callees.formUnion([name, "init"])
            }
        }
    }

    private func infers(at index: Int, _ source: ScannedSource) -> Bool {
        let tokens = source.tokens
        guard tokens.isSymbol("(", at: index) else { return infersInitialiser(at: index, tokens) }
        if tokens.isName(at: index - 1), tokens.word(at: index - 2) == .func { return false }
        let name = tokens.isName(at: index - 1) ? tokens.name(of: tokens.tokens[index - 1]) : ""
        if name == "required" || name == "family" { return true }
        if name.starts(withBytesOf: "decode") { return infers(function: name, ofCall: index, tokens) }
        guard
            tokens.word(at: index + 1) == .from || tokens.isText("leniently", at: index + 1)
                || tokens.isText("lossily", at: index + 1),
            tokens.isSymbol(":", at: index + 2)
        else { return false }
        if tokens.word(at: index - 1) == .`init` {
            return tokens.isSymbol(".", at: index - 2) && infersReceiver(of: index - 1, source)
        }
        // `[T](from: decoder)`, `Box<T>(from: decoder)`
        guard !name.isEmpty else { return tokens.isSymbol("]", at: index - 1) || tokens.isSymbol(">", at: index - 1) }
        if isGenericWithoutArguments(index - 1, tokens) { return true }
        return name.first?.isUppercase == true || types.placeholders.contains(name) ? !types.isConcrete(name) : false
    }

    /// `decode(T.self, from: data)`, `decode(type(of: value), from: data)`
    private func infers(function name: String, ofCall parenthesis: Int, _ tokens: SwiftTokens) -> Bool {
        let isOwn = functions.contains(name) && name != "decode" && name != "decodeIfPresent"
        guard !isOwn else { return false }
        guard tokens.closingParenthesis(of: parenthesis) != nil else { return true }
        guard let first = tokens.arguments(ofCall: parenthesis).first else { return false }
        let range = first.range
        let isMetatype =
            tokens.word(at: range.upperBound - 1) == .`self` && tokens.isSymbol(".", at: range.upperBound - 2)
        if let label = first.words.first, !tokens.isText("type", at: label), !isMetatype { return false }
        let isType = range.dropLast(2).allSatisfy { index in
            tokens.isName(at: index) || Self.typeSymbols.contains { tokens.isSymbol($0, at: index) }
        }
        return !(isMetatype && isType && types.isConcrete(range, in: tokens))
            || range.contains { isGenericWithoutArguments($0, tokens) }
    }

    /// `Dictionary` in `decode(Dictionary.self, from: data)`
    private func isGenericWithoutArguments(_ index: Int, _ tokens: SwiftTokens) -> Bool {
        tokens.isName(at: index) && genericTypes.contains(tokens.name(of: tokens.tokens[index]))
            && !tokens.isSymbol("<", at: index + 1)
    }

    /// The generic types of the standard library and of the libraries of this package that can be decoded.
    private static let knownGenericTypes: Set<String> = [
        "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Optional", "Set", "CollectionOfOne", "Range",
        "ClosedRange",
        "PropertySetting", "PropertyEntry", "OptionalValue", "Lossy", "Lenient", "NumberedFamily",
    ]

    private static let typeSymbols: [Unicode.Scalar] = [".", "<", ">", "[", "]", ":", ",", "?", "(", ")"]

    /// `.init(from: decoder)`, `T.init(from: decoder)`; a type that initialises itself is written where it is declared.
    private func infersReceiver(of token: Int, _ source: ScannedSource) -> Bool {
        let chain = source.tokens.chain(before: token)
        guard chain.isPlain, let last = chain.names.last else { return true }
        if last == "super" { return false }
        guard last == "self" else { return !types.isConcrete(last) }
        let type = source.outline.type(around: token, types.effort)
        guard let type, let name = type.path.last else { return true }
        return type.keyword == .protocol || !types.isConcrete(name)
    }

    /// `T.init` as a value
    private func infersInitialiser(at index: Int, _ tokens: SwiftTokens) -> Bool {
        guard tokens.word(at: index) == .`init`, tokens.isSymbol(".", at: index - 1),
            !tokens.isSymbol("(", at: index + 1), let last = tokens.chain(before: index).names.last
        else { return false }
        return types.placeholders.contains(last)
    }
}
