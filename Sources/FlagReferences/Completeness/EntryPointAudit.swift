import FlagResolver

/// Looks at every use of an entry point in code, and lists those that hide what they read.
///
/// It reads tokens, not types. So it goes by the names that a use must have: the types of keys and models, and the functions that take
/// names. A use that has none of the forms that are understood is hidden.
struct EntryPointAudit {
    private(set) var hidden: [UnseenName] = []

    let sources: [ScannedSource]
    let types: DeclaredTypes
    let generated: GeneratedKeyTypes
    let values: ValueTypes
    let inference: TypeInference
    /// The ends of the places that are known to name a key.
    let keyUses: Set<KeyUse>
    private let looksIntoValues: Bool
    /// Whether the code has snapshots or documents, which read settings by names.
    let readsByName: Bool
    /// Whether the code has types of functions that take a name and further values, as those do that read settings by name.
    let takesFunctions: Bool
    let settingMembers: Set<String>
    /// The variables of each source that are such members.
    private var settingVariables: [Set<String>] = []
    /// The members that the code gives to `PropertySetting` itself.
    let membersOfSettings: Set<String>
    /// The types that may be decoded, by the tokens that declare them.
    let models: Set<Declaration>
    /// The names under which the storage of properties with the attribute `@Setting` can be replaced: `_payments`.
    let storedSettings: Set<String>

    struct KeyUse: Hashable {
        let source: Int
        let end: Int
    }

    struct Declaration: Hashable {
        let source: Int
        let token: Int
    }

    init(
        _ sources: [ScannedSource], _ references: [SettingReference], _ keys: [SettingKeyPath], _ table: ModelTable,
        _ inference: TypeInference
    ) {
        self.sources = sources
        self.inference = inference
        types = table.types
        keyUses = Set(references.map { KeyUse(source: $0.source, end: $0.span.upperBound) })
        looksIntoValues = sources.contains { $0.looksIntoValues(table.types.placeholders) }
        generated = GeneratedKeyTypes(keys, in: sources)
        values = ValueTypes(sources, table.types)
        let all = sources.lazy.map(\.tokens)
        readsByName = all.contains { $0.mentions("SettingsDocument") || $0.mentions("SettingsSnapshot") }
        let members = inference.isUsed ? Self.settingMembers(in: sources) : []
        settingMembers = members
        settingVariables = sources.map { Self.settingVariables(in: $0, besides: members) }
        membersOfSettings = Set(
            sources.flatMap { $0.outline.types.filter { $0.path.last == "PropertySetting" }.flatMap(\.otherMembers) })
        takesFunctions = sources.contains {
            $0.tokens.hasTypeOfFunction(taking: table.types.placeholders.union(["String"]))
        }
        models = Set(table.all.map { Declaration(source: $0.source, token: $0.declaration.token) })
        storedSettings = Set(
            sources.flatMap { $0.outline.types.flatMap(\.properties) }
                .filter { $0.attributes.contains { $0.name == "Setting" } }.map { "_" + $0.name })
    }

    mutating func run() {
        for number in sources.indices { visit(number) }
    }

    mutating func add(_ reason: HiddenRead, _ token: Int, _ number: Int) {
        let tokens = sources[number].tokens.tokens
        guard tokens.indices.contains(token) else { return }
        hidden.append(UnseenName(reason: .hidden(reason), source: number, span: tokens[token].span))
    }

    mutating func add(_ reason: UnseenName.Reason, _ token: Int, _ number: Int) {
        hidden.append(UnseenName(reason: reason, source: number, span: sources[number].tokens.tokens[token].span))
    }

    private mutating func visit(_ number: Int) {
        let source = sources[number].tokens
        let outline = sources[number].outline
        for item in outline.imports where item.isTestable && EntryPoints.modules.contains(item.module) {
            add(.testableImport(item.module), item.token, number)
        }
        for token in outline.macros { add(.macro, token, number) }
        // Another name of a function for the linker.
        for index in source.tokens.indices where source.isText("_silgen_name", at: index) {
            add(.functionValue("@_silgen_name"), index, number)
        }
        if readsByName {
            for token in sources[number].scan.functionValues {
                add(.functionValue(source.name(of: source.tokens[token])), token, number)
            }
            for name in sources[number].scan.keysOrNames where !isKey(at: name.token, in: number) {
                add(.expression, name.token, number)
            }
        }
        visitAliases(number)
        visitExtensions(number)
        for index in source.tokens.indices { visit(index, number) }
    }

