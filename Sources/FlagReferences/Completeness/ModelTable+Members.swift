import FlagResolver

/// The members of models.
extension ModelTable {
    /// The types around a member while it is read, and how many are left to read: types that have each other twice have exponentially
    /// many members.
    struct Reading {
        fileprivate var open: [[String]] = []
        fileprivate var rest = 2_000
        fileprivate static let maximumDepth = 32
    }

    /// The members that are decoded; the problem if that is not understood.
    func members(of model: Model) -> Result<[Member], HiddenRead.ModelProblem> {
        var reading = Reading()
        return members(of: model, &reading)
    }

    private func members(of model: Model, _ reading: inout Reading) -> Result<[Member], HiddenRead.ModelProblem> {
        let type = model.declaration
        guard !reading.open.contains(model.path) else { return .failure(.cycle) }
        guard reading.open.count < Reading.maximumDepth, reading.rest > 0,
            types.effort.allows(type.properties.count + reading.open.count + 1, times: 1_000)
        else { return .failure(.size) }
        reading.rest -= 1
        reading.open.append(model.path)
        defer { reading.open.removeLast() }
        if let problem = problem(of: model) { return .failure(problem) }
        let keys: [String: String]?
        switch codingKeys(of: model) {
        case .success(let found): keys = found
        case .failure(let problem): return .failure(problem)
        }
        let hasOwnWrapper = types.declares("Setting")
        if hasOwnWrapper, type.properties.contains(where: { $0.attributes.contains { $0.name == "Setting" } }) {
            return .failure(.attribute("Setting"))
        }
        let isModelOfSettings = type.properties.contains { $0.attributes.contains { $0.name == "Setting" } }
        var members: [Member] = []
        for property in type.properties {
            if isModelOfSettings, !property.attributes.contains(where: { $0.name == "Setting" }) { continue }
            if !isModelOfSettings, property.isConstant, property.value != nil { continue }
            if let keys, keys[property.name] == nil, !isModelOfSettings { continue }
            members += self.members(
                of: property, named: keys?[property.name] ?? property.name, in: model, &reading)
        }
        return .success(members)
    }

    /// Whether a type reads settings when it is decoded, as far as that is known.
    func mayReadSettings(_ model: Model) -> Bool {
        var reading = Reading()
        return mayReadSettings(model, &reading)
    }

    private func mayReadSettings(_ model: Model, _ reading: inout Reading) -> Bool {
        switch members(of: model, &reading) {
        case .success(let members): members.contains(where: \.hasSettings)
        case .failure(.size): true
        case .failure: readers.contains(model.path)
        }
    }

    /// Why the compiler does not synthesize the decoding of a type in a way that is understood; `nil` if it does.
    private func problem(of model: Model) -> HiddenRead.ModelProblem? {
        let type = model.declaration
        if type.keyword == .enum || model.parts.contains(where: \.decodesItself) { return .decodesItself }
        let ancestors = types.ancestors(of: model.path)
        // An extension of a protocol can decode its types, or give them keys.
        let inherited = ancestors.flatMap { types.parts(of: $0) }
        if inherited.contains(where: { $0.declaration.keyword != .class && $0.declaration.decodesItself }) {
            return .decodesItself
        }
        if inherited.contains(where: { $0.declaration.otherMembers.contains("CodingKeys") }) { return .codingKeys }
        let outer = model.path.indices.map { Array(model.path[...$0]) }
        if outer.contains(where: { types.parts(of: $0).contains { !$0.declaration.genericParameters.isEmpty } }) {
            return .generic
        }
        if type.hasUnreadMembers { return .member("") }
        if let attribute = model.parts.flatMap(\.attributes).first(where: {
            !Self.harmlessAttributes.contains($0.name)
        }) {
            return .attribute(attribute.name)
        }
        // The members of a superclass are not those of the class, and it decodes itself.
        guard type.keyword == .class else { return nil }
        let isProtocol = ancestors.allSatisfy { path in
            types.declarations[path].map { $0.allSatisfy { $0.declaration.keyword == .protocol } }
                ?? (EntryPointAudit.harmlessProtocols.contains(path.last ?? "") || path == ["NSObject"])
        }
        return isProtocol ? nil : .superclass
    }

