import FlagResolver

/// The declarations of a source, as far as they decide what decoding and calls read.
struct CodeOutline: Sendable {
    /// `@Setting("page_size")`
    struct Attribute: Sendable {
        let name: String
        /// The index of the token with its name.
        let token: Int
        /// The index of the parenthesis of its arguments; `nil` if it has none.
        let parenthesis: Int?
    }

    /// A stored property of a type.
    struct Property: Sendable {
        let name: String
        let token: Int
        /// The tokens of its type; `nil` if it is that of the value.
        let type: Range<Int>?
        /// The first token of its value; `nil` if it has none.
        let value: Int?
        let isConstant: Bool
        let attributes: [Attribute]
    }

    struct Case: Sendable {
        let name: String
        /// The raw value that it states as a literal.
        let rawValue: String?
        let token: Int
    }

    /// A type or an extension of one.
    struct TypeDeclaration: Sendable {
        let keyword: SwiftWord
        /// The names of the types around it and its own, the outermost first.
        let path: [String]
        let token: Int
        let attributes: [Attribute]
        let genericParameters: [String]
        /// The names of the protocols and of the superclass.
        let inherited: [[String]]
        fileprivate(set) var properties: [Property] = []
        fileprivate(set) var cases: [Case] = []
        /// Computed, static and lazy properties, functions and other members that are not decoded.
        fileprivate(set) var otherMembers: [String] = []
        /// Whether it has an initialiser with the label `from`.
        fileprivate(set) var decodesItself = false
        /// Whether it has stored properties whose names are not read, such as those of a tuple.
        fileprivate(set) var hasUnreadMembers = false
    }

    struct Parameter: Sendable {
        let label: String?
        let name: String
        let type: Range<Int>
        let hasDefault: Bool
    }

    struct Function: Sendable {
        /// `nil` for an initialiser, a subscript and an operator.
        let name: String?
        let token: Int
        let parameters: [Parameter]
        let genericParameters: [String]
        /// The index of the type that it is a member of, in ``CodeOutline/types``; `nil` if it is not a member.
        let type: Int?
        let attributes: [Attribute]
        /// The tokens of its body; empty if it has none.
        fileprivate(set) var body = 0..<0
        /// Whether the body ends. It does not if branches of `#if` share its brace.
        fileprivate(set) var isClosed = false
    }

    /// A name of a value or parameter.
    struct Binding: Sendable {
        let name: String
        let token: Int
        let type: Range<Int>?
        /// The first token of its value; `nil` if it has none.
        let value: Int?
    }

    struct Import: Sendable {
        let module: String
        let token: Int
        let isTestable: Bool
    }

    struct Alias: Sendable {
        let name: String
        let token: Int
        let target: Range<Int>
        let types: [String]
    }

    private(set) var imports: [Import] = []
    private(set) var types: [TypeDeclaration] = []
    private(set) var functions: [Function] = []
    private(set) var bindings: [Binding] = []
    private(set) var aliases: [Alias] = []
    /// The tokens of the attributes that declare macros.
    private(set) var macros: [Int] = []

    private let source: SwiftTokens

    private struct Scope {
        let parent: Int
        /// The index of the type whose members the scope has; `nil` for another scope.
        var type: Int?
        var function: Int?
        /// The names of the types around the code.
        var types: [String] = []
        /// How many parentheses and brackets are open in the scope.
        var depth = 0
    }

    private var scopes = [Scope(parent: 0)]
    private var current = 0
    private var branches: [Int] = []
    private var pendingType: Int?
    private var pendingFunction: Int?
    private var attributes: [Attribute] = []

    init(_ source: SwiftTokens) {
        self.source = source
        var index = 0
        while index < source.tokens.count { index = visit(index) }
    }

    // MARK: Scopes

