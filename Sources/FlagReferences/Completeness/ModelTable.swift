import FlagResolver

/// The types of some code, and which settings a model of them reads.
///
/// 1. The members of a model are those that the compiler synthesizes the decoding of: stored properties, or the cases of `CodingKeys`.
/// 2. A `PropertySetting`, and a property with the attribute `@Setting`, is a setting. A member whose type has such members is a group.
///    Any other member is a setting, too: its value is read without conditions.
/// 3. What decodes itself, is generic, or is not declared in the code is not understood.
struct ModelTable {
    /// A declaration of a type, with the extensions of it.
    struct Model {
        let source: Int
        let declaration: CodeOutline.TypeDeclaration
        let extensions: [CodeOutline.TypeDeclaration]

        var parts: [CodeOutline.TypeDeclaration] { [declaration] + extensions }
    }

    /// What a member of a model is read as.
    struct Member {
        enum Content {
            case setting(CodeRead.ReadType, CodeLiteral?)
            case group([Member])
            case notUnderstood(HiddenRead.ModelProblem)
        }

        let name: String
        let content: Content
        let source: Int
        let token: Int

        /// Whether it is a setting with conditions, or contains one.
        let hasSettings: Bool
    }

    private let sources: [ScannedSource]
    /// The names of protocols and types whose types are decoded.
    private let decodableNames: Set<String>
    private var models: [[String]: [Model]] = [:]
    /// The paths of the types with a name.
    private var paths: [String: [[String]]] = [:]

    init(_ sources: [ScannedSource]) {
        self.sources = sources
        decodableNames = Self.decodableNames(in: sources)
        var extensions: [[String]: [CodeOutline.TypeDeclaration]] = [:]
        for source in sources {
            for type in source.outline.types where type.keyword == .extension {
                extensions[type.path, default: []].append(type)
            }
        }
        for (number, source) in sources.enumerated() {
            for type in source.outline.types where type.keyword != .extension && type.keyword != .protocol {
                guard let name = type.path.last else { continue }
                models[type.path, default: []].append(
                    Model(source: number, declaration: type, extensions: extensions[type.path] ?? []))
                if models[type.path]?.count == 1 { paths[name, default: []].append(type.path) }
            }
        }
    }

    private static func decodableNames(in sources: [ScannedSource]) -> Set<String> {
        var names: Set<String> = ["Decodable", "Codable", "SettingsModel", "LenientlyDecodable", "LossilyDecodable"]
        var count = 0
        while count != names.count {
            count = names.count
            for source in sources {
                for type in source.outline.types where type.inherited.contains(where: { names.contains($0.last ?? "") })
                {
                    if let name = type.path.last { names.insert(name) }
                }
                for alias in source.outline.aliases
                where alias.target.contains(where: {
                    source.tokens.isName(at: $0) && names.contains(source.tokens.name(of: source.tokens.tokens[$0]))
                }) {
                    names.insert(alias.name)
                }
            }
        }
        return names
    }

    /// Whether values of a type may be decoded: it conforms to a protocol for that, decodes itself, or is written by a macro.
    func mayBeDecoded(_ model: Model) -> Bool {
        model.parts.contains { part in
            part.decodesItself || part.inherited.contains { decodableNames.contains($0.last ?? "") }
                || part.attributes.contains { !Self.harmlessAttributes.contains($0.name) }
        }
    }

    /// The types that may be decoded, in the order of the code.
    var all: [Model] {
        models.values.flatMap { $0 }.filter { mayBeDecoded($0) }.sorted {
            ($0.source, $0.declaration.token) < ($1.source, $1.declaration.token)
        }
    }

    /// The type that a name means in some scope.
    func model(named names: [String], in scope: [String]) -> Result<Model, HiddenRead.ModelProblem> {
        guard !names.isEmpty else { return .failure(.notDeclared) }
        for count in stride(from: scope.count, through: 0, by: -1) {
            if let found = models[Array(scope.prefix(count)) + names] {
                return found.count == 1 ? .success(found[0]) : .failure(.ambiguous)
            }
        }
        let found = (names.last.flatMap { paths[$0] } ?? []).filter { $0.suffix(names.count).elementsEqual(names) }
        guard let path = found.first else { return .failure(.notDeclared) }
        guard found.count == 1, let same = models[path], same.count == 1 else { return .failure(.ambiguous) }
        return .success(same[0])
    }