    /// The keys by the names of the properties; `nil` if the compiler makes them.
    private func codingKeys(of model: Model) -> Result<[String: String]?, HiddenRead.ModelProblem> {
        let path = model.path + ["CodingKeys"]
        guard types.declarations[path] != nil else {
            let hasOther = model.parts.contains { $0.otherMembers.contains("CodingKeys") }
            return hasOther ? .failure(.codingKeys) : .success(nil)
        }
        let found = models(at: path)
        guard found.count == 1, let keys = found.first, keys.declaration.keyword == .enum, keys.extensions.isEmpty
        else {
            return .failure(.codingKeys)
        }
        let others = Set(keys.declaration.otherMembers)
        if others.contains("Aliases") { return .failure(.aliases) }
        guard others.isEmpty, keys.declaration.properties.isEmpty,
            keys.declaration.inherited.allSatisfy({ Self.keyProtocols.contains($0.last ?? "") })
        else { return .failure(.codingKeys) }
        let names = keys.declaration.cases.map { ($0.name, $0.rawValue ?? $0.name) }
        let unique = Dictionary(names) { first, _ in first }
        // Branches of `#if` can give one property several names.
        return unique.count == names.count ? .success(unique) : .failure(.codingKeys)
    }

    /// What an enum of keys inherits without deciding what the keys are, beside its raw type.
    private static let keyProtocols: Set<String> = [
        "String", "CodingKey", "TolerantCodingKey", "CaseIterable", "Sendable", "Hashable", "Equatable",
    ]

