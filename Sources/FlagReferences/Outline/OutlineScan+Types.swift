import FlagResolver

/// Types, functions, imports and other names of types.
extension OutlineScan {
    mutating func visitDeclaration(_ word: SwiftWord, at index: Int) -> Int {
        switch word {
        case .struct, .class, .enum, .actor, .protocol, .extension: return visitType(word, at: index)
        case .func: return visitFunction(index)
        case .`init`, .subscript: return visitInitialiser(word, at: index)
        case .let, .var: return visitProperty(index)
        case .case: return visitCases(index)
        case .import: return visitImport(index)
        case .typealias: return visitAlias(index)
        case .associatedtype:
            forget()
            if source.isName(at: index + 1) {
                outline.associatedTypes.append(source.name(of: source.tokens[index + 1]))
            }
            return index + 1
        default:
            forget()
            return index + 1
        }
    }

    mutating func visitType(_ keyword: SwiftWord, at index: Int) -> Int {
        guard source.isNameOfType(at: index + 1, declaredBy: keyword) else { return index + 1 }
        let name = source.typeName(at: index + 1)
        var next = index + 2
        var generics = genericParameters(at: next)
        next = source.indexAfterGenerics(next)
        while source.isSymbol(".", at: next), source.isName(at: next + 1) {
            generics += genericParameters(at: next + 2)
            next = source.indexAfterGenerics(next + 2)
        }
        let inherited = source.isSymbol(":", at: next) ? inheritedTypes(after: &next) : []
        var required: [[String]] = []
        while next < source.tokens.count, !source.isSymbol("{", at: next), !source.isSymbol("}", at: next) {
            // `protocol Remote where Self: Decodable`
            if source.word(at: next) == .Self, source.isSymbol(":", at: next + 1) {
                var type = next + 2
                repeat {
                    required.append(source.typeName(at: type))
                    while source.isName(at: type) || source.isSymbol(".", at: type) { type += 1 }
                    type += 1
                } while source.isSymbol("&", at: type - 1)
            }
            next += 1
        }
        addMember(name.first ?? "")
        let found = attributes
        forget()
        outline.types.append(
            CodeOutline.TypeDeclaration(
                keyword: keyword, path: scopes[current].types.prefix(Self.maximumNesting) + name, token: index + 1,
                attributes: found,
                // Those of an extension are arguments: `extension SettingKey<Bool>`.
                genericParameters: keyword == .extension ? [] : generics,
                inherited: inherited + required.filter { !$0.isEmpty }))
        pendingType = outline.types.count - 1
        return next
    }

    /// Deeper types have paths without the types between, so that paths cost little.
    private static let maximumNesting = 64

    /// The names of the protocols and of the superclass after a colon, up to the brace or `where`.
    private func inheritedTypes(after next: inout Int) -> [[String]] {
        var inherited: [[String]] = []
        next += 1
        while next < source.tokens.count, !source.isSymbol("{", at: next), source.word(at: next) != .where {
            // `@unchecked Sendable`, `A & B`
            if source.isSymbol("@", at: next) {
                next += 2
                continue
            }
            let type = source.typeName(at: next)
            guard !type.isEmpty else {
                next += 1
                continue
            }
            inherited.append(type)
            next += 1
            while source.isSymbol(".", at: next) || source.isSymbol("<", at: next) {
                next = source.isSymbol(".", at: next) ? next + 2 : max(source.indexAfterGenerics(next), next + 1)
            }
        }
        return inherited
    }

    /// The names between `<` and `>`; none at another token.
    func genericParameters(at index: Int) -> [String] {
        let end = source.indexAfterGenerics(index)
        return (index..<end).filter { position in
            source.isName(at: position)
                && (source.isSymbol("<", at: position - 1) || source.isSymbol(",", at: position - 1)
                    || source.isName(at: position - 1))
        }.map { source.name(of: source.tokens[$0]) }
    }

    mutating func visitFunction(_ index: Int) -> Int {
        var next = index + 1
        let name = source.isName(at: next) ? source.name(of: source.tokens[next]) : nil
        while next < source.tokens.count, !source.isSymbol("(", at: next),
            !source.isSymbol("<", at: next) || name == nil,
            !source.isSymbol("{", at: next)
        { next += 1 }
        addMember(name ?? "")
        return visitParameters(of: name, declaredAt: index + 1, from: next)
    }

