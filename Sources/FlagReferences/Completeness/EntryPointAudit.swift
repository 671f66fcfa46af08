import FlagResolver

/// Looks at every use of an entry point in code, and lists those that hide what they read.
///
/// It reads tokens, not types. So it goes by the names that a use must have: the types of keys and models, and the functions that take
/// names. A use that has none of the forms that are understood is hidden.
struct EntryPointAudit {
    private(set) var hidden: [UnseenName] = []

    private let sources: [ScannedSource]
    /// The ends of the places that are known to name a key.
    private let keyUses: Set<KeyUse>
    /// The outermost types of generated keys that the code does not declare itself.
    private let generatedTypes: Set<String>
    private let declaredTypes: Set<String>
    /// Other names of types with generated keys that are not followed.
    private let hiddenAliases: Set<String>
    private let looksIntoValues: Bool
    private let values: ValueTypes
    /// Whether the code has snapshots or documents, which read settings by names.
    private let readsByName: Bool
    private let infersTypes: Bool
    /// The types that may be decoded.
    private let models: [ModelTable.Model]

    private struct KeyUse: Hashable {
        let source: Int
        let end: Int
    }

    init(_ sources: [ScannedSource], _ references: [SettingReference], _ keys: [SettingKeyPath]) {
        self.sources = sources
        keyUses = Set(references.map { KeyUse(source: $0.source, end: $0.span.upperBound) })
        let declared = Set(
            sources.flatMap { $0.outline.types.filter { $0.keyword != .extension }.compactMap(\.path.first) })
        declaredTypes = declared.union(
            sources.flatMap { $0.outline.types.filter { $0.keyword != .extension }.compactMap(\.path.last) }
        )
        .union(sources.flatMap { $0.outline.aliases.map(\.name) })
        looksIntoValues = sources.contains { $0.looksIntoValues }
        let generated = Set(keys.compactMap(\.types.first)).subtracting(declared)
        generatedTypes = generated
        hiddenAliases = Self.hiddenAliases(of: generated, in: sources)
        values = ValueTypes(sources)
        let all = sources.lazy.map(\.tokens)
        readsByName = all.contains { $0.mentions("SettingsDocument") || $0.mentions("SettingsSnapshot") }
        infersTypes = sources.contains { $0.infersDecodedTypes }
        models = ModelTable(sources).all
    }

    mutating func run() {
        for number in sources.indices { visit(number) }
    }

    private mutating func add(_ reason: HiddenRead, _ token: Int, _ number: Int) {
        let tokens = sources[number].tokens.tokens
        guard tokens.indices.contains(token) else { return }
        hidden.append(UnseenName(reason: .hidden(reason), source: number, span: tokens[token].span))
    }

    private mutating func visit(_ number: Int) {
        let source = sources[number].tokens
        let outline = sources[number].outline
        for item in outline.imports where item.isTestable && EntryPoints.modules.contains(item.module) {
            add(.testableImport(item.module), item.token, number)
        }
        for token in outline.macros { add(.macro, token, number) }
        if readsByName {
            for token in sources[number].scan.functionValues {
                add(.functionValue(source.name(of: source.tokens[token])), token, number)
            }
            for token in sources[number].scan.keysOrNames where !isKey(at: token, in: number) {
                hidden.append(UnseenName(reason: .expression, source: number, span: source.tokens[token].span))
            }
        }
        visitAliases(number)
        visitExtensions(number)
        for index in source.tokens.indices {
            switch source.tokens[index].word {
            case .settingKey: visitKeyType(index, number)
            case .Self: visitOwnType(index, number)
            case .propertySetting: visitSettingType(index, number)
            case .`init`: visitInitialiser(index, number)
            case .settings: visitAllSettings(index, number)
            case .of: visitKeyArgument(index, number)
            case .group, .values:
                visitFunctionValue(index, number)
                visitGroup(index, number)
            case .value, .resolution, .decode: visitFunctionValue(index, number)
            default:
                if source.isSymbol("[", at: index) { visitSubscript(index, number) }
                if source.isName(at: index), !generatedTypes.isEmpty { visitGeneratedType(index, number) }
            }
        }
    }

    // MARK: Other names of types

