import FlagResolver

/// Questions about the tokens around a token. An index out of bounds matches nothing.
extension SwiftTokens {
    func word(at index: Int) -> SwiftWord { tokens.indices.contains(index) ? tokens[index].word : .other }

    func isName(at index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        return tokens[index].kind == .identifier || tokens[index].kind == .quotedIdentifier
    }

    /// Whether a name after a keyword is that of a type. `class` is also a modifier, as in `class override func`, and `actor` a plain name.
    func isNameOfType(at index: Int, declaredBy keyword: SwiftWord) -> Bool {
        guard isName(at: index) else { return false }
        if keyword == .actor {
            guard word(at: index - 2) != .for, !word(at: index).isKeyword else { return false }
            let next = indexAfterGenerics(index + 1)
            return isSymbol("{", at: next) || isSymbol(":", at: next) || word(at: next) == .where
        }
        guard keyword == .class else { return true }
        switch word(at: index) {
        case .func, .var, .let, .subscript, .`init`, .static, .class: return false
        default: break
        }
        let next = indexAfterGenerics(index + 1)
        return isSymbol("{", at: next) || isSymbol(":", at: next) || word(at: next) == .where || isSymbol("#", at: next)
    }

    func kind(at index: Int) -> SwiftToken.Kind? { tokens.indices.contains(index) ? tokens[index].kind : nil }

    /// Whether nothing is between a token and the next one.
    func isAdjacent(_ index: Int) -> Bool {
        guard tokens.indices.contains(index), tokens.indices.contains(index + 1) else { return false }
        return tokens[index].end == tokens[index + 1].start
    }

    /// Whether an operand can end with a token.
    func endsOperand(at index: Int) -> Bool {
        bytes.withRawSpan { tokens.endsOperand(at: index, in: $0) }
    }

    /// The index after the generic arguments that begin at a token; the same index if none do.
    func indexAfterGenerics(_ index: Int) -> Int {
        guard isSymbol("<", at: index) else { return index }
        var depth = 0
        for next in index..<min(index + Self.maximumTypeLength, tokens.count) where tokens[next].kind == .symbol {
            if isSymbol("<", at: next) { depth += 1 }
            if isSymbol(">", at: next), !isSymbol("-", at: next - 1) {
                depth -= 1
                if depth == 0 { return next + 1 }
            }
            if isSymbol("{", at: next) || isSymbol("}", at: next) || isSymbol(";", at: next) { break }
        }
        return index
    }

    /// The index of the `<` of the generic arguments that end at a token; `nil` if none do.
    func startOfGenerics(_ index: Int) -> Int? {
        guard isSymbol(">", at: index) else { return nil }
        var depth = 0
        for previous in stride(from: index, to: max(-1, index - Self.maximumTypeLength), by: -1) {
            if isSymbol(">", at: previous), !isSymbol("-", at: previous - 1) { depth += 1 }
            if isSymbol("<", at: previous) {
                depth -= 1
                if depth == 0 { return previous }
            }
            if isSymbol("{", at: previous) || isSymbol("}", at: previous) || isSymbol(";", at: previous) { break }
        }
        return nil
    }

    /// Longer types are not searched, so that unbalanced brackets cost little.
    private static let maximumTypeLength = 64

    /// The names before a member, such as `Flags` and `Checkout` of `Flags.Checkout.style`, without generic arguments.
    struct Chain {
        /// The index of the first token of the expression.
        let start: Int
        let names: [String]
        /// Whether it begins with a name, or with the dot of an implicit member; not with a call or another value.
        let isPlain: Bool
    }

    /// The names before the member at a token.
    func chain(before member: Int) -> Chain {
        var start = member
        var names: [String] = []
        while isSymbol(".", at: start - 1) {
            guard names.count < Self.maximumChainLength else { return Chain(start: start, names: [], isPlain: false) }
            var base = start - 2
            if isSymbol(">", at: base), isAdjacent(base), let opening = startOfGenerics(base) { base = opening - 1 }
            if isName(at: base), endsOperand(at: base) {
                names.append(name(of: tokens[base]))
                start = base
            } else if endsOperand(at: start - 2) || isSymbol("\\", at: start - 2) {
                return Chain(start: start - 1, names: names.reversed(), isPlain: false)
            } else {
                return Chain(start: start - 1, names: names.reversed(), isPlain: names.isEmpty)
            }
        }
        return Chain(start: start, names: names.reversed(), isPlain: true)
    }

