import FlagResolver

/// Questions about types and calls.
extension SwiftTokens {
    func isText(_ text: String, at index: Int) -> Bool {
        tokens.indices.contains(index) && bytes(of: tokens[index]).elementsEqual(text.utf8)
    }

    /// The index after the type that begins at a token; the same index if none does.
    func endOfType(from start: Int) -> Int {
        var index = start
        while index < tokens.count {
            if isSymbol("@", at: index) {
                index += 2
                if isSymbol("(", at: index), isAdjacent(index - 1), let end = closingParenthesis(of: index) {
                    index = end + 1
                }
                continue
            }
            if word(at: index) == .any || word(at: index) == .some
                || Self.typePrefixes.contains(where: { isText($0, at: index) }),
                isName(at: index + 1) || isSymbol("(", at: index + 1) || isSymbol("[", at: index + 1)
                    || isSymbol("@", at: index + 1)
            {
                index += 1
                continue
            }
            if isSymbol("(", at: index), let end = closingParenthesis(of: index) {
                index = end + 1
            } else if isSymbol("[", at: index), let end = closingBracket(of: index) {
                index = end + 1
            } else if isName(at: index) {
                index = indexAfterGenerics(index + 1)
            } else {
                return index
            }
            while isSymbol(".", at: index), isName(at: index + 1) { index = indexAfterGenerics(index + 2) }
            while (isSymbol("?", at: index) || isSymbol("!", at: index)) && isAdjacent(index - 1) { index += 1 }
            var effect = index
            while isText("async", at: effect) || isText("throws", at: effect) { effect += 1 }
            if isSymbol("-", at: effect), isSymbol(">", at: effect + 1) {
                index = effect + 2
            } else if isSymbol("&", at: index) {
                index += 1
            } else {
                return index
            }
        }
        return index
    }

    private static let typePrefixes = [
        "inout", "borrowing", "consuming", "sending", "isolated", "each", "repeat", "nonisolated", "unowned",
    ]

    func closingBracket(of index: Int) -> Int? {
        guard isSymbol("[", at: index) else { return nil }
        var depth = 0
        for next in index..<min(index + 256, tokens.count) where tokens[next].kind == .symbol {
            if isSymbol("[", at: next) { depth += 1 }
            if isSymbol("]", at: next) {
                depth -= 1
                if depth == 0 { return next }
            }
        }
        return nil
    }

    /// An argument of a call, or a parameter of a declaration.
    struct Argument {
        /// The names before the colon: a label, or the label and the name of a parameter.
        let words: [Int]
        let colon: Int?
        /// Its first token, which is that of an attribute if it has one.
        let start: Int
        /// The tokens after the colon, or all of them.
        let range: Range<Int>
    }

    /// The arguments of the call whose parenthesis is at a token.
    func arguments(ofCall parenthesis: Int) -> [Argument] {
        guard let end = closingParenthesis(of: parenthesis) else { return [] }
        var arguments: [Argument] = []
        var depth = 0
        var start = parenthesis + 1
        for index in start..<(end + 1) {
            if isSymbol("(", at: index) || isSymbol("[", at: index) || isSymbol("{", at: index) { depth += 1 }
            if index < end, isSymbol(")", at: index) || isSymbol("]", at: index) || isSymbol("}", at: index) {
                depth -= 1
            }
            // The comma of generic arguments is not followed by a label.
            guard
                index == end
                    || depth == 0 && isSymbol(",", at: index)
                        && (isName(at: index + 1) && isSymbol(":", at: index + 2) || !isInGenerics(index, from: start))
            else {
                continue
            }
            if start < index { arguments.append(argument(in: start..<index)) }
            start = index + 1
        }
        return arguments
    }

    private func isInGenerics(_ comma: Int, from start: Int) -> Bool {
        for index in start..<comma where isSymbol("<", at: index) && isName(at: index - 1) && isAdjacent(index - 1) {
            let end = indexAfterGenerics(index)
            guard end > comma else { continue }
            // Other tokens are those of comparisons.
            let isType = (index..<end).allSatisfy { position in
                isName(at: position)
                    || ["<", ">", ",", ".", "?", "[", "]", ":"].contains { isSymbol($0, at: position) }
            }
            if isType { return true }
        }
        return false
    }

    private func argument(in range: Range<Int>) -> Argument {
        var words: [Int] = []
        var index = range.lowerBound
        // `@Binding var`-like attributes come before the name of a parameter.
        while isSymbol("@", at: index), isName(at: index + 1) {
            index += 2
            if isSymbol("(", at: index), let end = closingParenthesis(of: index) { index = end + 1 }
        }
        while index < range.upperBound, isName(at: index), words.count < 2 {
            words.append(index)
            index += 1
        }
        guard !words.isEmpty, isSymbol(":", at: index), index < range.upperBound else {
            return Argument(words: [], colon: nil, start: range.lowerBound, range: range)
        }
        return Argument(words: words, colon: index, start: range.lowerBound, range: (index + 1)..<range.upperBound)
    }

    /// The value of the string literal that some tokens are; `nil` if they are anything else.
    func text(in range: Range<Int>) -> String? {
        guard range.count == 1, let index = range.first, kind(at: index) == .string else { return nil }
        return SwiftStringValue.value(of: bytes(of: tokens[index]))
    }
}

extension SwiftTokens {
    /// Whether a trailing closure follows the call of a name.
    ///
    /// In the condition of a statement, as in `if let part = store.group("checkout") {`, the brace begins the body.
    func hasTrailingClosure(callAt index: Int) -> Bool {
        guard let end = closingParenthesis(of: index + 1), isSymbol("{", at: end + 1) else { return false }
        var token = index - 1
        while token >= 0, !isSymbol("{", at: token), !isSymbol("}", at: token), !isSymbol(";", at: token) {
            if Self.statements.contains(where: { isText($0, at: token) }) { return false }
            token -= 1
        }
        return true
    }

    /// The words before conditions, in which Swift has no trailing closures.
    private static let statements = ["if", "guard", "while", "for", "switch"]
}