    private mutating func visitAliases(_ number: Int) {
        let source = sources[number].tokens
        for alias in sources[number].outline.aliases {
            if hiddenAliases.contains(alias.name) { add(.typeAlias(alias.name), alias.token, number) }
            let found = alias.target.first { index in
                switch source.word(at: index) {
                case .settingKey, .propertySetting, .settingsModel: true
                case .setting: values.usesModels
                default: false
                }
            }
            if let found { add(.typeAlias(source.name(of: source.tokens[found])), alias.token, number) }
        }
    }

    /// Aliases of types with generated keys, except for plain ones: `typealias Keys = Flags.Checkout`.
    private static func hiddenAliases(of generated: Set<String>, in sources: [ScannedSource]) -> Set<String> {
        var plain: Set<String> = []
        var hidden: Set<String> = []
        var count = -1
        while count != plain.count + hidden.count {
            count = plain.count + hidden.count
            for source in sources {
                for alias in source.outline.aliases {
                    let names = alias.target.filter { source.tokens.isName(at: $0) }
                        .map { source.tokens.name(of: source.tokens.tokens[$0]) }
                    let isPlain =
                        alias.target.count == names.count * 2 - 1 && alias.target.lowerBound == alias.token + 2
                        && generated.contains(names.first ?? "")
                    if isPlain {
                        plain.insert(alias.name)
                    } else if names.contains(where: {
                        generated.contains($0) || plain.contains($0) || hidden.contains($0)
                    }) {
                        hidden.insert(alias.name)
                    }
                }
                // In an extension, keys have no qualifier.
                for type in source.outline.types where type.keyword == .extension {
                    if let first = type.path.first, plain.contains(first) { hidden.insert(first) }
                }
            }
        }
        return hidden
    }

    /// A type of the libraries, or with generated keys, that conforms to a protocol.
    private mutating func visitExtensions(_ number: Int) {
        for type in sources[number].outline.types where type.keyword == .extension {
            guard let name = type.path.last, let first = type.path.first,
                Self.libraryTypes.contains(name) || generatedTypes.contains(first),
                let other = type.inherited.compactMap(\.last).first(where: { !Self.harmlessProtocols.contains($0) })
            else { continue }
            add(.conformance(type: name, to: other), type.token, number)
        }
    }

    static let libraryTypes: Set<String> = [
        "SettingKey", "PropertySetting", "DeclaredSetting", "SettingsStore", "StoreSnapshot", "SettingsDocument",
        "SettingsSnapshot", "ObservableSettings", "PublishedSettings",
    ]

    /// Protocols that call nothing that reads a setting.
    static let harmlessProtocols: Set<String> = [
        "Sendable", "Equatable", "Hashable", "Identifiable", "CustomStringConvertible", "CustomDebugStringConvertible",
        "ObservableObject", "Observable", "Error", "AnyObject", "Codable", "Decodable", "Encodable", "View", "App",
        "Scene",
        "CaseIterable", "Comparable",
    ]

    // MARK: Keys

    private mutating func visitKeyType(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        let next = source.indexAfterGenerics(index + 1)
        if source.isSymbol("<", at: next) { return add(.typeValue("SettingKey"), index, number) }
        if isCast(before: source.chain(before: index).start, in: source) { return add(.cast, index, number) }
        if isLabelledReference(next, source) { return add(.functionValue("SettingKey.init"), index, number) }
        if source.isSymbol("=", at: index - 1), source.isSymbol("=", at: index - 2) {
            return add(.typeValue("SettingKey"), index, number)
        }
        guard source.isSymbol(".", at: next) else { return }
        if source.word(at: next + 1) == .`init` {
            if !source.isSymbol("(", at: next + 2) || isLabelledReference(next + 2, source) {
                add(.functionValue("SettingKey.init"), index, number)
            }
        } else if source.word(at: next + 1) == .`self` || source.isText("Type", at: next + 1) {
            add(.typeValue("SettingKey"), index, number)
        }
    }

    /// `Self.init` and `Self.self` in an extension of `SettingKey`.
    private mutating func visitOwnType(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isSymbol(".", at: index + 1),
            sources[number].outline.types.contains(where: { $0.keyword == .extension && $0.path.contains("SettingKey") }
            )
        else { return }
        if source.word(at: index + 2) == .`self`
            || source.word(at: index + 2) == .`init` && !source.isSymbol("(", at: index + 3)
        {
            add(.typeValue("SettingKey"), index, number)
        }
    }