    mutating func visitInitialiser(_ word: SwiftWord, at index: Int) -> Int {
        var next = index + 1
        if source.isSymbol("?", at: next) || source.isSymbol("!", at: next) { next += 1 }
        guard source.isSymbol("(", at: next) || source.isSymbol("<", at: next) else { return index + 1 }
        addMember(word.rawValue)
        if let type = scopes[current].type, word == .`init`, source.isSymbol("(", at: next),
            source.word(at: next + 1) == .from
        {
            outline.types[type].decodesItself = true
        }
        return visitParameters(of: nil, declaredAt: index, from: next)
    }

    mutating func visitParameters(of name: String?, declaredAt token: Int, from start: Int) -> Int {
        let generics = genericParameters(at: start)
        let parenthesis = source.indexAfterGenerics(start)
        let found = attributes
        forget()
        guard let end = source.closingParenthesis(of: parenthesis) else {
            outline.hasUnreadParameters = true
            return start
        }
        var parameters: [CodeOutline.Parameter] = []
        for argument in source.arguments(ofCall: parenthesis) {
            // `_ name: String = "a"`, where the scan of arguments takes the words before the colon for a label.
            guard let colon = argument.colon, let nameToken = argument.words.last else { continue }
            let parameter = source.name(of: source.tokens[nameToken])
            let label =
                argument.words.count > 1
                ? source.name(of: source.tokens[argument.words[argument.words.count - 2]]) : parameter
            let typeEnd = source.endOfType(from: colon + 1)
            parameters.append(
                CodeOutline.Parameter(
                    label: label == "_" ? nil : label, name: parameter, type: (colon + 1)..<typeEnd,
                    hasAttribute: source.isSymbol("@", at: argument.start),
                    defaultValue: typeEnd < argument.range.upperBound
                        ? (source.isSymbol("=", at: typeEnd) ? typeEnd + 1 : typeEnd)..<argument.range.upperBound : nil)
            )
            outline.bindings.append(
                CodeOutline.Binding(name: parameter, token: nameToken, type: (colon + 1)..<typeEnd, value: nil))
        }
        outline.functions.append(
            CodeOutline.Function(
                name: name, token: token, parameters: parameters, genericParameters: generics,
                type: scopes[current].type,
                attributes: found))
        pendingFunction = outline.functions.count - 1
        return end + 1
    }

    mutating func addMember(_ name: String) {
        if let type = scopes[current].type { outline.types[type].otherMembers.append(name) }
    }

    mutating func visitCases(_ index: Int) -> Int {
        forget()
        guard let type = scopes[current].type, outline.types[type].keyword == .enum else { return index + 1 }
        var next = index + 1
        while source.isName(at: next) {
            let token = next
            var rawValue: String?
            next += 1
            let start = next
            if source.isSymbol("(", at: next), let end = source.closingParenthesis(of: next) { next = end + 1 }
            let payload = start..<next
            if source.isSymbol("=", at: next), source.kind(at: next + 1) == .string {
                rawValue = SwiftStringValue.value(of: source.bytes(of: source.tokens[next + 1]))
                next += 2
            }
            outline.types[type].cases.append(
                CodeOutline.Case(
                    name: source.name(of: source.tokens[token]), rawValue: rawValue, token: token, payload: payload))
            guard source.isSymbol(",", at: next) else { break }
            next += 1
        }
        return max(next, index + 1)
    }

    mutating func visitImport(_ index: Int) -> Int {
        let isTestable = attributes.contains { $0.name == "testable" || $0.name == "_spi" }
        forget()
        var name = index + 1
        // `import struct FlagStore.SettingKey`
        switch source.word(at: name) {
        case .struct, .class, .enum, .protocol, .typealias, .func, .let, .var: name += 1
        default: break
        }
        guard source.isName(at: name) else { return index + 1 }
        outline.imports.append(
            CodeOutline.Import(
                module: source.name(of: source.tokens[name]), token: name, isTestable: isTestable,
                isConditional: !branches.isEmpty))
        return name + 1
    }

    mutating func visitAlias(_ index: Int) -> Int {
        forget()
        guard source.isName(at: index + 1) else { return index + 1 }
        let equals = source.indexAfterGenerics(index + 2)
        guard source.isSymbol("=", at: equals) else { return index + 1 }
        let end = source.endOfType(from: equals + 1)
        let name = source.name(of: source.tokens[index + 1])
        addMember(name)
        outline.associatedTypes += genericParameters(at: index + 2)
        outline.aliases.append(
            CodeOutline.Alias(name: name, token: index + 1, target: (equals + 1)..<end, types: scopes[current].types))
        return max(end, index + 1)
    }
}
