import FlagResolver

/// What names in expressions mean: parameters, constants and members of types.
extension PossibleNames {
    /// What gives a value to a name.
    enum Meaning {
        case parameter(CodeOutline.Function, CodeOutline.Parameter)
        /// A constant, and the tokens of its value.
        case constant(source: Int, value: Range<Int>)
        /// A stored property that initialisers set.
        case property(type: [String], source: Int, CodeOutline.Property)
        /// A property that is computed, with the tokens of the literals that it can be.
        case literals(source: Int, tokens: [Int])
        /// A case of an enum.
        case enumCase(type: [String], source: Int, CodeOutline.Case)
    }

    /// The names that a value can be: `name`, `Names.search`, `flag.rawValue`.
    mutating func names(ofValue path: [String], at token: Int, _ number: Int) throws(Obstacle) -> [Name] {
        if path.last == "rawValue" {
            // Without a receiver, it can be the name of a parameter.
            guard
                path.count > 1
                    || sources[number].tokens.bindings(of: "rawValue", in: 0..<sources[number].tokens.tokens.count)
                        .isEmpty
            else { throw Obstacle(source: number, token: token) }
            let owner = path.count == 1 ? ["self"] : Array(path.dropLast())
            return try rawValues(of: owner, at: token, number)
        }
        if path.count == 2, path.last == "name", try isKey(path[0], at: token, number) { return [] }
        switch try meaning(of: path, at: token, number) {
        case .parameter(let function, let parameter):
            return try names(passedFor: parameter, of: function, number)
        case .constant(let source, let value): return try names(in: value, source)
        case .property(let type, let source, let property):
            return try names(assignedTo: property, of: type, source)
        case .literals(let source, let literals):
            let tokens = sources[source].tokens
            return literals.compactMap { index in
                tokens.text(in: index..<(index + 1))
                    .map { Name(text: $0, source: source, span: tokens.tokens[index].span) }
            }
        case .enumCase: throw Obstacle(source: number, token: token)
        }
    }

    /// Whether a value is a parameter of the type `SettingKey`, whose name is that of the key where it is created.
    private func isKey(_ value: String, at token: Int, _ number: Int) throws(Obstacle) -> Bool {
        guard !sources[number].tokens.isImplicit(value), !membersOfKeys.contains("name"),
            case .parameter(_, let parameter) = try meaning(of: value, at: token, number)
        else { return false }
        let tokens = sources[number].tokens
        guard let name = tokens.keyName(at: parameter.type.lowerBound), !types.declares("SettingKey") else {
            return false
        }
        return tokens.indexAfterGenerics(name + 1) == parameter.type.upperBound
    }

    // MARK: Values

    func meaning(of path: [String], at token: Int, _ number: Int) throws(Obstacle) -> Meaning {
        let obstacle = Obstacle(source: number, token: token)
        guard let name = path.last else { throw obstacle }
        if path.count == 1 { return try meaning(of: name, at: token, number) }
        let prefix = Array(path.dropLast())
        if prefix == ["self"] || prefix == ["Self"] {
            let type = try typeAround(token, number)
            guard !sourcesWithOtherSelf.contains(number),
                (ancestors[type] ?? []).allSatisfy({ count(of: name, in: $0) == 0 })
            else { throw obstacle }
            return try member(name, of: type, obstacle).meaning
        }
        if let type = onlyType(named: prefix), mayUseNames(at: token, number) {
            // An extension of a protocol can have a static member of the name.
            guard (ancestors[type] ?? []).allSatisfy({ count(of: name, in: $0) == 0 }) else { throw obstacle }
            let found = try member(name, of: type, obstacle)
            guard found.source == number || !sources[found.source].tokens.isPrivate(found.token) else { throw obstacle }
            return found.meaning
        }
        return try member(name, of: type(ofValue: prefix, at: token, number), obstacle).meaning
    }

