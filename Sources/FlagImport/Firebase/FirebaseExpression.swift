import FlagResolver

/// A condition's expression: parts that all must hold.
///
///     device.os == 'ios' && app.version.>=(['2.1.0']) && percent('cart') <= 25
struct FirebaseExpression {
    /// One part, between two `&&`.
    struct Part {
        let form: Form
        /// The bytes in the expression.
        let range: Range<Int>
    }

    /// An element of Firebase that a part tests, such as `app.version` or `app.userProperty['role']`.
    struct Element: Equatable {
        let name: String
        /// The key in brackets; `nil` if there is none.
        var key: String?
        /// Whether the part compares the element as a version: `version(app.customSignal['client'])`.
        var isVersion = false
    }

    enum Operand: Equatable {
        case text(String, hasEscapes: Bool)
        case number(String)
        /// `dateTime('2026-11-27T18:00:00', 'Europe/Berlin')`
        case dateTime(String, zone: String?)
    }

    enum Form: Equatable {
        /// `true` or `false`.
        case constant(Bool)
        /// `app.version.>=(['2.1.0'])`
        case method(Element, name: String, [Operand])
        /// `app.userProperty['age'] >= 21`
        case comparison(Element, sign: String, Operand)
        /// `device.country in ['DE', 'AT']`
        case membership(Element, [Operand])
        /// `percent('seed') between 10 and 20`; without a seed, that of the project.
        case percent(seed: String?, Percent)
        /// A part in a form that is not known, with balanced brackets.
        case other
    }

    /// Percentages as they are written.
    enum Percent: Equatable {
        case atMost(String)
        case moreThan(String)
        case between(String, String)
    }

    let parts: [Part]

    /// - Throws: `FirebaseSyntaxError` if the text is not parts joined by `&&`.
    init(parsing bytes: [UInt8]) throws(FirebaseSyntaxError) {
        let tokens = try FirebaseToken.tokens(of: bytes)
        guard !tokens.isEmpty else {
            throw FirebaseSyntaxError(
                message: "the expression is empty", range: 0..<bytes.count,
                help: "write a condition, as in device.os == 'ios'")
        }
        var parts: [Part] = []
        var current: [FirebaseToken] = []
        var open: [FirebaseToken] = []
        func finish(_ end: Int) throws(FirebaseSyntaxError) {
            guard let first = current.first, let last = current.last else {
                throw FirebaseSyntaxError(
                    message: "a condition is missing beside \"&&\"", range: max(0, end - 2)..<end,
                    help: "delete \"&&\", or add a condition")
            }
            parts.append(
                Part(form: Self.form(of: current), range: first.range.lowerBound..<last.range.upperBound))
            current.removeAll()
        }
        for token in tokens {
            switch token.kind {
            case .symbol("("), .symbol("["): open.append(token)
            case .symbol(")"), .symbol("]"):
                let opening = token.isSymbol(")") ? "(" : "["
                guard let last = open.popLast(), last.isSymbol(opening) else {
                    throw FirebaseSyntaxError(message: "this bracket closes none", range: token.range)
                }
            case .symbol("&&") where open.isEmpty:
                try finish(token.range.upperBound)
                continue
            case .symbol("||") where open.isEmpty:
                throw FirebaseSyntaxError(
                    message: "Firebase joins conditions with \"&&\" only, found \"||\"", range: token.range,
                    help: "write two conditions, and give both the same value")
            case .symbol("!") where open.isEmpty && current.isEmpty:
                throw FirebaseSyntaxError(
                    message: "Firebase has no negation of a condition, found \"!\"", range: token.range,
                    help: "use an operator such as != or notContains")
            default: break
            }
            current.append(token)
        }
        if let bracket = open.last {
            throw FirebaseSyntaxError(message: "this bracket is not closed", range: bracket.range)
        }
        try finish(bytes.count)
        self.parts = parts
    }

    private static func form(of tokens: [FirebaseToken]) -> Form {
        var reader = FirebasePartReader(tokens: tokens[...])
        return reader.form() ?? .other
    }
}

/// Reads one part of an expression.
private struct FirebasePartReader {
    var tokens: ArraySlice<FirebaseToken>

    private var isAtEnd: Bool { tokens.isEmpty }

    private mutating func skip(_ symbol: String) -> Bool {
        guard tokens.first?.isSymbol(symbol) == true else { return false }
        tokens = tokens.dropFirst()
        return true
    }

