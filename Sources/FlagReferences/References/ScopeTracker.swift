/// The declarations of types around a token.
struct ScopeTracker {
    /// An open brace. Scopes are a tree, so that `#if` can return to a scope without copying.
    private struct Scope {
        let parent: Int
        /// Whether the brace belongs to the declaration of a type, or to an extension.
        let isType: Bool
        /// The names of the types around the code in the braces, the outermost first.
        let types: [String]
    }

    private var scopes = [Scope(parent: 0, isType: true, types: [])]
    /// The index of the innermost scope.
    private var current = 0
    /// The type whose declaration has been read up to its brace.
    private var pending: [String]?
    /// The scope at each open `#if`: every branch begins in it.
    private var branches: [Int] = []

    /// Code does not nest types as deeply as that; longer paths would take quadratic time.
    private static let maximumDepth = 32

    /// Takes the next token into account.
    mutating func visit(_ index: Int, of source: SwiftTokens) {
        let token = source.tokens[index]
        switch token.word {
        case .other:
            guard token.kind == .symbol else { return }
            if source.isSymbol("{", at: index) {
                open()
            } else if source.isSymbol("}", at: index) {
                current = scopes[current].parent
                pending = nil
            }
        case .struct, .class, .enum, .actor, .protocol, .extension:
            // The label of a parameter can be such a word, too.
            guard source.isNameOfType(at: index + 1, declaredBy: token.word),
                ![".", "(", ","].contains(where: { source.isSymbol($0, at: index - 1) })
            else { return }
            pending = source.typeName(at: index + 1)
        case .if where source.isSymbol("#", at: index - 1): branches.append(current)
        case .else where source.isSymbol("#", at: index - 1), .elseif where source.isSymbol("#", at: index - 1):
            if let scope = branches.last { current = scope }
        case .endif where source.isSymbol("#", at: index - 1): _ = branches.popLast()
        default: break
        }
    }

    private mutating func open() {
        var types = scopes[current].types
        if let pending, types.count + pending.count <= Self.maximumDepth { types += pending }
        scopes.append(Scope(parent: current, isType: pending != nil, types: types))
        current = scopes.count - 1
        pending = nil
    }

    /// The names of the types around the token, the outermost first.
    var types: [String] { scopes[current].types }

    /// Whether a number of braces out from the token, the innermost brace belongs to a function rather than to a type.
    func isInFunction(outside count: Int = 0) -> Bool {
        var scope = current
        for _ in 0..<count { scope = scopes[scope].parent }
        return !scopes[scope].isType
    }
}