    /// The type of a value, if the code declares it and states it as a plain name.
    func type(ofValue path: [String], at token: Int, _ number: Int) throws(Obstacle) -> [String] {
        if path == ["self"] {
            guard !sourcesWithOtherSelf.contains(number) else { throw Obstacle(source: number, token: token) }
            return try typeAround(token, number)
        }
        switch try meaning(of: path, at: token, number) {
        case .parameter(_, let parameter):
            guard !parameter.hasAttribute else { throw Obstacle(source: number, token: token) }
            return try type(in: parameter.type, number)
        case .property(_, let source, let property):
            guard let type = property.type else { throw Obstacle(source: source, token: property.token) }
            return try self.type(in: type, source)
        case .enumCase(let type, _, _): return type
        case .constant, .literals: throw Obstacle(source: number, token: token)
        }
    }

    private func type(in range: Range<Int>, _ number: Int) throws(Obstacle) -> [String] {
        let names = sources[number].tokens.typeName(at: range.lowerBound)
        guard names.count * 2 - 1 == range.count, let path = onlyType(named: names),
            mayUseNames(at: range.lowerBound, number)
        else {
            throw Obstacle(source: number, token: range.lowerBound)
        }
        return path
    }

    /// The type that a name means wherever the code has it: nothing else has the name of it or of the types around it.
    private func onlyType(named names: [String]) -> [String]? {
        guard let last = names.last, let paths = types.paths[last], paths.count == 1, let path = paths.first,
            path.suffix(names.count).elementsEqual(names),
            path.allSatisfy({ !otherNames.contains($0) && types.paths[$0]?.count == 1 }),
            types.declarations[path]?.count == 1
        else { return nil }
        return path
    }

    /// The one type that the code around a token is a part of.
    private func typeAround(_ token: Int, _ number: Int) throws(Obstacle) -> [String] {
        guard let declaration = sources[number].outline.type(around: token, types.effort) else {
            throw Obstacle(source: number, token: token)
        }
        let owners = types.owners(of: declaration)
        guard owners.count == 1, let owner = owners.first, types.declarations[owner] != nil else {
            throw Obstacle(source: number, token: token)
        }
        return owner
    }

    // MARK: Members

    /// What a name means, and where it is declared.
    private struct Declared {
        let meaning: Meaning
        let source: Int
        let token: Int
    }

    /// The one member of a type with a name, which no subclass gives another meaning.
    private func member(_ name: String, of path: [String], _ obstacle: Obstacle) throws(Obstacle) -> Declared {
        let parts = types.parts(of: path)
        guard let declaration = types.declarations[path]?.first?.declaration, types.declarations[path]?.count == 1,
            declaration.keyword != .protocol, hasHarmlessParts(path), count(of: name, in: path) == 1,
            !extendsOtherTypes(with: name),
            declaration.keyword != .class || isWithoutRelatives(path)
        else { throw obstacle }
        for part in parts {
            if let found = part.declaration.cases.first(where: { $0.name.hasSameBytes(as: name) }) {
                let meaning = Meaning.enumCase(type: path, source: part.source, found)
                return Declared(meaning: meaning, source: part.source, token: found.token)
            }
            let outline = sources[part.source].outline
            let binding = outline.bindings.first { binding in
                binding.name.hasSameBytes(as: name)
                    && outline.isMember(binding.token, of: part.declaration, types.effort)
            }
            guard let binding else { continue }
            let property = part.declaration.properties.first { $0.token == binding.token }
            let meaning = try meaning(ofMember: binding, property, of: path, part.source)
            return Declared(meaning: meaning, source: part.source, token: binding.token)
        }
        throw obstacle
    }

    private func meaning(
        ofMember binding: CodeOutline.Binding, _ property: CodeOutline.Property?, of path: [String], _ number: Int
    ) throws(Obstacle) -> Meaning {
        if let value = constantValue(of: binding, number), property?.attributes.isEmpty ?? true { return value }
        if let property { return .property(type: path, source: number, property) }
        // A protocol can give its properties result builders.
        guard
            (ancestors[path] ?? []).allSatisfy({
                count(of: binding.name, in: $0) == 0 || !isBuilt(binding.name, in: $0)
            })
        else { throw Obstacle(source: number, token: binding.token) }
        return try computedProperty(binding, number)
    }