    private func isDeclared(_ names: [String], in scope: [String]) -> Bool {
        if case .failure(.notDeclared) = model(named: names, in: scope) { false } else { true }
    }

    // MARK: Members

    /// The members that are decoded; the problem if that is not understood.
    func members(of model: Model, _ open: [[String]] = []) -> Result<[Member], HiddenRead.ModelProblem> {
        let type = model.declaration
        guard !open.contains(type.path) else { return .failure(.cycle) }
        if type.keyword == .enum || model.parts.contains(where: \.decodesItself) { return .failure(.decodesItself) }
        if !type.genericParameters.isEmpty { return .failure(.generic) }
        if type.hasUnreadMembers { return .failure(.member("")) }
        if let attribute = type.attributes.first(where: { !Self.harmlessAttributes.contains($0.name) }) {
            return .failure(.attribute(attribute.name))
        }
        // The members of a superclass are not those of the class, and it decodes itself.
        if type.keyword == .class,
            type.inherited.contains(where: { isDeclared($0, in: type.path) || $0.last == "NSObject" })
        {
            return .failure(.superclass)
        }
        let keys: [String: String]?
        switch codingKeys(of: model) {
        case .success(let found): keys = found
        case .failure(let problem): return .failure(problem)
        }
        let isModelOfSettings = type.properties.contains { $0.attributes.contains { $0.name == "Setting" } }
        var members: [Member] = []
        for property in type.properties {
            if isModelOfSettings, !property.attributes.contains(where: { $0.name == "Setting" }) { continue }
            if !isModelOfSettings, property.isConstant, property.value != nil { continue }
            if let keys, keys[property.name] == nil, !isModelOfSettings { continue }
            members += self.members(
                of: property, named: keys?[property.name] ?? property.name, in: model, open + [type.path])
        }
        return .success(members)
    }

    private static let harmlessAttributes: Set<String> = [
        "MainActor", "available", "frozen", "Sendable", "unchecked", "preconcurrency", "nonisolated",
        "usableFromInline",
        "objcMembers", "objc", "dynamicMemberLookup", "_spi",
    ]

    /// The keys by the names of the properties; `nil` if the compiler makes them.
    private func codingKeys(of model: Model) -> Result<[String: String]?, HiddenRead.ModelProblem> {
        if model.parts.contains(where: { $0.otherMembers.contains("CodingKeys") }),
            models[model.declaration.path + ["CodingKeys"]] == nil
        {
            return .failure(.codingKeys)
        }
        guard let found = models[model.declaration.path + ["CodingKeys"]] else { return .success(nil) }
        guard found.count == 1, let keys = found.first, keys.declaration.keyword == .enum, keys.extensions.isEmpty
        else {
            return .failure(.codingKeys)
        }
        let others = Set(keys.declaration.otherMembers)
        if others.contains("Aliases") { return .failure(.aliases) }
        guard others.isEmpty, keys.declaration.properties.isEmpty else { return .failure(.codingKeys) }
        return .success(
            Dictionary(keys.declaration.cases.map { ($0.name, $0.rawValue ?? $0.name) }) { first, _ in first })
    }