    /// A longer chain is not a key, and chains of any length would take quadratic time.
    private static let maximumChainLength = 80

    /// The names of a type from a token on: `Flags.Checkout`.
    func typeName(at index: Int) -> [String] {
        var names: [String] = []
        var index = index
        while isName(at: index) {
            names.append(name(of: tokens[index]))
            index = indexAfterGenerics(index + 1)
            guard isSymbol(".", at: index) else { break }
            index += 1
        }
        return names
    }

    /// The index of the parenthesis that closes the one at a token; `nil` if it is not near.
    func closingParenthesis(of index: Int) -> Int? {
        guard isSymbol("(", at: index) else { return nil }
        var depth = 0
        for next in index..<min(index + Self.maximumCallLength, tokens.count) where tokens[next].kind == .symbol {
            if isSymbol("(", at: next) { depth += 1 }
            if isSymbol(")", at: next) {
                depth -= 1
                if depth == 0 { return next }
            }
        }
        return nil
    }

    private static let maximumCallLength = 256

    /// Whether the call whose parenthesis is at a token has an argument with one of some labels.
    func call(at parenthesis: Int, hasLabel labels: SwiftWord...) -> Bool {
        guard let end = closingParenthesis(of: parenthesis) else { return false }
        var depth = 0
        for index in parenthesis..<end {
            if isSymbol("(", at: index) || isSymbol("[", at: index) || isSymbol("{", at: index) { depth += 1 }
            if isSymbol(")", at: index) || isSymbol("]", at: index) || isSymbol("}", at: index) { depth -= 1 }
            if depth == 1, labels.contains(word(at: index)), isSymbol(":", at: index + 1),
                isSymbol("(", at: index - 1) || isSymbol(",", at: index - 1)
            {
                return true
            }
        }
        return false
    }

    /// The index of the innermost bracket that is open at a token; `nil` if none is near.
    func openBracket(before index: Int) -> Int? {
        var depth = 0
        for previous in stride(from: index - 1, to: max(-1, index - Self.maximumStatementLength), by: -1)
        where kind(at: previous) == .symbol {
            if Self.closings.contains(where: { isSymbol($0, at: previous) }) { depth += 1 }
            guard Self.openings.contains(where: { isSymbol($0, at: previous) }) else { continue }
            if depth == 0 { return previous }
            depth -= 1
        }
        return nil
    }

    private static let openings: [Unicode.Scalar] = ["(", "[", "{"]
    private static let closings: [Unicode.Scalar] = [")", "]", "}"]
    /// Brackets are not searched further away, so that unbalanced ones cost little.
    private static let maximumStatementLength = 1_024

    /// Whether a name labels an argument: `show(payments: true)`. The keys of a dictionary are not labels.
    func isLabel(at index: Int) -> Bool {
        guard isName(at: index), isSymbol(":", at: index + 1) else { return false }
        if isSymbol("(", at: index - 1) { return true }
        guard isSymbol(",", at: index - 1), let opening = openBracket(before: index) else { return false }
        return isSymbol("(", at: opening)
    }

    /// Whether a call's parenthesis follows a token. One on the next line begins a statement.
    func isCalled(at index: Int) -> Bool {
        isSymbol("(", at: index + 1)
            && !bytes[tokens[index].end..<tokens[index + 1].start].contains { $0 == 0x0A || $0 == 0x0D }
    }

    /// What an expression is used for, as far as the tokens around it say.
    enum Use {
        /// A subscript, or the argument of a function that reads a key.
        case read
        case override
        case unknown
    }