    /// Whether a class has neither a superclass nor subclasses, which can give its members another meaning.
    func isWithoutRelatives(_ path: [String]) -> Bool {
        relatives(of: path).allSatisfy { relative in
            let declared = types.declarations[relative]
            return declared?.allSatisfy { $0.declaration.keyword == .protocol }
                ?? (isKnown(relative) || relative == ["NSObject"])
        }
    }

    /// How many members with a name a type has.
    func count(of name: String, in path: [String]) -> Int {
        types.parts(of: path).reduce(0) { sum, part in
            let members = part.declaration
            return sum + members.properties.count { $0.name.hasSameBytes(as: name) }
                + members.cases.count { $0.name.hasSameBytes(as: name) }
                + members.otherMembers.count { $0.hasSameBytes(as: name) }
        }
    }

    /// The protocols and superclasses of a type, and the types that inherit from it.
    func relatives(of path: [String]) -> [[String]] {
        Array(ancestors[path] ?? []) + ancestors.filter { $0.value.contains(path) }.map(\.key)
    }

    /// `let search = "search"`
    private func constantValue(of binding: CodeOutline.Binding, _ number: Int) -> Meaning? {
        let tokens = sources[number].tokens
        guard let value = binding.value, tokens.word(at: binding.token - 1) == .let,
            binding.type.map({ isString($0, number) }) ?? true, !types.declares("String"),
            tokens.text(in: value..<(value + 1)) != nil, tokens.endsWholeValue(at: value)
        else { return nil }
        return .constant(source: number, value: value..<(value + 1))
    }

    func isString(_ type: Range<Int>, _ number: Int) -> Bool {
        type.count == 1 && sources[number].tokens.isText("String", at: type.lowerBound) && !types.declares("String")
    }

    /// Whether a requirement of a protocol may have an attribute.
    private func isBuilt(_ name: String, in path: [String]) -> Bool {
        types.parts(of: path).contains { part in
            let (outline, tokens) = (sources[part.source].outline, sources[part.source].tokens)
            return outline.bindings.contains {
                $0.name.hasSameBytes(as: name) && part.declaration.body.contains($0.token)
                    && tokens.hasAttribute(before: $0.token - 1)
            }
        }
    }

    /// `var name: String { switch self { case .search: "search"; case .cart: "cart" } }`
    private func computedProperty(_ binding: CodeOutline.Binding, _ number: Int) throws(Obstacle) -> Meaning {
        let tokens = sources[number].tokens
        guard tokens.word(at: binding.token - 1) == .var, binding.value == nil, let type = binding.type,
            isString(type, number), !tokens.hasAttribute(before: binding.token - 1),
            let literals = tokens.literalsOfSwitch(openedAt: type.upperBound)
        else { throw Obstacle(source: number, token: binding.token) }
        return .literals(source: number, tokens: literals)
    }

    // MARK: Names