    private mutating func visit(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        let word = source.tokens[index].word
        // Most of these look for the declaration around the token.
        if Self.searchedWords.contains(word) {
            guard types.effort.allows(sources[number].outline.declarationCount, times: 10) else { return }
        }
        switch word {
        case .settingKey: visitKeyType(index, number)
        case .Self: visitOwnType(index, number)
        case .propertySetting: visitSettingType(index, number)
        case .setting: visitSettingWrapper(index, number)
        case .`init`: visitInitialiser(index, number)
        case .as, .is: visitCast(index, number)
        case .settings: visitAllSettings(index, number)
        case .of: visitKeyArgument(index, number)
        case .group, .values:
            visitFunctionValue(index, number)
            visitGroup(index, number)
        case .value, .resolution, .decode: visitFunctionValue(index, number)
        default:
            if source.isSymbol("(", at: index) { visitCall(index, number) }
            if source.isSymbol("[", at: index) { visitSubscript(index, number) }
            guard source.isName(at: index) else { return }
            let name = source.name(of: source.tokens[index])
            if storedSettings.contains(name) { add(.typeValue("Setting"), index, number) }
            if name == "operator" { visitOperator(index, number) }
            if settingMembers.contains(name) || settingVariables[number].contains(name) {
                visitSettingMember(index, number)
            }
            if let type = generated.value(at: index, in: sources[number]) { add(.typeValue(type), index, number) }
            // The elements of a list of all keys are keys to code that casts them.
            if looksIntoValues, generated.isList(at: index, in: sources[number]) { add(.cast, index, number) }
        }
    }

    /// `prefix operator /`: where `/` is a part of an operator, it does not begin a regular expression.
    private mutating func visitOperator(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard ["prefix", "infix", "postfix"].contains(where: { source.isText($0, at: index - 1) }) else { return }
        var next = index + 1
        while source.kind(at: next) == .symbol || source.kind(at: next) == .regex {
            if source.isSymbol("/", at: next) || source.kind(at: next) == .regex {
                return add(.slashOperator, index, number)
            }
            guard source.isAdjacent(next) else { return }
            next += 1
        }
    }

    // MARK: Other names of types

    private mutating func visitAliases(_ number: Int) {
        let source = sources[number].tokens
        for alias in sources[number].outline.aliases {
            if generated.hiddenAliases.contains(alias.name) { add(.typeAlias(alias.name), alias.token, number) }
            let found = alias.target.first { index in
                switch source.word(at: index) {
                case .settingKey, .propertySetting, .settingsModel: true
                case .setting: isLibrarySetting(index, number)
                default: false
                }
            }
            if let found { add(.typeAlias(source.name(of: source.tokens[found])), alias.token, number) }
        }
    }

    /// A type of the libraries, or with generated keys, that conforms to a protocol.
    private mutating func visitExtensions(_ number: Int) {
        for type in sources[number].outline.types where type.keyword == .extension {
            guard let name = type.path.last,
                Self.libraryTypes.contains(name) || type.path.contains(where: { generated.roots.contains($0) })
                    || values.kind(ofName: name) != nil,
                // The code can declare a protocol with the name of a harmless one.
                let other = type.inherited.compactMap(\.last).first(where: {
                    !Self.harmlessProtocols.contains($0) || types.declares($0)
                })
            else { continue }
            add(.conformance(type: name, to: other), type.token, number)
        }
    }

    private static let searchedWords: Set<SwiftWord> = [
        .settingKey, .Self, .propertySetting, .setting, .`init`, .settings, .group, .values,
    ]

    static let libraryTypes: Set<String> = [
        "SettingKey", "PropertySetting", "DeclaredSetting", "SettingsStore", "StoreSnapshot", "SettingsDocument",
        "SettingsSnapshot", "ObservableSettings", "PublishedSettings",
    ]

    /// Protocols that call nothing that reads a setting.
    static let harmlessProtocols: Set<String> = [
        "Sendable", "Equatable", "Hashable", "Identifiable", "CustomStringConvertible", "CustomDebugStringConvertible",
        "ObservableObject", "Observable", "Error", "AnyObject", "Codable", "Decodable", "Encodable", "View", "App",
        "Scene", "CaseIterable", "Comparable", "ViewModifier", "PreviewProvider", "ButtonStyle", "EnvironmentKey",
        "PreferenceKey",
    ]
}

extension SwiftTokens {
    /// Whether there is a type of functions with several parameters, the first of which has one of some types: `(String, Bool) -> Bool`.
    func hasTypeOfFunction(taking types: Set<String>) -> Bool {
        tokens.indices.contains { index in
            guard isSymbol("(", at: index), isName(at: index + 1), isSymbol(",", at: index + 2),
                types.contains(name(of: tokens[index + 1])), let end = closingParenthesis(of: index)
            else { return false }
            var next = end + 1
            while isName(at: next), ["async", "throws"].contains(where: { isText($0, at: next) }) { next += 1 }
            return isSymbol("-", at: next) && isSymbol(">", at: next + 1)
        }
    }

    /// Whether a token is a word.
    func mentions(_ text: String) -> Bool {
        let name = Array(text.utf8)
        return tokens.contains { token in
            switch token.kind {
            case .identifier: token.span.count == name.count && bytes(of: token).elementsEqual(name)
            case .quotedIdentifier:
                token.span.count == name.count + 2 && bytes(of: token).dropFirst().dropLast().elementsEqual(name)
            default: false
            }
        }
    }
}