    private mutating func skipWord(_ word: String) -> Bool {
        guard tokens.first?.isWord(word) == true else { return false }
        tokens = tokens.dropFirst()
        return true
    }

    private mutating func word() -> String? {
        guard case .word(let word)? = tokens.first?.kind else { return nil }
        tokens = tokens.dropFirst()
        return word
    }

    private mutating func number() -> String? {
        guard case .number(let number)? = tokens.first?.kind else { return nil }
        tokens = tokens.dropFirst()
        return number
    }

    private mutating func string() -> String? {
        guard case .string(let text, hasEscapes: false)? = tokens.first?.kind else { return nil }
        tokens = tokens.dropFirst()
        return text
    }

    private static let signs: Set<String> = ["==", "!=", "<", "<=", ">", ">="]

    private mutating func sign() -> String? {
        guard case .symbol(let sign)? = tokens.first?.kind, Self.signs.contains(sign) else { return nil }
        tokens = tokens.dropFirst()
        return sign
    }

    /// - Returns: `nil` if the part has no known form.
    mutating func form() -> FirebaseExpression.Form? {
        if tokens.count == 1, let word = tokens.first, word.isWord("true") || word.isWord("false") {
            return .constant(word.isWord("true"))
        }
        let start = tokens
        if skipWord("percent") {
            if let form = percent(), isAtEnd { return form }
            tokens = start
        }
        guard let element = element() else { return nil }
        if skip(".") { return method(of: element) }
        if skipWord("in") {
            guard let operands = list(), isAtEnd else { return nil }
            return .membership(element, operands)
        }
        guard let sign = sign(), let operand = operand(), isAtEnd else { return nil }
        return .comparison(element, sign: sign, operand)
    }

    private mutating func percent() -> FirebaseExpression.Form? {
        var seed: String?
        if skip("(") {
            guard let text = string(), skip(")") else { return nil }
            seed = text
        }
        if skipWord("between") {
            guard let lower = number(), skipWord("and"), let upper = number() else { return nil }
            return .percent(seed: seed, .between(lower, upper))
        }
        guard let sign = sign(), let number = number() else { return nil }
        switch sign {
        case "<=": return .percent(seed: seed, .atMost(number))
        case ">": return .percent(seed: seed, .moreThan(number))
        default: return nil
        }
    }

    /// A name with dots, and a key in brackets: `app.userProperty['role']`, or `version(app.customSignal['client'])`.
    private mutating func element() -> FirebaseExpression.Element? {
        if tokens.dropFirst().first?.isSymbol("(") == true, skipWord("version"), skip("(") {
            guard var element = element(), skip(")") else { return nil }
            element.isVersion = true
            return element
        }
        guard var name = word() else { return nil }
        while tokens.first?.isSymbol(".") == true, case .word(let next)? = tokens.dropFirst().first?.kind,
            tokens.dropFirst(2).first?.isSymbol("(") != true
        {
            name += ".\(next)"
            tokens = tokens.dropFirst(2)
        }
        guard skip("[") else { return FirebaseExpression.Element(name: name) }
        guard let key = string(), skip("]") else { return nil }
        return FirebaseExpression.Element(name: name, key: key)
    }

    /// `>=(['2.1.0'])`, `exactlyMatches(['employee'])`
    private mutating func method(of element: FirebaseExpression.Element) -> FirebaseExpression.Form? {
        guard let name = sign() ?? word(), skip("("), let operands = list(), skip(")"), isAtEnd else { return nil }
        return .method(element, name: name, operands)
    }

    private mutating func list() -> [FirebaseExpression.Operand]? {
        guard skip("[") else { return nil }
        var operands: [FirebaseExpression.Operand] = []
        repeat {
            guard let operand = operand() else { return nil }
            operands.append(operand)
        } while skip(",")
        return skip("]") ? operands : nil
    }

    private mutating func operand() -> FirebaseExpression.Operand? {
        if let number = number() { return .number(number) }
        if skipWord("dateTime") || tokens.first?.isSymbol("(") == true {
            guard skip("("), let text = string() else { return nil }
            var zone: String?
            if skip(",") {
                guard let name = string() else { return nil }
                zone = name
            }
            return skip(")") ? .dateTime(text, zone: zone) : nil
        }
        guard case .string(let text, let hasEscapes)? = tokens.first?.kind else { return nil }
        tokens = tokens.dropFirst()
        return .text(text, hasEscapes: hasEscapes)
    }
}
