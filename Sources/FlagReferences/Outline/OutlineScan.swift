import FlagResolver

/// Reads the tokens of a source, and notes its declarations with their scopes.
struct OutlineScan {
    var outline = CodeOutline()

    let source: SwiftTokens

    struct Scope {
        let parent: Int
        /// The index of the type whose members the scope has; `nil` for another scope.
        var type: Int?
        /// Whether the braces are those of the declaration of the type.
        var ownsType = false
        var function: Int?
        /// The names of the types around the code.
        var types: [String] = []
        /// How many parentheses and brackets are open in the scope.
        var depth = 0
    }

    var scopes = [Scope(parent: 0)]
    var current = 0
    var branches: [Int] = []
    var pendingType: Int?
    var pendingFunction: Int?
    var attributes: [CodeOutline.Attribute] = []

    init(_ source: SwiftTokens) {
        self.source = source
        var index = 0
        while index < source.tokens.count { index = visit(index) }
    }

    // MARK: Scopes

    /// Visits a token, and returns the index of the next one to visit.
    mutating func visit(_ index: Int) -> Int {
        switch source.tokens[index].word {
        case .other, .context, .set, .get, .override:
            visitAccessor(index)
            return source.kind(at: index) == .symbol ? visitSymbol(index) : index + 1
        case .if where source.isSymbol("#", at: index - 1): branches.append(current)
        case .else where source.isSymbol("#", at: index - 1), .elseif where source.isSymbol("#", at: index - 1):
            if let scope = branches.last { current = scope }
        case .endif where source.isSymbol("#", at: index - 1): _ = branches.popLast()
        case .in: visitClosureParameters(before: index)
        case .let where scopes[current].depth > 0, .var where scopes[current].depth > 0: visitPattern(index)
        case let word where isDeclaration(word, at: index): return visitDeclaration(word, at: index)
        default: break
        }
        return index + 1
    }

    func isDeclaration(_ word: SwiftWord, at index: Int) -> Bool {
        guard !source.isSymbol(".", at: index - 1) else { return false }
        // Whatever a bracket without an end hides, imports decide what else is looked for.
        if word == .import { return source.isName(at: index + 1) }
        guard scopes[current].depth == 0 else { return false }
        switch word {
        case .struct, .class, .enum, .actor, .protocol, .extension, .func, .`init`, .subscript, .let, .var, .case,
            .import,
            .typealias, .associatedtype:
            return true
        default: return false
        }
    }

    mutating func visitSymbol(_ index: Int) -> Int {
        if source.isSymbol("{", at: index) {
            open(index)
        } else if source.isSymbol("}", at: index) {
            if let function = scopes[current].function {
                outline.functions[function].body = outline.functions[function].body.lowerBound..<index
                outline.functions[function].isClosed = true
            }
            if let type = scopes[current].type, scopes[current].ownsType {
                outline.types[type].body = outline.types[type].body.lowerBound..<index
            }
            current = scopes[current].parent
            forget()
        } else if source.isSymbol("(", at: index) || source.isSymbol("[", at: index) {
            scopes[current].depth += 1
        } else if source.isSymbol(")", at: index) || source.isSymbol("]", at: index) {
            scopes[current].depth = max(0, scopes[current].depth - 1)
        } else if source.isSymbol("@", at: index), source.isName(at: index + 1) {
            return visitAttribute(index)
        } else if source.isSymbol(";", at: index) {
            forget()
        }
        return index + 1
    }

    mutating func open(_ index: Int) {
        var scope = Scope(parent: current, type: nil, function: nil, types: scopes[current].types)
        if let pendingType {
            scope.type = pendingType
            scope.ownsType = true
            scope.types = outline.types[pendingType].path
            outline.types[pendingType].body = index..<source.tokens.count
        } else if let pendingFunction {
            scope.function = pendingFunction
            // Without its brace, the body has no end.
            outline.functions[pendingFunction].body = index..<source.tokens.count
        }
        scopes.append(scope)
        current = scopes.count - 1
        forget()
    }

    mutating func forget() {
        pendingType = nil
        pendingFunction = nil
        attributes = []
    }

    mutating func visitAttribute(_ index: Int) -> Int {
        var name = index + 1
        while source.isSymbol(".", at: name + 1), source.isName(at: name + 2) { name += 2 }
        let next = source.indexAfterGenerics(name + 1)
        // A space separates the attribute from a type in parentheses.
        let isCall = source.isSymbol("(", at: next) && source.isAdjacent(next - 1)
        let end = isCall ? source.closingParenthesis(of: next) : nil
        let attribute = CodeOutline.Attribute(
            name: source.name(of: source.tokens[name]), token: name, parenthesis: isCall ? next : nil)
        if attribute.name == "freestanding" || attribute.name == "attached" { outline.macros.append(name) }
        if scopes[current].depth == 0 { attributes.append(attribute) }
        return (end ?? next - 1) + 1
    }
}
