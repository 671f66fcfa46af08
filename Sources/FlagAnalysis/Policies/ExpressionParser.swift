import FlagResolver

/// Reads an expression by recursive descent; `Docs/Policies.md` has the grammar.
///
/// Precedence, from the lowest: `=>` (right-associative), `or`, `and`, `not`, comparisons.
struct ExpressionParser {
    private var scanner: PolicyScanner
    private var depth = 0

    /// More than any expression needs, and safe for every stack.
    private static let maximumDepth = 200
    private static let keywords: Set<String> = ["and", "or", "not", "in", "exists", "true", "false", "null"]

    /// Reads an expression up to the end of the line.
    static func parse(_ scanner: inout PolicyScanner) throws(PolicySyntaxError) -> Expression {
        var parser = ExpressionParser(scanner: scanner)
        defer { scanner = parser.scanner }
        let expression = try parser.implication()
        guard parser.scanner.isAtEnd else {
            try parser.rejectForeignOperator()
            throw parser.scanner.error(.textAfterEnd)
        }
        return expression
    }

    private init(scanner: PolicyScanner) {
        self.scanner = scanner
    }

    private mutating func implication() throws(PolicySyntaxError) -> Expression {
        let left = try disjunction()
        guard scanner.skip("=>") else { return left }
        try enter()
        defer { depth -= 1 }
        return .implication(left, try implication())
    }

    private mutating func disjunction() throws(PolicySyntaxError) -> Expression {
        let first = try conjunction()
        var operands = [first]
        while scanner.skip(word: "or") { operands.append(try conjunction()) }
        return operands.count == 1 ? first : .any(operands)
    }

    private mutating func conjunction() throws(PolicySyntaxError) -> Expression {
        let first = try negation()
        var operands = [first]
        while scanner.skip(word: "and") { operands.append(try negation()) }
        return operands.count == 1 ? first : .all(operands)
    }

    private mutating func negation() throws(PolicySyntaxError) -> Expression {
        guard scanner.skip(word: "not") else { return try primary() }
        try enter()
        defer { depth -= 1 }
        return .not(try negation())
    }

