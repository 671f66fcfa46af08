import FlagResolver

/// The names that an expression can be, where code reads a setting whose name is not written there.
///
/// ```swift
/// func isOn(_ flag: Flag) -> Bool { store[SettingKey(flag.rawValue, default: false)] }
/// ```
///
/// An expression is understood if it has one of these forms, and the code shows everything that can give it a value:
/// 1. a whole literal, or `condition ? a : b` of two expressions that are understood;
/// 2. a constant with such a value, in a function, in a type, or outside of both; a property that a `switch` over literals computes;
/// 3. the raw value of an enum with raw values of the type String;
/// 4. a parameter of a function or an initialiser, if each occurrence of the function is a call that passes such an expression;
/// 5. a constant property that only such initialisers set.
struct PossibleNames {
    struct Name {
        let text: String
        let source: Int
        let span: Range<Int>
    }

    /// The place because of which the names are not known.
    struct Obstacle: Error {
        let source: Int
        let token: Int
    }

    /// A parameter or a property whose values are known, or are being looked for.
    struct Declaration: Hashable {
        /// The name of the function, or of the type.
        let callee: String
        let name: String
        let source: Int
        let token: Int
    }

    let sources: [ScannedSource]
    let types: DeclaredTypes
    let ancestors: [[String]: Set<[String]>]
    /// Whether the code declares operators, which can take a function that is not called.
    let hasOperators: Bool
    /// The names that the code gives to something other than a type, or that mean several types.
    let otherNames: Set<String>
    /// The sources in which `self` can be another value: `if let self = other`.
    let sourcesWithOtherSelf: Set<Int>
    /// Whether the code looks at the memory of values.
    let changesMemory: Bool
    /// The members that the code gives to keys itself.
    let membersOfKeys: Set<String>
    var visited: Set<Declaration> = []
    private var depth = 0
    /// What was found for whole expressions.
    private var known: [Declaration: (names: [Name], callees: Set<String>)] = [:]

    init(_ sources: [ScannedSource], _ types: DeclaredTypes) {
        self.sources = sources
        self.types = types
        ancestors = types.allAncestors
        hasOperators = sources.contains { source in
            source.tokens.tokens.indices.contains { index in
                source.tokens.word(at: index) == .func && source.tokens.kind(at: index + 1) == .symbol
            }
        }
        var others = types.placeholders
        for outline in sources.map(\.outline) {
            others.formUnion(outline.bindings.map(\.name))
            others.formUnion(outline.functions.compactMap(\.name))
            others.formUnion(outline.types.flatMap { $0.cases.map(\.name) })
            others.formUnion(outline.aliases.map(\.name))
        }
        otherNames = others
        sourcesWithOtherSelf = Set(sources.indices.filter { sources[$0].tokens.rebindsSelf })
        changesMemory = sources.contains { source in
            [
                "storageRestrictions", "withMemoryRebound", "bindMemory", "assumingMemoryBound", "unsafeBitCast",
                "withUnsafeMutableBytes",
            ]
            .contains {
                source.tokens.mentions($0)
            }
        }
        membersOfKeys = Set(
            sources.flatMap { source in
                source.outline.types.filter { ["SettingKey", "DeclaredSetting"].contains($0.path.last ?? "") }
                    .flatMap { $0.otherMembers + $0.properties.map(\.name) }
            })
    }

    /// The names that an expression can be, and the functions and types that pass them.
    mutating func names(
        of expression: NameScan.NameExpression, in number: Int
    ) throws(Obstacle) -> (names: [Name], callees: Set<String>) {
        visited = []
        let end = sources[number].tokens.endOfArgument(from: expression.token)
        let names = try names(in: expression.token..<end, number)
        return (names, Set(visited.map(\.callee)))
    }

    /// The names of a declaration, which are looked for once.
    mutating func names(
        of declaration: Declaration, _ find: (inout PossibleNames) throws(Obstacle) -> [Name]
    ) throws(Obstacle) -> [Name] {
        if let known = known[declaration] {
            visited.formUnion(
                known.callees.map {
                    Declaration(callee: $0, name: "", source: declaration.source, token: declaration.token)
                })
            return known.names
        }
        let isWhole = visited.isEmpty
        // It is being looked for, or its names are found already.
        guard visited.insert(declaration).inserted else { return [] }
        let names = try find(&self)
        if isWhole { known[declaration] = (names, Set(visited.map(\.callee))) }
        return names
    }