    /// `as? `, `as! `, `is `, and `as ` before a type.
    private func isCast(before start: Int, in source: SwiftTokens) -> Bool {
        var previous = start - 1
        if source.isSymbol("?", at: previous) || source.isSymbol("!", at: previous) { previous -= 1 }
        return source.word(at: previous) == .as || source.word(at: previous) == .is
    }

    /// `.init(name, default: false)`, `self.init(…)`, and the initialiser of a type that only runs show.
    private mutating func visitInitialiser(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isSymbol(".", at: index - 1) else { return }
        guard source.isSymbol("(", at: index + 1) else { return }
        let arguments = source.arguments(ofCall: index + 1)
        guard arguments.isEmpty && source.closingParenthesis(of: index + 1) == nil || isKeyCall(arguments, in: source)
        else {
            return
        }
        // Known calls are references, or names that are not seen.
        let first = source.tokens[min(index + 2, source.tokens.count - 1)].span
        guard !keyUses.contains(KeyUse(source: number, end: first.upperBound)),
            !sources[number].scan.unseen.contains(where: { $0.span == first })
        else { return }
        let chain = source.chain(before: index)
        if chain.isPlain, let base = chain.names.last, base != "self", base != "Self", base != "super",
            base.first?.isUppercase == true, !values.genericParameters.contains(base)
        {
            return
        }
        add(.keyWithoutType, index, number)
    }

    /// `(_:default:)`, the labels of an initialiser that is a value.
    private func isLabelledReference(_ parenthesis: Int, _ source: SwiftTokens) -> Bool {
        source.isSymbol("(", at: parenthesis) && source.isText("_", at: parenthesis + 1)
            && source.isSymbol(":", at: parenthesis + 2)
    }

    /// Whether a call has a first argument without a label and a second one with the label `default`.
    private func isKeyCall(_ arguments: [SwiftTokens.Argument], in source: SwiftTokens) -> Bool {
        if arguments.count == 1, let label = arguments[0].words.first, source.isText("_", at: label) { return true }
        guard arguments.count == 2, arguments[0].words.isEmpty, let label = arguments[1].words.first else {
            return false
        }
        return source.word(at: label) == .default
    }

    /// `store[Experiments.search]`
    private mutating func visitSubscript(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isAdjacent(index - 1), source.isName(at: index - 1),
            values.kind(of: source.name(of: source.tokens[index - 1]), in: sources[number], at: index) == .store
        else { return }
        visitKey(from: index + 1, number)
    }

    /// `resolution(of: Experiments.search)`, `values(of: Experiments.search)`
    private mutating func visitKeyArgument(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isSymbol("(", at: index - 1), source.isSymbol(":", at: index + 1),
            source.word(at: index - 2) == .resolution || source.word(at: index - 2) == .values
        else { return }
        visitKey(from: index + 2, number)
    }

    private mutating func visitKey(from start: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isName(at: start), source.isSymbol(".", at: start + 1) else { return }
        var end = start
        while source.isSymbol(".", at: end + 1), source.isName(at: end + 2) { end += 2 }
        let name = source.name(of: source.tokens[start])
        guard name.first?.isUppercase == true,
            source.isSymbol("]", at: end + 1) || source.isSymbol(",", at: end + 1) || source.isSymbol(")", at: end + 1),
            !EntryPoints.types.contains(name), !EntryPoints.modules.contains(name), !declaredTypes.contains(name),
            !keyUses.contains(KeyUse(source: number, end: source.tokens[end].end))
        else { return }
        add(.unknownKey(name), start, number)
    }

    /// Whether the expression at a token is a key, for which nothing is read by name.
    func isKey(at index: Int, in number: Int) -> Bool {
        let source = sources[number].tokens
        var end = index
        while !source.isSymbol(",", at: end + 1), !source.isSymbol(")", at: end + 1) {
            guard source.isSymbol(".", at: end) || source.isName(at: end), end < index + 16 else {
                return isKeyCreated(at: index, source)
            }
            end += 1
        }
        guard source.isName(at: end) else { return false }
        if keyUses.contains(KeyUse(source: number, end: source.tokens[end].end)) { return true }
        return index == end && values.isKey(source.name(of: source.tokens[end]))
    }

