import FlagResolver

/// Whether names are used or bound.
extension SwiftTokens {
    /// The places that may give a name another meaning than the code around them: a variable, a pattern, a parameter of a closure.
    ///
    /// Each occurrence counts as a binding unless it is seen to be a use.
    func bindings(of name: String, in body: Range<Int>) -> [Int] {
        let spelling = Array(name.utf8)
        return body.clamped(to: tokens.indices).filter { index in
            let token = tokens[index]
            // Most tokens have another length.
            let rest = token.span.count - spelling.count
            guard (0...2).contains(rest) else { return false }
            switch (token.kind, rest) {
            case (.identifier, 0): return bytes(of: token).elementsEqual(spelling) && !isUse(at: index)
            case (.quotedIdentifier, 2):
                return bytes(of: token).dropFirst().dropLast().elementsEqual(spelling) && !isUse(at: index)
            // `{ $name in`
            case (.identifier, 1):
                return bytes(of: token).first == UInt8(ascii: "$")
                    && bytes(of: token).dropFirst().elementsEqual(spelling)
            default: return false
            }
        }
    }

    /// Whether the compiler gives a name to values.
    func isImplicit(_ name: String) -> Bool { Self.implicitNames.contains(name) }

    private static let implicitNames: Set<String> = ["newValue", "oldValue", "error", "self"]

    private func isUse(at index: Int) -> Bool {
        if isSymbol(".", at: index - 1) { return true }
        if isName(at: index - 1), !Self.operandWords.contains(word(at: index - 1)) { return false }
        guard !followsPattern(after: index), !isAssigned(at: index),
            let opening = openBracket(before: index), areExpressions(around: index)
        else { return false }
        // The second operand of `?`.
        if isSymbol("?", at: index - 1), isSymbol(":", at: index + 1) { return true }
        if isSymbol("{", at: opening) {
            // `{ name, other in`, `case first, name:`
            let isListed = [",", "]", "{"].contains { isSymbol($0, at: index - 1) }
            return !(isSymbol(",", at: index + 1) && isListed) && !isSymbol(":", at: index + 1)
        }
        guard isSymbol(":", at: index + 1) else { return true }
        return isLabel(at: index) || isSymbol("[", at: opening)
    }

    /// Keywords after which a name is a value.
    private static let operandWords: Set<SwiftWord> = [
        .return, .in, .if, .guard, .while, .switch, .try, .await, .throw, .else, .where, .yield,
    ]

    /// Whether `=` follows a token, rather than `==` or another operator.
    func isAssigned(at index: Int) -> Bool {
        isSymbol("=", at: index + 1) && !(isAdjacent(index + 1) && isSymbol("=", at: index + 2))
    }

    /// Whether what ends before a token names the parameters of a closure or of a function.
    private func followsPattern(after index: Int) -> Bool {
        word(at: index + 1) == .in || isText("throws", at: index + 1) || isText("async", at: index + 1)
            || isSymbol("-", at: index + 1) && isSymbol(">", at: index + 2)
    }

    /// Whether all brackets around a token, up to the innermost brace, are those of expressions.
    private func areExpressions(around index: Int) -> Bool {
        var inner = index
        while let opening = openBracket(before: inner) {
            if isSymbol("{", at: opening) { return true }
            if isSymbol("(", at: opening) {
                guard let end = closingParenthesis(of: opening), !followsPattern(after: end),
                    !isAssigned(at: end), !isPattern(opening)
                else { return false }
            }
            inner = opening
        }
        return false
    }

    /// Whether a parenthesis opens a pattern or the parameters of a declaration: `case let .loaded(`, `func show(`, `set(`.
    private func isPattern(_ parenthesis: Int) -> Bool {
        var start = parenthesis
        if !isSymbol(".", at: start - 2), Self.accessors.contains(where: { isText($0, at: start - 1) }) { return true }
        if isName(at: start - 1) {
            start = chain(before: start - 1).start
        } else if isSymbol(">", at: start - 1), let generics = startOfGenerics(start - 1) {
            start = generics - 1
        }
        if isSymbol("@", at: start - 1) { return true }
        switch word(at: start - 1) {
        case .let, .var, .for, .case, .catch, .func, .`init`, .subscript: return true
        default: return false
        }
    }

    private static let accessors = [
        "set", "willSet", "didSet", "init", "subscript", "case", "for", "catch", "let", "var", "func",
    ]
}