    /// The names that the expression between two tokens can be.
    mutating func names(in range: Range<Int>, _ number: Int) throws(Obstacle) -> [Name] {
        let tokens = sources[number].tokens
        guard let first = range.first, depth < Self.maximumDepth else {
            throw Obstacle(source: number, token: range.lowerBound)
        }
        depth += 1
        defer { depth -= 1 }
        if let text = tokens.text(in: range) {
            return [Name(text: text, source: number, span: tokens.tokens[first].span)]
        }
        if tokens.closingParenthesis(of: first) == range.upperBound - 1 {
            return try names(in: (first + 1)..<(range.upperBound - 1), number)
        }
        // An operator of the code can bind less than `?`.
        if !hasOperators, let choice = tokens.choice(in: range) {
            return try names(in: choice.first, number) + names(in: choice.second, number)
        }
        guard let path = tokens.memberPath(in: range) else { throw Obstacle(source: number, token: first) }
        return try names(ofValue: path, at: first, number)
    }

    /// Code that people write is not as deep as that.
    private static let maximumDepth = 32

    /// Notes that some tokens or declarations are looked at, if there are steps for it.
    func look(at count: Int, for token: Int, in number: Int) throws(Obstacle) {
        guard types.effort.allows(count, times: 5) else { throw Obstacle(source: number, token: token) }
    }
}

extension SwiftTokens {
    /// Whether `self` is bound to a value, or is a plain name in backquotes.
    fileprivate var rebindsSelf: Bool {
        tokens.indices.contains { index in
            guard isName(at: index), name(of: tokens[index]) == "self" else { return false }
            return kind(at: index) == .quotedIdentifier
                || isAssigned(at: index) && !isSymbol(".", at: index - 1)
                    && (word(at: index - 1) == .let || word(at: index - 1) == .var || isName(at: index - 1)
                        || ["[", ","].contains { isSymbol($0, at: index - 1) })
        }
    }

    /// The index after the argument that begins at a token.
    fileprivate func endOfArgument(from start: Int) -> Int {
        var depth = 0
        for index in start..<min(start + Self.maximumArgumentLength, tokens.count) where kind(at: index) == .symbol {
            if depth == 0, isSymbol(",", at: index) || isSymbol(")", at: index) { return index }
            if isSymbol("(", at: index) || isSymbol("[", at: index) || isSymbol("{", at: index) { depth += 1 }
            if isSymbol(")", at: index) || isSymbol("]", at: index) || isSymbol("}", at: index) { depth -= 1 }
        }
        return start
    }

    private static let maximumArgumentLength = 256

    /// The two values of `condition ? first : second`; `nil` for another expression.
    fileprivate func choice(in range: Range<Int>) -> (first: Range<Int>, second: Range<Int>)? {
        var depth = 0
        var question: Int?
        for index in range where kind(at: index) == .symbol {
            if isSymbol("(", at: index) || isSymbol("[", at: index) || isSymbol("{", at: index) { depth += 1 }
            if isSymbol(")", at: index) || isSymbol("]", at: index) || isSymbol("}", at: index) { depth -= 1 }
            guard depth == 0 else { continue }
            // The one of an optional follows its operand at once, and `??` is two.
            if question == nil, isSymbol("?", at: index), !isAdjacent(index - 1), !isAdjacent(index) {
                question = index
            } else if isSymbol("?", at: index) {
                // The second value can be a choice itself, the first one only in parentheses.
                return nil
            } else if let question, isSymbol(":", at: index) {
                return ((question + 1)..<index, (index + 1)..<range.upperBound)
            }
        }
        return nil
    }

    /// The names of `flag.rawValue`; `nil` for another expression.
    fileprivate func memberPath(in range: Range<Int>) -> [String]? {
        var names: [String] = []
        var index = range.lowerBound
        while index < range.upperBound, isName(at: index) {
            names.append(name(of: tokens[index]))
            index += 1
            if index == range.upperBound { return names }
            guard isSymbol(".", at: index) else { return nil }
            index += 1
        }
        return nil
    }
}