    private func isKeyCreated(at index: Int, _ source: SwiftTokens) -> Bool {
        guard let name = source.keyName(at: index) else { return false }
        let next = source.indexAfterGenerics(name + 1)
        return source.isSymbol("(", at: next) || source.isSymbol(".", at: next)
    }

    // MARK: Settings

    private mutating func visitSettingType(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        let outline = sources[number].outline
        var next = source.indexAfterGenerics(index + 1)
        if source.isSymbol("<", at: next) { return add(.typeValue("PropertySetting"), index, number) }
        while source.isSymbol("?", at: next) || source.isSymbol("!", at: next) { next += 1 }
        if source.isSymbol(".", at: next), source.word(at: next + 1) == .`init` { next += 2 }
        if source.isSymbol("(", at: next) {
            let labels = source.arguments(ofCall: next).compactMap(\.words.first)
            // The initialisers of the library that decode; a call without arguments cannot be one.
            if labels.isEmpty
                || labels.contains(where: { source.word(at: $0) == .from || source.isText("leniently", at: $0) })
            {
                add(.functionValue("PropertySetting.init(from:)"), index, number)
            }
            return
        }
        if source.isSymbol(".", at: next) {
            if !source.isText("Code", at: next + 1) { add(.typeValue("PropertySetting"), index, number) }
            return
        }
        let start = source.chain(before: index).start
        if source.word(at: start - 1) == .extension { return }
        if outline.aliases.contains(where: { $0.target.contains(index) }) { return }
        if let type = outline.types.first(where: { type in
            type.properties.contains { $0.type?.contains(index) ?? false }
        }) {
            // Models are read as such. A member of another type has a value that something gives it.
            if infersTypes, !models.contains(where: { $0.source == number && $0.declaration.token == type.token }) {
                add(.inferredType("PropertySetting"), index, number)
            }
            return
        }
        if outline.functions.contains(where: { function in
            function.parameters.contains { $0.type.contains(index) }
        }) {
            return
        }
        if source.isSymbol("=", at: start - 1), source.isSymbol("=", at: start - 2) {
            return add(.typeValue("PropertySetting"), index, number)
        }
        // The type of a variable or of a result decides what is decoded only if something infers it.
        let isResult = source.isSymbol(">", at: start - 1) && source.isSymbol("-", at: start - 2)
        guard isResult || outline.bindings.contains(where: { $0.type?.contains(index) ?? false }) else {
            return add(.typeValue("PropertySetting"), index, number)
        }
        if infersTypes { add(.inferredType("PropertySetting"), index, number) }
    }

    // MARK: Functions

    /// `snapshot.value`, `store.group`, `document.decode` without a call.
    private mutating func visitFunctionValue(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isSymbol(".", at: index - 1) else { return }
        let word = source.tokens[index].word
        let chain = source.chain(before: index)
        let isCalled = source.isSymbol("(", at: index + 1)
        let kind: ValueTypes.Kind
        if chain.isPlain, let receiver = chain.names.last {
            // A method of the type itself takes the value that it is called on.
            guard !isCalled || values.kind(ofName: receiver) != nil else { return }
            kind = values.kind(ofReceiver: chain.names, in: sources[number], at: index)
        } else {
            guard !isCalled || source.isSymbol(")", at: index - 2) && !isLabelled(index + 1, source) else { return }
            // The value of a call: `document.snapshot(for: version).value`
            kind =
                source.isSymbol("\\", at: chain.start - 1)
                ? .unknown : values.kindOfCall(endingAt: index - 2, in: source)
        }
        switch (word, kind) {
        case (.value, .named), (.resolution, .named), (.decode, .named), (.group, .store), (.values, .store),
            (.value, .store) where isCalled, (.resolution, .store) where isCalled:
            add(.functionValue(source.text(of: source.tokens[index])), index, number)
        default: break
        }
    }

    /// Whether the first argument of the call whose parenthesis is at a token has a label.
    private func isLabelled(_ parenthesis: Int, _ source: SwiftTokens) -> Bool {
        source.isName(at: parenthesis + 1) && source.isSymbol(":", at: parenthesis + 2)
            || source.isSymbol(")", at: parenthesis + 1)
    }

