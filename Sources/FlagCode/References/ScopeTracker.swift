/// The declarations of types around a token.
struct ScopeTracker {
    /// The open braces, the innermost last, with the names that the declaration of a type or an extension has; `nil` for
    /// braces of other kinds.
    private var scopes: [[String]?] = []
    /// The type whose declaration has been read up to its brace.
    private var pending: [String]?
    /// The scopes at each open `#if`: every branch begins with them.
    private var branches: [[[String]?]] = []

    /// Takes the next token into account.
    mutating func visit(_ index: Int, of source: SwiftTokens) {
        let token = source.tokens[index]
        switch token.word {
        case .other:
            guard token.kind == .symbol else { return }
            if source.isSymbol("{", at: index) {
                scopes.append(pending)
                pending = nil
            } else if source.isSymbol("}", at: index) {
                _ = scopes.popLast()
                pending = nil
            }
        case .struct, .class, .enum, .actor, .protocol, .extension:
            guard source.isName(at: index + 1), !source.isSymbol(".", at: index - 1) else { return }
            switch source.word(at: index + 1) {
            case .func, .var, .let, .subscript, .`init`: break
            default: pending = source.typeName(at: index + 1)
            }
        case .if where source.isSymbol("#", at: index - 1): branches.append(scopes)
        case .else where source.isSymbol("#", at: index - 1), .elseif where source.isSymbol("#", at: index - 1):
            if let scopes = branches.last { self.scopes = scopes }
        case .endif where source.isSymbol("#", at: index - 1): _ = branches.popLast()
        default: break
        }
    }

    /// The names of the types around the token, the outermost first.
    var types: [String] { scopes.reduce(into: []) { $0 += $1 ?? [] } }

    /// Whether a number of braces out from the token, the innermost brace belongs to a function rather than to a type.
    func isInFunction(outside count: Int = 0) -> Bool {
        guard let scope = scopes.dropLast(count).last else { return false }
        return scope == nil
    }
}