    /// What the expression from one token to another is used for.
    func use(from start: Int, to end: Int) -> Use {
        if isSymbol("[", at: start - 1), endsOperand(at: start - 2), isAdjacent(start - 2) { return .read }
        if isSymbol(":", at: start - 1), word(at: start - 2) == .of, isSymbol("(", at: start - 3) {
            return word(at: start - 4) == .removeOverride ? .override : .read
        }
        if isSymbol("(", at: start - 1), isSymbol(",", at: end + 1), isSymbol(":", at: end + 3) {
            switch (word(at: start - 2), word(at: end + 2)) {
            case (.override, .with), (.set, .to): return .override
            default: break
            }
        }
        return .unknown
    }

    /// A `let` or `var` with a value.
    struct Binding {
        /// The index of the token with its name.
        let name: Int
        /// The tokens of its type; `nil` if it does not state one.
        let type: Range<Int>?
        /// How many braces are between its name and the value, if it is computed.
        var braceCount = 0
    }

    /// The name that the value from a token on is bound to; `nil` if it has none.
    func binding(ofValueAt start: Int) -> Binding? {
        if isSymbol("=", at: start - 1) { return binding(before: start - 1) }
        var brace = start - 1
        if word(at: brace) == .return { brace -= 1 }
        guard isSymbol("{", at: brace) else { return nil }
        let isGetter = word(at: brace - 1) == .get && isSymbol("{", at: brace - 2)
        // A computed variable states its type: `catch let problem {` is none.
        guard var binding = binding(before: isGetter ? brace - 2 : brace), binding.type != nil,
            word(at: binding.name - 1) == .var
        else { return nil }
        binding.braceCount = isGetter ? 2 : 1
        return binding
    }

    /// The `let` or `var` that ends before a token, which is `=`, or the `{` of a computed variable.
    private func binding(before end: Int) -> Binding? {
        var depth = 0
        for index in stride(from: end - 1, to: max(-1, end - Self.maximumTypeLength), by: -1) {
            if isSymbol(">", at: index) || isSymbol("]", at: index) { depth += 1 }
            if isSymbol("<", at: index) || isSymbol("[", at: index) { depth -= 1 }
            // Another name of the same list: `var title: String?, flag = SettingKey(…)`.
            if depth == 0, isSymbol(",", at: index) { return nil }
            switch word(at: index) {
            case .let, .var:
                guard isName(at: index + 1), word(at: index - 1) != .case else { return nil }
                let hasType = isSymbol(":", at: index + 2) && index + 3 < end
                return Binding(name: index + 1, type: hasType ? (index + 3)..<end : nil)
            default: break
            }
            guard isName(at: index) || Self.typeSymbols.contains(where: { isSymbol($0, at: index) })
            else { return nil }
            // The statement before ends there: `let unused: Int?`, and `key = …` on the next line.
            if isName(at: index), endsType(at: index - 1) { return nil }
        }
        return nil
    }

    private static let typeSymbols: [Unicode.Scalar] = [".", "<", ">", ":", "?", "[", "]", ",", "&"]

    /// Whether a type can end with a token, so that a name after it begins a statement.
    private func endsType(at index: Int) -> Bool {
        switch word(at: index) {
        case .let, .var: false
        default:
            isName(at: index) && !isText("some", at: index) && !isText("any", at: index)
                || ["?", "!", ">", "]", ")"].contains { isSymbol($0, at: index) }
        }
    }

    /// Whether the statement ends with the expression that ends with a token, as far as the next token says.
    func endsStatement(at index: Int) -> Bool {
        let next = index + 1
        guard kind(at: next) == .symbol else { return word(at: next) != .as && word(at: next) != .is }
        return [";", ",", "{", "}"].contains { isSymbol($0, at: next) }
    }

    /// The index of `SettingKey` in the type that begins at a token, such as `FlagStore.SettingKey<Bool>`; `nil` for other
    /// types.
    func keyName(at index: Int) -> Int? {
        var name = index
        while isName(at: name), isSymbol(".", at: name + 1) { name += 2 }
        return word(at: name) == .settingKey ? name : nil
    }

    /// `Bool` of the `SettingKey<Bool>` whose name is at a token; `nil` if it does not state the type of its values.
    func valueType(ofKeyAt name: Int) -> CodeType? {
        let end = indexAfterGenerics(name + 1)
        return end > name + 2 ? type(in: (name + 2)..<(end - 1)) : nil
    }
}