    /// What a name without members means at a token.
    private func meaning(of name: String, at token: Int, _ number: Int) throws(Obstacle) -> Meaning {
        let (outline, tokens) = (sources[number].outline, sources[number].tokens)
        let obstacle = Obstacle(source: number, token: token)
        try look(at: 3 * outline.declarationCount, for: token, in: number)
        let around = outline.functions.filter { $0.body.contains(token) }
        let type = outline.type(around: token, types.effort)
        // In a default value, the names of a function's body mean nothing.
        let isInHead = outline.functions.contains { $0.token <= token && token < $0.body.lowerBound }
        guard !outline.hasUnreadParameters, !isInHead, around.allSatisfy(\.isClosed), !tokens.isImplicit(name),
            !(type.map { type in around.contains { $0.body.contains(type.token) } } ?? false)
        else { throw obstacle }
        for function in around.reversed() {
            let bound = tokens.bindings(of: name, in: function.body)
            let parameters = function.parameters.filter { $0.name.hasSameBytes(as: name) }
            if let parameter = parameters.first {
                guard bound.isEmpty, parameters.count == 1 else { throw obstacle }
                return .parameter(function, parameter)
            }
            guard let first = bound.first else { continue }
            guard bound.count == 1, tokens.isInScope(first, at: token),
                let found = outline.bindings.first(where: { $0.token == first }),
                let value = constantValue(of: found, number), isDeclaredOnce(name), mayUseNames(at: token, number)
            else { throw obstacle }
            return value
        }
        let found = try memberOrGlobal(name, at: token, number, obstacle)
        // Closures, accessors and statements outside of functions can bind the name, too.
        let bound = tokens.bindings(of: name, in: type?.body ?? 0..<tokens.tokens.count).filter { index in
            let isElsewhere =
                outline.functions.contains { $0.range.contains(index) && !$0.body.contains(token) }
                || outline.types.contains { $0.body.contains(index) && !$0.body.contains(token) }
            return !isElsewhere && !(found.source == number && found.token == index)
        }
        guard bound.isEmpty else { throw obstacle }
        return found.meaning
    }

    /// Whether nothing else in the code has a name.
    private func isDeclaredOnce(_ name: String) -> Bool {
        var count = 0
        guard types.effort.allows(sources.reduce(0) { $0 + $1.tokens.tokens.count }, times: 5) else { return false }
        for source in sources {
            count += source.tokens.bindings(of: name, in: 0..<source.tokens.tokens.count).count
            if count > 1 { return false }
        }
        return true
    }

    /// Whether all names that the code around a token can mean are declared in the code: it is in no type of another module.
    private func mayUseNames(at token: Int, _ number: Int) -> Bool {
        guard sources[number].outline.type(around: token, types.effort) != nil else { return true }
        guard let path = try? typeAround(token, number) else { return false }
        return path.indices.allSatisfy { index in
            let outer = Array(path[...index])
            return types.declarations[outer].map { $0.allSatisfy { $0.declaration.keyword != .protocol } } ?? false
                && (ancestors[outer] ?? []).allSatisfy { isKnown($0) && !Self.systemClasses.contains($0.last ?? "") }
        }
    }

    private func memberOrGlobal(
        _ name: String, at token: Int, _ number: Int, _ obstacle: Obstacle
    ) throws(Obstacle) -> Declared {
        if sources[number].outline.type(around: token, types.effort) != nil {
            var path = try typeAround(token, number)
            while !path.isEmpty {
                if count(of: name, in: path) > 0 {
                    let found = try member(name, of: path, obstacle)
                    if case .constant = found.meaning, !isDeclaredOnce(name) { throw obstacle }
                    if (ancestors[path] ?? []).contains(where: { count(of: name, in: $0) > 0 }) { throw obstacle }
                    guard !sourcesWithOtherSelf.contains(number) else { throw obstacle }
                    return found
                }
                // What is inherited hides what is declared outside of the type.
                let inherited = ancestors[path] ?? []
                guard inherited.allSatisfy({ isKnown($0) && !Self.systemClasses.contains($0.last ?? "") }),
                    inherited.allSatisfy({ count(of: name, in: $0) == 0 })
                else { throw obstacle }
                path.removeLast()
            }
        }
        var found: Declared?
        for (number, source) in sources.enumerated() {
            guard !source.outline.functions.contains(where: { $0.name?.hasSameBytes(as: name) ?? false }) else {
                throw obstacle
            }
            for binding in source.outline.bindings
            where binding.name.hasSameBytes(as: name) && source.outline.isGlobal(binding.token, types.effort) {
                guard found == nil, let value = constantValue(of: binding, number) else { throw obstacle }
                found = Declared(meaning: value, source: number, token: binding.token)
            }
        }
        guard let found, isDeclaredOnce(name), !extendsOtherTypes(with: name), mayUseNames(at: token, number),
            found.source == number || !sources[found.source].tokens.isPrivate(found.token)
        else { throw obstacle }
        return found
    }

    // MARK: Enums

