import FlagResolver

/// The names that initialisers give to constant properties: `struct Flag { let name: String }`.
extension PossibleNames {
    /// The names that the initialisers of a type give to a property.
    mutating func names(
        assignedTo property: CodeOutline.Property, of path: [String], _ number: Int
    ) throws(Obstacle) -> [Name] {
        let declaration = Declaration(
            callee: path.last ?? "", name: property.name, source: number, token: property.token)
        return try names(of: declaration) { (possible) throws(Obstacle) in
            try possible.allNames(assignedTo: property, of: path, number)
        }
    }

    private mutating func allNames(
        assignedTo property: CodeOutline.Property, of path: [String], _ number: Int
    ) throws(Obstacle) -> [Name] {
        let obstacle = Obstacle(source: number, token: property.token)
        guard !changesMemory, property.isConstant, property.value == nil, property.attributes.isEmpty,
            let type = property.type, isString(type, number), isOnlyInitialisedByCalls(path),
            let declaration = types.declarations[path]?.first
        else { throw obstacle }
        var names: [Name] = []
        var hasOwnInitialiser = false
        for part in types.parts(of: path) {
            let outline = sources[part.source].outline
            let tokens = sources[part.source].tokens
            for function in outline.functions
            where outline.isMember(function, of: part.declaration) && tokens.word(at: function.token) == .`init` {
                if part.declaration.token == declaration.declaration.token, part.source == declaration.source {
                    hasOwnInitialiser = true
                }
                names += try self.names(assignedTo: property.name, in: function, part.source)
            }
        }
        if !hasOwnInitialiser {
            guard declaration.declaration.keyword == .struct, !declaration.declaration.hasUnreadMembers else {
                throw obstacle
            }
            let parameters = declaration.declaration.properties.filter { !$0.isConstant || $0.value == nil }.map {
                CodeOutline.Parameter(
                    label: $0.name, name: $0.name, type: $0.type ?? 0..<0, hasAttribute: false,
                    defaultValue: $0.name == property.name ? nil : $0.value.map { $0..<($0 + 1) })
            }
            guard let parameter = parameters.first(where: { $0.name.hasSameBytes(as: property.name) }) else {
                throw obstacle
            }
            names += try self.names(passedFor: parameter, among: parameters, toInitialiserOf: path, obstacle)
        }
        return names
    }

    /// The names that an initialiser assigns. One that calls another initialiser of the type assigns none.
    private mutating func names(
        assignedTo property: String, in function: CodeOutline.Function, _ number: Int
    ) throws(Obstacle) -> [Name] {
        let tokens = sources[number].tokens
        let obstacle = Obstacle(source: number, token: function.token)
        guard function.isClosed else { throw obstacle }
        var names: [Name] = []
        var isAssigned = false
        for index in function.body.clamped(to: tokens.tokens.indices) {
            // `self = other`, `(name, title) = other`
            if tokens.word(at: index) == .`self` || tokens.isSymbol(")", at: index), tokens.isAssigned(at: index) {
                throw obstacle
            }
            if tokens.word(at: index) == .`init`, tokens.isSymbol(".", at: index - 1),
                tokens.word(at: index - 2) == .`self`
            {
                isAssigned = true
            }
            guard tokens.isName(at: index), tokens.name(of: tokens.tokens[index]).hasSameBytes(as: property),
                tokens.isAssigned(at: index)
            else { continue }
            guard !tokens.isSymbol(".", at: index - 1) || tokens.word(at: index - 2) == .`self` else { continue }
            guard let value = tokens.simpleValue(at: index + 2) else {
                throw Obstacle(source: number, token: index)
            }
            isAssigned = true
            names += try self.names(in: value, number)
        }
        guard isAssigned else { throw obstacle }
        return names
    }

    /// Whether only calls make values of a type: not a decoder, a literal, Objective-C or the requirement of a protocol.
    private func isOnlyInitialisedByCalls(_ path: [String]) -> Bool {
        guard let parts = types.declarations[path], parts.count == 1, let declaration = parts.first?.declaration,
            declaration.keyword == .struct || declaration.keyword == .class || declaration.keyword == .actor,
            declaration.keyword == .struct || isWithoutRelatives(path), hasHarmlessParts(path)
        else { return false }
        let related = relatives(of: path)
        return (related + [path]).allSatisfy { relative in
            (ancestors[relative] ?? []).allSatisfy { ancestor in
                let name = ancestor.last ?? ""
                let makesValues =
                    ["Decodable", "Codable"].contains(name)
                    || types.parts(of: ancestor).contains {
                        $0.declaration.keyword == .protocol && $0.declaration.otherMembers.contains("init")
                    }
                return isKnown(ancestor) && !makesValues
            }
        }
    }