    private func members(
        of property: CodeOutline.Property, named name: String, in model: Model, _ reading: inout Reading
    ) -> [Member] {
        let source = sources[model.source].tokens
        func member(_ name: String, _ content: Member.Content, hasSettings: Bool) -> Member {
            Member(name: name, content: content, source: model.source, token: property.token, hasSettings: hasSettings)
        }
        let others = property.attributes.filter { $0.name != "Setting" }
        if others.contains(where: { $0.name == "NumberedFamily" }) {
            return [member(name, .notUnderstood(.family), hasSettings: isSetting(property))]
        }
        if let other = others.first(where: {
            !["Lenient", "Lossy"].contains($0.name) && !Self.harmlessAttributes.contains($0.name)
        }) {
            return [member(name, .notUnderstood(.attribute(other.name)), hasSettings: true)]
        }
        let isWrapped = !others.isEmpty
        if let attribute = property.attributes.first(where: { $0.name == "Setting" }) {
            return settings(of: property, attribute, named: name, in: model, isWrapped: isWrapped, &reading)
        }
        guard let type = property.type ?? typeOfValue(of: property, source) else {
            let isKnown = property.value.map { hasKnownValue($0, in: model) } ?? false
            return [
                member(
                    name, isKnown ? .setting(.stated(.other), nil) : .notUnderstood(.member(name)),
                    hasSettings: !isKnown)
            ]
        }
        if type.contains(where: { source.isText("NumberedFamily", at: $0) }) {
            return [member(name, .notUnderstood(.family), hasSettings: false)]
        }
        // `var isOn = PropertySetting(defaultValue: false)`
        if property.type == nil, type.count == 1, source.word(at: type.lowerBound) == .propertySetting {
            return [member(name, .setting(.stated(.other), nil), hasSettings: true)]
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
        let (content, hasSettings) = nested(type, in: model, isWrapped: isWrapped, &reading)
        return [member(name, content, hasSettings: hasSettings)]
    }

    /// The type of `var cart = Cart()`; `nil` for another value.
    func typeOfValue(of property: CodeOutline.Property, _ source: SwiftTokens) -> Range<Int>? {
        guard let value = property.value, source.isName(at: value) else { return nil }
        let names = source.typeName(at: value)
        let end = source.endOfType(from: value)
        guard names.allSatisfy({ $0.first?.isUppercase == true }), source.isSymbol("(", at: end),
            let close = source.closingParenthesis(of: end), source.endsValue(at: close)
        else { return nil }
        return value..<end
    }

    /// Whether a value is a literal, the case of an enum, or a member of a type of another library.
    func hasKnownValue(_ value: Int, in model: Model) -> Bool {
        let source = sources[model.source].tokens
        guard source.isName(at: value) else { return true }
        if source.literal(in: value..<(value + 1)) != nil { return source.endsValue(at: value) }
        let names = source.typeName(at: value)
        guard names.count == 2, names[0].first?.isUppercase == true, source.endsValue(at: value + 2) else {
            return false
        }
        switch types.meaning(of: [names[0]], in: model.path) {
        case .notDeclared: return !types.placeholders.contains(names[0])
        case .ambiguous: return false
        case .type(let path):
            return types.parts(of: path).contains { $0.declaration.cases.contains { $0.name == names[1] } }
        }
    }

    private func isSetting(_ property: CodeOutline.Property) -> Bool {
        property.attributes.contains { $0.name == "Setting" }
    }

    /// What a member is read as whose type may be a model.
    func nested(
        _ type: Range<Int>, in model: Model, isWrapped: Bool, _ reading: inout Reading
    ) -> (Member.Content, hasSettings: Bool) {
        let source = sources[model.source].tokens
        let plain = (Member.Content.setting(.stated(isWrapped ? .other : source.type(in: type)), nil), false)
        let unknown = (Member.Content.notUnderstood(.memberType(source.text(in: type))), true)
        var range = type
        if let last = range.last, source.isSymbol("?", at: last) { range = range.lowerBound..<last }
        let names = source.typeName(at: range.lowerBound)
        if names.contains(where: { types.isAliasOfOtherType($0) }) {
            return names.contains(where: { mayHaveSettings(behind: $0) }) ? unknown : plain
        }
        guard !names.isEmpty, names.count * 2 - 1 == range.count else {
            // A generic type or a collection can contain models.
            let hasSettings = range.filter { source.isName(at: $0) }.contains { index in
                let name = source.name(of: source.tokens[index])
                return types.placeholders.contains(name) || mayHaveSettings(behind: name)
                    || containsSettings([name], in: model.path, &reading)
            }
            return hasSettings ? unknown : plain
        }
        switch self.model(named: names, in: model.path) {
        case .failure(.notDeclared):
            let isType =
                !names.contains(where: { types.placeholders.contains($0) })
                && (names.count == 1 || !types.declares(names[0]))
            return isType ? plain : unknown
        case .failure(let problem): return isReader(names.last ?? "") ? (.notUnderstood(problem), true) : plain
        case .success(let found):
            switch members(of: found, &reading) {
            case .success(let members) where members.contains(where: \.hasSettings): return (.group(members), true)
            case .success: return plain
            // A type without settings reads its own value, however it does that.
            case .failure(.size): return (.notUnderstood(.size), true)
            case .failure(let problem):
                return mayReadSettings(found, &reading) ? (.notUnderstood(problem), true) : plain
            }
        }
    }

    /// Whether an alias for a generic type or a collection names settings, types with settings, or any type.
    private func mayHaveSettings(behind alias: String) -> Bool {
        types.names(behind: alias).contains { name in
            name == "PropertySetting" || types.placeholders.contains(name) && name != "Self" || isReader(name)
        }
    }

    private func containsSettings(_ names: [String], in scope: [String], _ reading: inout Reading) -> Bool {
        switch model(named: names, in: scope) {
        case .failure(.ambiguous): return isReader(names.last ?? "")
        case .failure: return false
        case .success(let found):
            switch members(of: found, &reading) {
            case .success(let members): return members.contains(where: \.hasSettings)
            case .failure(.size): return true
            case .failure: return mayReadSettings(found, &reading)
            }
        }
    }
}
