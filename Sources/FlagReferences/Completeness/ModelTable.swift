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
        let path: [String]
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

    let sources: [ScannedSource]
    let types: DeclaredTypes
    /// The names of protocols and types whose types are decoded.
    private let decodableNames: Set<String>
    /// The types whose members are settings, or types that have settings.
    let readers: Set<[String]>

    init(_ sources: [ScannedSource], _ types: DeclaredTypes) {
        self.sources = sources
        self.types = types
        decodableNames = Self.decodableNames(in: sources, types.effort)
        readers = Self.readers(in: sources, types)
    }

    private static func decodableNames(in sources: [ScannedSource], _ effort: CodeEffort) -> Set<String> {
        var names: Set<String> = [
            "Decodable", "Codable", "SettingValue", "SettingsModel", "LenientlyDecodable", "LossilyDecodable",
        ]
        var count = 0
        while count != names.count {
            count = names.count
            let declared = sources.reduce(0) { $0 + $1.outline.types.count + $1.outline.aliases.count }
            guard effort.allows(declared, times: 200) else { break }
            for source in sources {
                for type in source.outline.types where type.inherited.contains(where: { names.contains($0.last ?? "") })
                {
                    if let name = type.path.last { names.insert(name) }
                }
                for alias in source.outline.aliases where source.tokens.names(in: alias.target, areIn: names) {
                    names.insert(alias.name)
                }
            }
        }
        return names
    }

    /// The types whose members or superclasses are settings, or types that have settings.
    private static func readers(in sources: [ScannedSource], _ types: DeclaredTypes) -> Set<[String]> {
        var names: [[String]: Set<String>] = [:]
        var found: Set<[String]> = []
        for path in types.declarations.keys {
            for part in types.parts(of: path) {
                let tokens = sources[part.source].tokens
                let type = part.declaration
                var mentioned = Set(type.inherited.compactMap(\.last))
                for property in type.properties {
                    if property.attributes.contains(where: { $0.name == "Setting" }) { found.insert(path) }
                    for index in property.type ?? 0..<0 where tokens.isName(at: index) {
                        mentioned.insert(tokens.name(of: tokens.tokens[index]))
                    }
                    mentioned.formUnion(property.value.map { tokens.typeName(at: $0) } ?? [])
                }
                for index in type.cases.flatMap(\.payload) where tokens.isName(at: index) {
                    mentioned.insert(tokens.name(of: tokens.tokens[index]))
                }
                if mentioned.contains("PropertySetting") { found.insert(path) }
                names[path, default: []].formUnion(mentioned)
            }
        }
        var spellings = Set(found.flatMap { types.spellings(of: $0) })
        var count = -1
        while count != found.count {
            count = found.count
            guard types.effort.allows(names.count, times: 300) else { break }
            for (path, mentioned) in names where !found.contains(path) && !mentioned.isDisjoint(with: spellings) {
                found.insert(path)
                spellings.formUnion(types.spellings(of: path))
            }
        }
        return found
    }

    /// Whether a type with a name has settings, as far as its members say.
    func isReader(_ name: String) -> Bool { (types.paths[name] ?? []).contains { readers.contains($0) } }

    /// Whether values of a type may be decoded: it conforms to a protocol for that, decodes itself, or is written by a macro.
    func mayBeDecoded(_ model: Model) -> Bool {
        model.parts.contains { part in
            part.decodesItself || part.inherited.contains { mayMakeDecodable($0, part) }
                || part.attributes.contains { !Self.harmlessAttributes.contains($0.name) }
        }
    }

    /// Whether a type is decoded because of a protocol. One of another module can demand that.
    private func mayMakeDecodable(_ inherited: [String], _ part: CodeOutline.TypeDeclaration) -> Bool {
        guard let name = inherited.last else { return false }
        return decodableNames.contains(name)
            || part.keyword == .struct && !types.declares(name) && !EntryPointAudit.harmlessProtocols.contains(name)
    }

    /// The types that may be decoded, in the order of the code.
    var all: [Model] {
        types.declarations.flatMap { path, parts in models(at: path) }.filter { mayBeDecoded($0) }.sorted {
            ($0.source, $0.declaration.token) < ($1.source, $1.declaration.token)
        }
    }

    /// The declarations of a type other than a protocol; several in branches of `#if`.
    func models(at path: [String]) -> [Model] {
        (types.declarations[path] ?? []).filter { $0.declaration.keyword != .protocol }.map { part in
            Model(
                path: path, source: part.source, declaration: part.declaration,
                extensions: types.extensions(of: path).map(\.declaration))
        }
    }

    /// The type that a name means in some scope.
    func model(named names: [String], in scope: [String]) -> Result<Model, HiddenRead.ModelProblem> {
        switch types.meaning(of: names, in: scope) {
        case .notDeclared: return .failure(.notDeclared)
        case .ambiguous: return .failure(.ambiguous)
        case .type(let path):
            let found = models(at: path)
            return found.count == 1 ? .success(found[0]) : .failure(.ambiguous)
        }
    }

    static let harmlessAttributes: Set<String> = [
        "MainActor", "available", "frozen", "Sendable", "unchecked", "preconcurrency", "nonisolated",
        "usableFromInline",
        "objcMembers", "objc", "dynamicMemberLookup", "_spi", "main", "UIApplicationMain", "NSApplicationMain",
        "propertyWrapper", "resultBuilder", "globalActor", "dynamicCallable", "Observable",
    ]
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

    /// Whether a value ends with a token: nothing after it continues the expression.
    func endsValue(at index: Int) -> Bool {
        guard tokens.indices.contains(index + 1) else { return true }
        switch kind(at: index + 1) {
        case .symbol?: return ["}", ")", "]", ",", ";", "@", "#"].contains { isSymbol($0, at: index + 1) }
        default: return word(at: index + 1) != .as && word(at: index + 1) != .is
        }
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