    /// The raw values of the enum that is the type of a value.
    private mutating func rawValues(of path: [String], at token: Int, _ number: Int) throws(Obstacle) -> [Name] {
        let obstacle = Obstacle(source: number, token: token)
        if path != ["self"], case .enumCase(let type, let source, let found) = try meaning(of: path, at: token, number)
        {
            return [try rawValue(of: found, in: type, source, obstacle)]
        }
        let type = try type(ofValue: path, at: token, number)
        var names: [Name] = []
        for part in types.parts(of: type) {
            for found in part.declaration.cases {
                names.append(try rawValue(of: found, in: type, part.source, obstacle))
            }
        }
        guard !names.isEmpty else { throw obstacle }
        return names
    }

    private func rawValue(
        of found: CodeOutline.Case, in path: [String], _ number: Int, _ obstacle: Obstacle
    ) throws(Obstacle) -> Name {
        let tokens = sources[number].tokens
        guard types.declarations[path]?.count == 1, let declaration = types.declarations[path]?.first?.declaration,
            declaration.keyword == .enum, declaration.inherited.first == ["String"], !types.declares("String"),
            hasHarmlessParts(path),
            ([path] + (ancestors[path] ?? [])).allSatisfy({ count(of: "rawValue", in: $0) == 0 }),
            found.rawValue != nil || !tokens.isSymbol("=", at: found.payload.upperBound)
        else { throw obstacle }
        return Name(text: found.rawValue ?? found.name, source: number, span: tokens.tokens[found.token].span)
    }
}

extension CodeOutline {
    /// Whether a name is declared outside of types and functions.
    fileprivate func isGlobal(_ token: Int, _ effort: CodeEffort) -> Bool {
        type(around: token, effort) == nil && !functions.contains { $0.range.contains(token) }
    }

    /// Whether a name is declared in the braces of a type, outside of functions.
    fileprivate func isMember(_ token: Int, of type: TypeDeclaration, _ effort: CodeEffort) -> Bool {
        self.type(around: token, effort)?.token == type.token && !functions.contains { $0.range.contains(token) }
    }
}

extension CodeOutline.Function {
    /// Its tokens from its name to the end of its body.
    var range: Range<Int> { token..<max(token, body.upperBound) }
}

extension SwiftTokens {
    /// Whether a value ends with a token, and no `#if` goes on with it.
    func endsWholeValue(at index: Int) -> Bool { endsValue(at: index) && !isSymbol("#", at: index + 1) }

    /// Whether a name is declared for its file or its type only.
    fileprivate func isPrivate(_ name: Int) -> Bool {
        hasModifier("private", before: name) || hasModifier("fileprivate", before: name)
    }

    /// The literals that a computed property can be, if its body is one literal or a `switch` over such; `nil` for other bodies.
    fileprivate func literalsOfSwitch(openedAt brace: Int) -> [Int]? {
        guard isSymbol("{", at: brace) else { return nil }
        var literals: [Int] = []
        var depth = 0
        var isInPattern = false
        for index in brace..<min(brace + Self.maximumSwitchLength, tokens.count) {
            switch kind(at: index) {
            case .string:
                guard !isInPattern, text(in: index..<(index + 1)) != nil, endsWholeValue(at: index) else { return nil }
                literals.append(index)
            case .symbol:
                if isSymbol("{", at: index) { depth += 1 }
                if isSymbol("}", at: index) {
                    depth -= 1
                    if depth == 0 { return literals.isEmpty ? nil : literals }
                }
                if isSymbol(":", at: index) { isInPattern = false }
                let symbols: [Unicode.Scalar] = isInPattern ? [".", ","] : ["{", "}", ":", ";"]
                guard symbols.contains(where: { isSymbol($0, at: index) }) else { return nil }
            default:
                switch word(at: index) {
                case .case: isInPattern = true
                case .switch, .`self`, .return, .default, .get: continue
                default: guard isInPattern, isName(at: index), isSymbol(".", at: index - 1) else { return nil }
                }
            }
        }
        return nil
    }

    private static let maximumSwitchLength = 4_096
}