    /// Visits a token, and returns the index of the next one to visit.
    private mutating func visit(_ index: Int) -> Int {
        switch source.tokens[index].word {
        case .other, .context, .set, .get, .override:
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

    private func isDeclaration(_ word: SwiftWord, at index: Int) -> Bool {
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

    private mutating func visitSymbol(_ index: Int) -> Int {
        if source.isSymbol("{", at: index) {
            open(index)
        } else if source.isSymbol("}", at: index) {
            if let function = scopes[current].function {
                functions[function].body = functions[function].body.lowerBound..<index
                functions[function].isClosed = true
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

    private mutating func open(_ index: Int) {
        var scope = Scope(parent: current, type: nil, function: nil, types: scopes[current].types)
        if let pendingType {
            scope.type = pendingType
            scope.types = types[pendingType].path
        } else if let pendingFunction {
            scope.function = pendingFunction
            // Without its brace, the body has no end.
            functions[pendingFunction].body = index..<source.tokens.count
        }
        scopes.append(scope)
        current = scopes.count - 1
        forget()
    }

    private mutating func forget() {
        pendingType = nil
        pendingFunction = nil
        attributes = []
    }

    private mutating func visitAttribute(_ index: Int) -> Int {
        var name = index + 1
        while source.isSymbol(".", at: name + 1), source.isName(at: name + 2) { name += 2 }
        let next = source.indexAfterGenerics(name + 1)
        // A space separates the attribute from a type in parentheses.
        let isCall = source.isSymbol("(", at: next) && source.isAdjacent(next - 1)
        let end = isCall ? source.closingParenthesis(of: next) : nil
        let attribute = Attribute(
            name: source.name(of: source.tokens[name]), token: name, parenthesis: end == nil ? nil : next)
        if attribute.name == "freestanding" || attribute.name == "attached" { macros.append(name) }
        if scopes[current].depth == 0 { attributes.append(attribute) }
        return (end ?? next - 1) + 1
    }

    // MARK: Declarations

    private mutating func visitDeclaration(_ word: SwiftWord, at index: Int) -> Int {
        switch word {
        case .struct, .class, .enum, .actor, .protocol, .extension: return visitType(word, at: index)
        case .func: return visitFunction(index)
        case .`init`, .subscript: return visitInitialiser(word, at: index)
        case .let, .var: return visitProperty(index)
        case .case: return visitCases(index)
        case .import: return visitImport(index)
        case .typealias: return visitAlias(index)
        default:
            forget()
            return index + 1
        }
    }

    private mutating func visitType(_ keyword: SwiftWord, at index: Int) -> Int {
        guard source.isName(at: index + 1) else { return index + 1 }
        switch source.word(at: index + 1) {
        // `class func`
        case .func, .var, .let, .subscript, .`init`: return index + 1
        default: break
        }
        let name = source.typeName(at: index + 1)
        var next = index + 1
        while source.isName(at: next), source.isSymbol(".", at: next + 1) { next += 2 }
        next += 1
        let generics = genericParameters(at: next)
        next = source.indexAfterGenerics(next)
        var inherited: [[String]] = []
        if source.isSymbol(":", at: next) {
            next += 1
            while next < source.tokens.count, !source.isSymbol("{", at: next), source.word(at: next) != .where {
                let type = source.typeName(at: next)
                let end = source.endOfType(from: next)
                if type.isEmpty {
                    // `@unchecked Sendable`, `~Copyable`, `A & B`
                    next += 1
                    continue
                }
                inherited.append(type)
                next = max(end, next + 1)
            }
        }
        while next < source.tokens.count, !source.isSymbol("{", at: next), !source.isSymbol("}", at: next) { next += 1 }
        addMember(name.first ?? "")
        let found = attributes
        forget()
        types.append(
            TypeDeclaration(
                keyword: keyword, path: scopes[current].types + name, token: index + 1, attributes: found,
                genericParameters: generics, inherited: inherited))
        pendingType = types.count - 1
        return next
    }

    /// The names between `<` and `>`; none at another token.
    private func genericParameters(at index: Int) -> [String] {
        let end = source.indexAfterGenerics(index)
        return (index..<end).filter { position in
            source.isName(at: position)
                && (source.isSymbol("<", at: position - 1) || source.isSymbol(",", at: position - 1)
                    || source.isName(at: position - 1))
        }.map { source.name(of: source.tokens[$0]) }
    }

    private mutating func visitFunction(_ index: Int) -> Int {
        var next = index + 1
        let name = source.isName(at: next) ? source.name(of: source.tokens[next]) : nil
        while next < source.tokens.count, !source.isSymbol("(", at: next),
            !source.isSymbol("<", at: next) || name == nil,
            !source.isSymbol("{", at: next)
        { next += 1 }
        addMember(name ?? "")
        return visitParameters(of: name, declaredAt: index + 1, from: next)
    }

    private mutating func visitInitialiser(_ word: SwiftWord, at index: Int) -> Int {
        var next = index + 1
        if source.isSymbol("?", at: next) || source.isSymbol("!", at: next) { next += 1 }
        guard source.isSymbol("(", at: next) || source.isSymbol("<", at: next) else { return index + 1 }
        addMember(word.rawValue)
        if let type = scopes[current].type, word == .`init`, source.isSymbol("(", at: next),
            source.word(at: next + 1) == .from
        {
            types[type].decodesItself = true
        }
        return visitParameters(of: nil, declaredAt: index, from: next)
    }

    private mutating func visitParameters(of name: String?, declaredAt token: Int, from start: Int) -> Int {
        let generics = genericParameters(at: start)
        let parenthesis = source.indexAfterGenerics(start)
        let found = attributes
        forget()
        guard let end = source.closingParenthesis(of: parenthesis) else { return start }
        var parameters: [Parameter] = []
        for argument in source.arguments(ofCall: parenthesis) {
            // `_ name: String = "a"`, where the scan of arguments takes the words before the colon for a label.
            guard let colon = argument.colon, let nameToken = argument.words.last else { continue }
            let parameter = source.name(of: source.tokens[nameToken])
            let label =
                argument.words.count > 1
                ? source.name(of: source.tokens[argument.words[argument.words.count - 2]]) : parameter
            let typeEnd = source.endOfType(from: colon + 1)
            parameters.append(
                Parameter(
                    label: label == "_" ? nil : label, name: parameter, type: (colon + 1)..<typeEnd,
                    hasDefault: typeEnd < argument.range.upperBound))
            bindings.append(Binding(name: parameter, token: nameToken, type: (colon + 1)..<typeEnd, value: nil))
        }
        functions.append(
            Function(
                name: name, token: token, parameters: parameters, genericParameters: generics,
                type: scopes[current].type,
                attributes: found))
        pendingFunction = functions.count - 1
        return end + 1
    }

    private mutating func addMember(_ name: String) {
        if let type = scopes[current].type { types[type].otherMembers.append(name) }
    }

    private mutating func visitProperty(_ index: Int) -> Int {
        let isConstant = source.word(at: index) == .let
        let found = attributes
        let isStored = !isStaticOrLazy(before: index)
        forget()
        guard source.isName(at: index + 1) else {
            visitPattern(index)
            if let type = scopes[current].type, isStored { types[type].hasUnreadMembers = true }
            return index + 1
        }
        var names = [index + 1]
        var next = index + 2
        while source.isSymbol(",", at: next), source.isName(at: next + 1) {
            names.append(next + 1)
            next += 2
        }
        var type: Range<Int>?
        if source.isSymbol(":", at: next) {
            let end = source.endOfType(from: next + 1)
            type = (next + 1)..<end
            next = end
        }
        let value = source.isSymbol("=", at: next) ? next + 1 : nil
        // `let a = 1, b = 2`: the second name is that of a member that is not read.
        let hasMore = value.map { hasFurtherName(after: $0) } ?? source.isSymbol(",", at: next)
        let isComputed = value == nil && source.isSymbol("{", at: next) && !hasObserver(at: next + 1)
        for name in names {
            let text = source.name(of: source.tokens[name])
            bindings.append(Binding(name: text, token: name, type: type, value: value))
            guard let owner = scopes[current].type else { continue }
            guard isStored, !isComputed else {
                types[owner].otherMembers.append(text)
                continue
            }
            types[owner].properties.append(
                Property(name: text, token: name, type: type, value: value, isConstant: isConstant, attributes: found))
            if hasMore { types[owner].hasUnreadMembers = true }
        }
        return next
    }

    private func isStaticOrLazy(before index: Int) -> Bool {
        var previous = index - 1
        while source.isName(at: previous) || source.isSymbol(")", at: previous) {
            if source.isSymbol(")", at: previous) {
                // `private(set)`
                previous -= 3
                continue
            }
            if source.word(at: previous) == .static || source.word(at: previous) == .class
                || source.isText("lazy", at: previous)
            {
                return true
            }
            guard Self.modifiers.contains(source.text(of: source.tokens[previous])) else { return false }
            previous -= 1
        }
        return false
    }

    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "final", "override", "weak", "unowned",
        "nonisolated", "unsafe", "dynamic", "mutating", "required", "convenience", "optional",
    ]

    private func hasObserver(at index: Int) -> Bool {
        source.isText("didSet", at: index) || source.isText("willSet", at: index)
    }

    /// Whether a comma and another name follow a value on the same nesting level.
    private func hasFurtherName(after start: Int) -> Bool {
        var depth = 0
        for index in start..<min(start + 512, source.tokens.count) {
            if source.isSymbol("(", at: index) || source.isSymbol("[", at: index) || source.isSymbol("{", at: index) {
                depth += 1
            }
            if source.isSymbol(")", at: index) || source.isSymbol("]", at: index) || source.isSymbol("}", at: index) {
                depth -= 1
                if depth < 0 { return false }
            }
            guard depth == 0 else { continue }
            switch source.word(at: index) {
            case .let, .var, .func, .struct, .class, .enum, .extension, .case, .import, .protocol, .subscript:
                return false
            default: break
            }
            if source.isSymbol(",", at: index), source.isName(at: index + 1),
                source.isSymbol(":", at: index + 2) || source.isSymbol("=", at: index + 2)
            {
                return true
            }
        }
        return false
    }

    private mutating func visitCases(_ index: Int) -> Int {
        forget()
        guard let type = scopes[current].type, types[type].keyword == .enum else { return index + 1 }
        var next = index + 1
        while source.isName(at: next) {
            let token = next
            var rawValue: String?
            next += 1
            if source.isSymbol("(", at: next), let end = source.closingParenthesis(of: next) { next = end + 1 }
            if source.isSymbol("=", at: next), source.kind(at: next + 1) == .string {
                rawValue = SwiftStringValue.value(of: source.bytes(of: source.tokens[next + 1]))
                next += 2
            }
            types[type].cases.append(
                Case(name: source.name(of: source.tokens[token]), rawValue: rawValue, token: token))
            guard source.isSymbol(",", at: next) else { break }
            next += 1
        }
        return max(next, index + 1)
    }

    /// `{ store in`, `{ (store: SettingsStore, name) in`, `for store in`
    private mutating func visitClosureParameters(before index: Int) {
        var previous = index - 1
        // `-> Bool in`
        while previous > 0, index - previous < 12, !source.isSymbol(")", at: previous),
            !source.isSymbol("{", at: previous)
        {
            if source.isName(at: previous) { add(name: previous) }
            previous -= 1
        }
        guard source.isSymbol(")", at: previous) else { return }
        var start = previous
        while start > 0, previous - start < 64, !source.isSymbol("{", at: start) { start -= 1 }
        for argument in start..<previous where source.isName(at: argument) {
            let hasType = source.isSymbol(":", at: argument + 1)
            guard hasType || source.isSymbol(",", at: argument + 1) || source.isSymbol(")", at: argument + 1) else {
                continue
            }
            let type = hasType ? (argument + 2)..<source.endOfType(from: argument + 2) : nil
            bindings.append(
                Binding(name: source.name(of: source.tokens[argument]), token: argument, type: type, value: nil))
        }
    }

    /// `case .loaded(let store)`, `if case let (store, name)`
    private mutating func visitPattern(_ index: Int) {
        if source.isName(at: index + 1) { add(name: index + 1) }
        guard let end = source.closingParenthesis(of: index + 1) else { return }
        for name in (index + 2)..<end where source.isName(at: name) { add(name: name) }
    }

    private mutating func add(name: Int) {
        bindings.append(Binding(name: source.name(of: source.tokens[name]), token: name, type: nil, value: nil))
    }

    private mutating func visitImport(_ index: Int) -> Int {
        let isTestable = attributes.contains { $0.name == "testable" || $0.name == "_spi" }
        forget()
        var name = index + 1
        // `import struct FlagStore.SettingKey`
        switch source.word(at: name) {
        case .struct, .class, .enum, .protocol, .typealias, .func, .let, .var: name += 1
        default: break
        }
        guard source.isName(at: name) else { return index + 1 }
        imports.append(Import(module: source.name(of: source.tokens[name]), token: name, isTestable: isTestable))
        return name + 1
    }

    private mutating func visitAlias(_ index: Int) -> Int {
        forget()
        guard source.isName(at: index + 1) else { return index + 1 }
        let equals = source.indexAfterGenerics(index + 2)
        guard source.isSymbol("=", at: equals) else { return index + 1 }
        let end = source.endOfType(from: equals + 1)
        let name = source.name(of: source.tokens[index + 1])
        addMember(name)
        aliases.append(
            Alias(name: name, token: index + 1, target: (equals + 1)..<end, types: scopes[current].types))
        return max(end, index + 1)
    }
}

extension CodeOutline {
    /// The innermost function around a token; `nil` if that is not certain.
    func function(around token: Int) -> Function? {
        let found = functions.last { $0.body.contains(token) && $0.token < token }
        // The members of a type in a function do not see its parameters.
        guard let found, found.isClosed, !types.contains(where: { found.body.contains($0.token) }) else { return nil }
        return found
    }
}