    private func members(
        of property: CodeOutline.Property, named name: String, in model: Model, _ open: [[String]]
    ) -> [Member] {
        let source = sources[model.source].tokens
        func member(_ name: String, _ content: Member.Content, hasSettings: Bool) -> Member {
            Member(name: name, content: content, source: model.source, token: property.token, hasSettings: hasSettings)
        }
        let others = property.attributes.filter { $0.name != "Setting" }
        if others.contains(where: { $0.name == "NumberedFamily" }) {
            return [member(name, .notUnderstood(.family), hasSettings: isSettings(property))]
        }
        if let other = others.first(where: {
            !["Lenient", "Lossy"].contains($0.name) && !Self.harmlessAttributes.contains($0.name)
        }) {
            return [member(name, .notUnderstood(.attribute(other.name)), hasSettings: true)]
        }
        let isWrapped = !others.isEmpty
        if let attribute = property.attributes.first(where: { $0.name == "Setting" }) {
            return settings(of: property, attribute, named: name, in: model, isWrapped: isWrapped, open)
        }
        guard let type = property.type else {
            let isUnknown = mayBeSetting(property, source)
            return [
                member(
                    name, isUnknown ? .notUnderstood(.member(name)) : .setting(.stated(.other), nil),
                    hasSettings: isUnknown)
            ]
        }
        if type.contains(where: { source.isText("NumberedFamily", at: $0) }) {
            return [member(name, .notUnderstood(.family), hasSettings: false)]
        }
        if let inner = source.settingType(in: type) {
            return [
                member(name, .setting(.stated(isWrapped ? .other : source.type(in: inner)), nil), hasSettings: true)
            ]
        }
        if type.contains(where: { source.word(at: $0) == .propertySetting }) {
            // `[String: PropertySetting<Bool>]` reads all settings of a group.
            let isCollection = source.isSymbol("[", at: type.lowerBound)
            return [
                member(
                    name,
                    isCollection ? .setting(.stated(.other), nil) : .notUnderstood(.memberType(source.text(in: type))),
                    hasSettings: true)
            ]
        }
        return [nested(type, member: member, name, in: model, isWrapped: isWrapped, open)]
    }

    /// Whether the value of a property without a written type may be a setting, or contain one.
    private func mayBeSetting(_ property: CodeOutline.Property, _ source: SwiftTokens) -> Bool {
        guard property.type == nil, !property.isConstant, let value = property.value else { return false }
        guard source.isName(at: value) else { return false }
        if source.literal(in: value..<(value + 1)) != nil { return false }
        let names = source.typeName(at: value)
        let isOtherType = names.count == 1 && names[0].first?.isUppercase == true && names[0] != "PropertySetting"
        return !isOtherType
    }

    private func isSettings(_ property: CodeOutline.Property) -> Bool {
        property.attributes.contains { $0.name == "Setting" }
    }

    /// A member whose type may be a model.
    private func nested(
        _ type: Range<Int>, member: (String, Member.Content, Bool) -> Member, _ name: String, in model: Model,
        isWrapped: Bool, _ open: [[String]]
    ) -> Member {
        let source = sources[model.source].tokens
        var range = type
        if let last = range.last, source.isSymbol("?", at: last) { range = range.lowerBound..<last }
        let names = source.typeName(at: range.lowerBound)
        let isPlain = !names.isEmpty && names.count * 2 - 1 == range.count
        guard isPlain else {
            // A generic type or a collection can contain models.
            let inner = range.filter { source.isName(at: $0) }.contains { index in
                containsSettings([source.name(of: source.tokens[index])], in: model.declaration.path, open)
            }
            let content: Member.Content =
                inner
                ? .notUnderstood(.memberType(source.text(in: type)))
                : .setting(.stated(isWrapped ? .other : source.type(in: type)), nil)
            return member(name, content, inner)
        }
        switch self.model(named: names, in: model.declaration.path) {
        case .failure(.notDeclared):
            return member(name, .setting(.stated(isWrapped ? .other : source.type(in: type)), nil), false)
        case .failure(let problem): return member(name, .notUnderstood(problem), true)
        case .success(let found):
            switch members(of: found, open) {
            case .success(let members) where members.contains(where: \.hasSettings):
                return member(name, .group(members), true)
            case .success:
                return member(name, .setting(.stated(isWrapped ? .other : source.type(in: type)), nil), false)
            case .failure(let problem):
                // A type without settings reads its own value, however it does that.
                guard mayReadSettings(found, open) else {
                    return member(name, .setting(.stated(isWrapped ? .other : source.type(in: type)), nil), false)
                }
                return member(name, .notUnderstood(problem), true)
            }
        }
    }

    private func containsSettings(_ names: [String], in scope: [String], _ open: [[String]]) -> Bool {
        guard case .success(let found) = model(named: names, in: scope), found.declaration.keyword != .enum else {
            return false
        }
        switch members(of: found, open) {
        case .success(let members): return members.contains(where: \.hasSettings)
        case .failure: return mayReadSettings(found, open)
        }
    }