    private mutating func primary() throws(PolicySyntaxError) -> Expression {
        if scanner.skip("(") {
            try enter()
            defer { depth -= 1 }
            let inner = try implication()
            try require(")", or: "and, or, => or \")\"")
            return inner
        }
        if scanner.isNext("!"), !scanner.isNext("!=") { throw scanner.error(.foreignOperator("!", use: "not")) }
        if scanner.skip(word: "exists") {
            try require("(", or: "\"(\" and the name of a setting")
            if let attribute = try attributeName() {
                try require(")", or: "\")\"")
                return .attribute(attribute.test(#"{"absent": false}"#))
            }
            let name = try Self.name(&scanner)
            try require(")", or: "\")\"")
            return .exists(name)
        }
        return try comparison()
    }

    private mutating func comparison() throws(PolicySyntaxError) -> Expression {
        if let attribute = try attributeName() { return try comparison(of: attribute) }
        let name = try Self.name(&scanner)
        if scanner.skip(word: "in") { return .membership(name, try list()) }
        let (sign, value) = try signAndValue()
        return .comparison(name, sign, value)
    }

    private mutating func signAndValue() throws(PolicySyntaxError) -> (Expression.Operator, Expression.Literal) {
        for sign in [Expression.Operator.equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater] {
            guard skip(sign) else { continue }
            let value = try scanner.value()
            if sign.isOrder, value.tree.kind(of: Expression.Literal.root) != .number {
                throw scanner.error(.orderNeedsNumber(sign.rawValue), value.span)
            }
            return (sign, value)
        }
        try rejectForeignOperator()
        throw scanner.error(.expectedOperator)
    }

    // MARK: Attributes

    /// The name of an attribute, with the bytes that begin with `@`.
    private struct AttributeReference {
        let name: String
        let span: Range<Int>

        func test(_ condition: String) -> Expression.AttributeTest {
            Expression.AttributeTest(name: name, condition: condition, span: span)
        }
    }

    /// Reads `@` and the name of an attribute; `nil` if the next character is not `@`.
    private mutating func attributeName() throws(PolicySyntaxError) -> AttributeReference? {
        let start = scanner.offset
        guard scanner.isNext("@") else { return nil }
        _ = scanner.skip("@")
        guard let word = scanner.word() else { throw scanner.error(.expectedAttribute) }
        switch word.text.withUTF8Bytes({ AttributeName($0) }) {
        case .attribute, .targetingKey: break
        case .appVersion, .date, nil: throw scanner.error(.badAttribute(word.text), word.span)
        }
        return AttributeReference(name: word.text, span: start..<word.span.upperBound)
    }

    private mutating func comparison(of attribute: AttributeReference) throws(PolicySyntaxError) -> Expression {
        guard scanner.skip(word: "in") else {
            let (sign, value) = try signAndValue()
            let text = try attributeValue(value)
            switch sign {
            case .equal: return .attribute(attribute.test(text))
            case .notEqual: return .not(.attribute(attribute.test(text)))
            case .less, .lessOrEqual, .greater, .greaterOrEqual:
                return .attribute(attribute.test("{\"\(sign.rawValue)\": \(text)}"))
            }
        }
        if scanner.skip(word: "version") { return .attribute(attribute.test(try versionCondition())) }
        var values: [String] = []
        for value in try list() { values.append(try attributeValue(value)) }
        return values.isEmpty
            ? .any([]) : .attribute(attribute.test("[\(values.joined(separator: ", "))]"))
    }

    /// The text of a value that an attribute can have.
    private func attributeValue(_ value: Expression.Literal) throws(PolicySyntaxError) -> String {
        let root = value.tree.root
        if root.kind == .null || root.string == "" { throw scanner.error(.absentAttributeValue, value.span) }
        return String(decoding: value.tree.text(of: Expression.Literal.root), as: UTF8.self)
    }

    /// Reads `("REQUIREMENT")`.
    private mutating func versionCondition() throws(PolicySyntaxError) -> String {
        try require("(", or: "\"(\" and a requirement in quotation marks")
        guard let literal = try scanner.string() else {
            throw scanner.error(.expected("a requirement in quotation marks"))
        }
        try require(")", or: "\")\"")
        do throws(VersionSyntaxError) {
            let set = try VersionSet(parsing: literal.tree.string(at: Expression.Literal.root) ?? "")
            return "{\"version\": \"\(set)\"}"
        } catch {
            throw scanner.error(.badVersions(error), literal.span)
        }
    }

    private mutating func skip(_ sign: Expression.Operator) -> Bool {
        switch sign {
        case .equal: scanner.skip("==")
        case .notEqual: scanner.skip("!=")
        case .lessOrEqual: scanner.skip("<=")
        case .greaterOrEqual: scanner.skip(">=")
        case .less: scanner.skip("<")
        case .greater: scanner.skip(">")
        }
    }

    private mutating func list() throws(PolicySyntaxError) -> [Expression.Literal] {
        try require("[", or: "\"[\" and values separated by commas")
        var values: [Expression.Literal] = []
        if scanner.skip("]") { return values }
        repeat { values.append(try scanner.value()) } while scanner.skip(",")
        try require("]", or: "a comma or \"]\"")
        return values
    }

    /// Reads the name of a setting, as a JSON string or bare. A bare name may also be a group or a pattern.
    static func name(_ scanner: inout PolicyScanner) throws(PolicySyntaxError) -> Expression.SettingName {
        if let string = try scanner.string() {
            let text = string.tree.string(at: Expression.Literal.root) ?? ""
            return Expression.SettingName(text: text, span: string.span, isQuoted: true)
        }
        if keywords.contains(scanner.peekWord()) { throw scanner.error(.keywordAsName(scanner.peekWord())) }
        guard let word = scanner.pattern() else { throw scanner.error(.expectedName) }
        return Expression.SettingName(text: word.text, span: word.span)
    }

    private mutating func require(_ sign: StaticString, or expected: String) throws(PolicySyntaxError) {
        guard scanner.skip(sign) else {
            try rejectForeignOperator()
            throw scanner.error(.expected(expected))
        }
    }

    /// Throws an error that names the operator to use, if an operator of another language comes next.
    private func rejectForeignOperator() throws(PolicySyntaxError) {
        let signs: [(StaticString, String)] = [("&&", "and"), ("||", "or"), ("->", "=>"), ("=", "=="), ("<>", "!=")]
        for (sign, use) in signs where scanner.isNext(sign) && !scanner.isNext("=>") {
            let span = scanner.offset..<(scanner.offset + sign.utf8CodeUnitCount)
            throw scanner.error(.foreignOperator(String(describing: sign), use: use), span)
        }
    }

    private mutating func enter() throws(PolicySyntaxError) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw scanner.error(.tooDeep(limit: Self.maximumDepth)) }
    }
}

extension Expression {
    /// Reads an expression.
    ///
    /// - Throws: `PolicySyntaxError` with its location in the text.
    package init(parsing text: String) throws(PolicySyntaxError) {
        let bytes = Array(text.utf8)
        var scanner = PolicyScanner(bytes, in: 0..<bytes.count)
        self = try ExpressionParser.parse(&scanner)
    }
}