    /// Whether a source extends a store or a document, whose members then need no receiver.
    private func extendsStore(_ number: Int) -> Bool {
        sources[number].outline.types.contains { type in
            type.keyword == .extension && type.path.contains { values.kind(ofName: $0) != nil }
        }
    }

    /// `store.group(name)` and `store.values()`, whose model is inferred.
    private mutating func visitGroup(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard values.usesStores, source.isSymbol("(", at: index + 1), source.word(at: index - 1) != .func else {
            return
        }
        let word = source.tokens[index].word
        let chain = source.chain(before: index)
        if source.isSymbol(".", at: index - 1) {
            if chain.isPlain, !chain.names.isEmpty,
                values.kind(ofReceiver: chain.names, in: sources[number], at: index) == .other
            {
                return
            }
        } else if !extendsStore(number) {
            return
        }
        let arguments = source.arguments(ofCall: index + 1)
        guard arguments.count <= 1 else { return }
        // A trailing closure belongs to the functions of other libraries.
        if let end = source.closingParenthesis(of: index + 1), source.isSymbol("{", at: end + 1) { return }
        guard let argument = arguments.first else {
            hidden.append(UnseenName(reason: .model, source: number, span: source.tokens[index].span))
            return
        }
        let label = argument.words.first.map { source.text(of: source.tokens[$0]) }
        guard label == nil && word == .group, source.text(in: argument.range) == nil, let first = argument.range.first
        else {
            return
        }
        hidden.append(UnseenName(reason: .expression, source: number, span: source.tokens[first].span))
    }

    /// `store.settings`
    private mutating func visitAllSettings(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard values.usesStores, !source.isSymbol("(", at: index + 1) else { return }
        guard source.isSymbol(".", at: index - 1) else {
            let isLabel =
                source.isSymbol(":", at: index + 1)
                && (source.isSymbol("(", at: index - 1) || source.isSymbol(",", at: index - 1))
            // Without a receiver, it is the member of a store in an extension of one.
            if extendsStore(number), !isLabel, !isBinding(index, in: source) { add(.allSettings, index, number) }
            return
        }
        let chain = source.chain(before: index)
        guard chain.isPlain, !chain.names.isEmpty else {
            // An implicit member, such as the case of an enum, has no receiver.
            if chain.names.isEmpty, chain.isPlain { return }
            return add(.allSettings, index, number)
        }
        switch values.kind(ofReceiver: chain.names, in: sources[number], at: index) {
        case .other, .named: break
        case .store, .unknown: add(.allSettings, index, number)
        }
    }

    private func isBinding(_ index: Int, in source: SwiftTokens) -> Bool {
        source.word(at: index - 1) == .let || source.word(at: index - 1) == .var
    }

    // MARK: Generated keys

    /// `Flags.self`, or `Flags` as an argument: its keys are then used under other names.
    private mutating func visitGeneratedType(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isName(at: index), !source.isSymbol(".", at: index - 1),
            generatedTypes.contains(source.name(of: source.tokens[index]))
        else { return }
        switch source.word(at: index - 1) {
        case .extension: return
        case .let, .var, .func, .case, .import, .struct, .class, .enum, .typealias, .protocol: return
        default: break
        }
        let name = source.name(of: source.tokens[index])
        var end = index
        while source.isSymbol(".", at: end + 1), source.isName(at: end + 2) { end += 2 }
        if sources[number].outline.aliases.contains(where: { $0.target.contains(index) }) { return }
        // A label, or a name in a string of the build.
        if end == index,
            source.isSymbol(":", at: index + 1)
                || source.isSymbol("=", at: index - 1) && source.isSymbol("(", at: index + 1)
        {
            return
        }
        let isType = stride(from: index, through: end, by: 2).contains { position in
            source.word(at: position) == .`self` || source.isText("Type", at: position)
        }
        if end == index || isType { add(.typeValue(name), index, number) }
        // The elements of a list of all keys are keys to code that casts them.
        let isList = stride(from: index + 2, through: end, by: 2).contains { source.isText("all", at: $0) }
        if looksIntoValues, isList { add(.cast, index, number) }
    }
}

extension SwiftTokens {
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