    /// Whether a type that is not understood names settings, or other types that may.
    func mayReadSettings(_ model: Model, _ open: [[String]] = []) -> Bool {
        guard !open.contains(model.declaration.path) else { return false }
        let source = sources[model.source].tokens
        return model.declaration.properties.contains { property in
            isSettings(property) || mayBeSetting(property, source)
                || (property.type ?? 0..<0).contains { index in
                    if source.word(at: index) == .propertySetting { return true }
                    guard source.isName(at: index) else { return false }
                    let name = source.name(of: source.tokens[index])
                    guard case .success(let inner) = self.model(named: [name], in: model.declaration.path) else {
                        return false
                    }
                    return mayReadSettings(inner, open + [model.declaration.path])
                }
        }
    }

    // MARK: Settings with attributes

    /// `@Setting("page_size", aliases: "pageLength") var pageSize = 20`
    private func settings(
        of property: CodeOutline.Property, _ attribute: CodeOutline.Attribute, named name: String, in model: Model,
        isWrapped: Bool, _ open: [[String]]
    ) -> [Member] {
        let source = sources[model.source].tokens
        func member(_ name: String, _ content: Member.Content) -> Member {
            Member(name: name, content: content, source: model.source, token: property.token, hasSettings: true)
        }
        var names: [String] = []
        var isNamed = false
        var isAlias = false
        for argument in attribute.parenthesis.map({ source.arguments(ofCall: $0) }) ?? [] {
            if let label = argument.words.first {
                isAlias = source.isText("aliases", at: label)
                // A default can be an argument, too.
                guard isAlias || source.isText("wrappedValue", at: label) else {
                    return [member(name, .notUnderstood(.attribute("Setting")))]
                }
                guard isAlias else { continue }
            }
            guard let text = source.text(in: argument.range) else {
                return [member(name, .notUnderstood(.attribute("Setting")))]
            }
            if !isAlias { isNamed = true }
            names.append(text)
        }
        if !isNamed { names.insert(name, at: 0) }
        let value = property.value.map { start in start..<source.endOfValue(from: start) }
        if let found = nestedModel(of: property, value, in: model) {
            switch members(of: found, open) {
            case .success(let members) where members.contains(where: \.hasSettings):
                return names.map { member($0, .group(members)) }
            case .success: break
            case .failure(let problem):
                if mayReadSettings(found, open) { return [member(name, .notUnderstood(problem))] }
            }
        }
        let type: CodeRead.ReadType =
            isWrapped ? .stated(.other) : property.type.map { .stated(source.type(in: $0)) } ?? .ofDefault
        let literal = value.flatMap { source.literal(in: $0) }
        return names.map { member($0, .setting(type, literal)) }
    }

    /// The model of `@Setting var checkout = Checkout()`.
    private func nestedModel(of property: CodeOutline.Property, _ value: Range<Int>?, in model: Model) -> Model? {
        let source = sources[model.source].tokens
        let names = (property.type ?? value).map { source.typeName(at: $0.lowerBound) } ?? []
        guard !names.isEmpty, case .success(let found) = self.model(named: names, in: model.declaration.path) else {
            return nil
        }
        return found
    }
}

extension SwiftTokens {
    /// The tokens of `Bool` in `PropertySetting<Bool>`; `nil` for another type.
    func settingType(in type: Range<Int>) -> Range<Int>? {
        var end = type.upperBound
        if isSymbol("?", at: end - 1) { end -= 1 }
        var start = type.lowerBound
        while isName(at: start), isSymbol(".", at: start + 1) { start += 2 }
        guard word(at: start) == .propertySetting, isSymbol("<", at: start + 1), isSymbol(">", at: end - 1),
            indexAfterGenerics(start + 1) == end
        else { return nil }
        return (start + 2)..<(end - 1)
    }

    /// The text of some tokens, as it is written.
    func text(in range: Range<Int>) -> String {
        range.filter { tokens.indices.contains($0) }.map { text(of: tokens[$0]) }.joined()
    }

    /// The index after a short value: a literal, a name or a call.
    func endOfValue(from start: Int) -> Int {
        if isSymbol("[", at: start), let end = closingBracket(of: start) { return end + 1 }
        if isSymbol("-", at: start) { return start + 2 }
        var index = start
        if isSymbol(".", at: index) { index += 1 }
        guard isName(at: index) else { return start + 1 }
        index += 1
        while isSymbol(".", at: index), isName(at: index + 1) { index += 2 }
        if isSymbol("(", at: index), let end = closingParenthesis(of: index) { return end + 1 }
        return index
    }
}