    /// The names that calls of an initialiser pass for a parameter.
    mutating func names(
        passedFor parameter: CodeOutline.Parameter, among parameters: [CodeOutline.Parameter],
        toInitialiserOf path: [String], _ obstacle: Obstacle
    ) throws(Obstacle) -> [Name] {
        guard let type = path.last, !["wrappedValue", "projectedValue"].contains(parameter.label),
            isOnlyInitialisedByCalls(path)
        else { throw obstacle }
        let declaration = Declaration(
            callee: type, name: "init(\(parameter.label ?? "_") \(parameter.name))", source: obstacle.source,
            token: obstacle.token)
        return try names(of: declaration) { (possible) throws(Obstacle) in
            try possible.allNames(passedFor: parameter, among: parameters, toInitialiserOf: path, obstacle)
        }
    }

    private mutating func allNames(
        passedFor parameter: CodeOutline.Parameter, among parameters: [CodeOutline.Parameter],
        toInitialiserOf path: [String], _ obstacle: Obstacle
    ) throws(Obstacle) -> [Name] {
        // `Self(…)`, and the generic parameters of functions and types
        let spellings = types.spellings(of: path).union(types.placeholders).union(["Self"])
        var names: [Name] = []
        var isCalled = false
        for (number, source) in sources.enumerated() {
            let tokens = source.tokens
            try look(at: tokens.tokens.count, for: obstacle.token, in: obstacle.source)
            for index in tokens.tokens.indices where tokens.isName(at: index) {
                let place = Obstacle(source: number, token: index)
                let parenthesis: Int
                if tokens.word(at: index) == .`init` {
                    guard mayInitialise(path, spellings, at: index, source) else { continue }
                    guard tokens.isSymbol("(", at: index + 1) else { throw place }
                    parenthesis = index + 1
                } else {
                    guard spellings.contains(tokens.name(of: tokens.tokens[index])), !isDeclared(at: index, tokens)
                    else { continue }
                    parenthesis = tokens.indexAfterGenerics(index + 1)
                    guard tokens.isSymbol("(", at: parenthesis) else { continue }
                }
                guard let value = try argument(for: parameter, among: parameters, ofCall: parenthesis, place) else {
                    continue
                }
                isCalled = true
                names += try self.names(in: value, number)
            }
        }
        guard isCalled || parameter.hasDefault else { throw obstacle }
        return names
    }

    private func isDeclared(at index: Int, _ tokens: SwiftTokens) -> Bool {
        switch tokens.word(at: index - 1) {
        case .struct, .class, .enum, .actor, .protocol, .extension, .typealias, .func, .case: true
        default: false
        }
    }

    /// Whether `init` at a token can be an initialiser of a type: `.init("search")`, `self.init("search")`, `Flag.init`.
    private func mayInitialise(
        _ path: [String], _ spellings: Set<String>, at index: Int, _ source: ScannedSource
    ) -> Bool {
        let tokens = source.tokens
        // Without a dot, it is declared there.
        guard tokens.isSymbol(".", at: index - 1) else { return false }
        let chain = tokens.chain(before: index)
        guard chain.isPlain, let base = chain.names.last else { return true }
        if ["self", "Self", "super"].contains(base), chain.names.count == 1 {
            guard let type = source.outline.type(around: index, types.effort) else { return true }
            return types.owners(of: type).contains { owner in
                owner == path || types.declarations[owner]?.first?.declaration.keyword == .protocol
                    || (ancestors[owner] ?? []).contains(path)
            }
        }
        // A variable can have the name of a type.
        return spellings.contains(base) || !types.isConcrete(base) || otherNames.contains(base)
    }
}

extension CodeOutline {
    fileprivate func isMember(_ function: Function, of type: TypeDeclaration) -> Bool {
        guard let index = function.type, types.indices.contains(index) else { return false }
        return types[index].token == type.token
    }
}

extension SwiftTokens {
    /// The tokens of a value that is one literal, or a name with members; `nil` for another one.
    fileprivate func simpleValue(at start: Int) -> Range<Int>? {
        var end = start
        if kind(at: start) != .string {
            guard isName(at: start) else { return nil }
            while isSymbol(".", at: end + 1), isName(at: end + 2) { end += 2 }
        }
        return endsWholeValue(at: end) ? start..<(end + 1) : nil
    }
}
