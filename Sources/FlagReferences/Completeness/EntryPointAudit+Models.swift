import FlagResolver

/// The types of models, and the functions that read settings.
extension EntryPointAudit {
    // MARK: Types

    /// A setting with conditions: where it is a type, a function that decodes any type may be told by it what to decode.
    mutating func visitSettingType(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        let outline = sources[number].outline
        var next = source.indexAfterGenerics(index + 1)
        if source.isSymbol("<", at: next) { return add(.typeValue("PropertySetting"), index, number) }
        while source.isSymbol("?", at: next) || source.isSymbol("!", at: next) { next += 1 }
        if source.isSymbol(".", at: next), source.word(at: next + 1) == .`init` { next += 2 }
        if source.isSymbol("(", at: next) { return visitSettingCall(index, parenthesis: next, number) }
        if source.isSymbol(".", at: next) {
            if !source.isText("Code", at: next + 1) { add(.typeValue("PropertySetting"), index, number) }
            return
        }
        let start = source.chain(before: index).start
        if source.word(at: start - 1) == .extension { return }
        if outline.aliases.contains(where: { $0.target.contains(index) }) { return }
        if source.isSymbol("=", at: start - 1), source.isSymbol("=", at: start - 2) {
            return add(.typeValue("PropertySetting"), index, number)
        }
        // Models are read as such.
        let owner = outline.types.first { type in type.properties.contains { $0.type?.contains(index) ?? false } }
        if let owner, models.contains(Declaration(source: number, token: owner.token)) { return }
        let isResult = source.isSymbol(">", at: start - 1) && source.isSymbol("-", at: start - 2)
        let binding = outline.bindings.first { $0.type?.contains(index) ?? false }
        guard isResult || binding != nil else { return add(.typeValue("PropertySetting"), index, number) }
        guard inference.isUsed else { return }
        if let binding, isMember(binding, number) { return }
        add(.inferredType("PropertySetting"), index, number)
    }

    /// `PropertySetting(defaultValue: false)`, `PropertySetting<Bool>(from: decoder)`
    private mutating func visitSettingCall(_ index: Int, parenthesis: Int, _ number: Int) {
        let source = sources[number].tokens
        let labels = source.arguments(ofCall: parenthesis).compactMap(\.words.first)
        // The initialisers of the library that decode; a call without arguments cannot be one.
        if labels.isEmpty
            || labels.contains(where: { source.word(at: $0) == .from || source.isText("leniently", at: $0) })
        {
            add(.functionValue("PropertySetting.init(from:)"), index, number)
        } else if inference.isUsed, !source.isBound(at: source.chain(before: index).start),
            !isPassedToModel(source.chain(before: index).start, number)
        {
            // Its type is that of what it is passed to.
            add(.inferredType("PropertySetting"), index, number)
        }
    }

    /// Whether an expression is an argument of an initialiser that the compiler writes: `Config(isOn: PropertySetting(defaultValue: true))`.
    private func isPassedToModel(_ start: Int, _ number: Int) -> Bool {
        let source = sources[number].tokens
        guard source.isSymbol(":", at: start - 1), source.isLabel(at: start - 2),
            let parenthesis = source.openBracket(before: start), let callee = source.callee(ofCall: parenthesis),
            source.isName(at: callee)
        else { return false }
        let names = source.chain(before: callee).names + [source.name(of: source.tokens[callee])]
        let scope = sources[number].outline.type(around: start, types.effort)?.path ?? []
        guard case .type(let path) = types.meaning(of: names, in: scope) else { return false }
        return hasNoInitialiser(path)
    }

    private func hasNoInitialiser(_ path: [String]) -> Bool {
        types.parts(of: path).allSatisfy { part in
            part.declaration.keyword != .protocol && part.declaration.genericParameters.isEmpty
                && !part.declaration.otherMembers.contains("init")
        }
    }

    /// Whether all values of a variable or a parameter are members of other values, which are decoded elsewhere.
    private func isMember(_ binding: CodeOutline.Binding, _ number: Int) -> Bool {
        guard !values.hasDynamicMembers, membersOfSettings.isEmpty else { return false }
        let source = sources[number]
        if let value = binding.value { return source.tokens.isMember(at: value) }
        let function = source.outline.functions.first { $0.parameters.contains { $0.type == binding.type } }
        if let function {
            guard let parameter = function.parameters.first(where: { $0.type == binding.type }), !parameter.hasDefault
            else { return false }
            return sources.allSatisfy { $0.tokens.passesMembers(to: function.name, parameter.label) }
        }
        // A constant property that the initialiser of the compiler sets.
        guard let type = source.outline.types.first(where: { $0.properties.contains { $0.token == binding.token } }),
            type.keyword == .struct, source.tokens.word(at: binding.token - 1) == .let,
            types.owners(of: type).allSatisfy(hasNoInitialiser)
        else { return false }
        return sources.allSatisfy { $0.tokens.passesMembers(to: nil, binding.name) }
    }

    /// `_payments = Setting(wrappedValue: false, name)`
    mutating func visitSettingWrapper(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard isLibrarySetting(index, number) else { return }
        let start = source.chain(before: index).start
        if source.isSymbol("@", at: start - 1) { return }
        switch source.word(at: start - 1) {
        case .let, .var, .func, .case, .import, .struct, .class, .enum, .typealias, .protocol: return
        default: break
        }
        guard !sources[number].outline.aliases.contains(where: { $0.target.contains(index) }) else { return }
        add(.typeValue("Setting"), index, number)
    }

    /// Whether the word `Setting` can be the type of the library: the code has no such type, or a source imports the library.
    func isLibrarySetting(_ index: Int, _ number: Int) -> Bool {
        let source = sources[number].tokens
        if source.isSymbol(".", at: index - 1) { return source.isText("TolerantDecoding", at: index - 2) }
        let importsModels = sources[number].outline.imports.contains { $0.module == "TolerantDecoding" }
        return values.usesModels && (importsModels || !types.declares("Setting"))
    }

    /// `decode(like: config.newSearch)`, `config.newSearch = try decode(data)`: beside code that decodes an inferred type, a setting that is not
    /// read but passed on may say what to decode.
    mutating func visitSettingMember(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        switch source.word(at: index - 1) {
        case .let, .var, .case, .func: return
        default: break
        }
        var next = index + 1
        while source.isSymbol("?", at: next) || source.isSymbol("!", at: next) { next += 1 }
        if source.isSymbol(".", at: next), Self.readMembers.contains(where: { source.isText($0, at: next + 1) }),
            !membersOfSettings.contains(source.text(of: source.tokens[next + 1]))
        {
            return
        }
        // Statements are not told apart, so the code around the member counts.
        let nearby = max(0, index - Self.distance)..<min(source.tokens.count, index + Self.distance)
        let isNearCall = nearby.contains { position in
            source.isName(at: position) && source.word(at: position - 1) != .func
                && (source.word(at: position) != .`init` || source.isSymbol(".", at: position - 1))
                && (source.isSymbol("(", at: position + 1) || source.isSymbol("<", at: position + 1))
                && inference.callees.contains(source.name(of: source.tokens[position]))
        }
        if isNearCall || inference.hasOperators { add(.inferredType("PropertySetting"), index, number) }
    }

    private static let distance = 48

    /// The members of a setting that give its value, or what decides it.
    private static let readMembers = [
        "value", "defaultValue", "resolution", "resolved", "valuesByVersion", "issues", "context", "appVersion",
        "description",
    ]

    /// The names of members with the type `PropertySetting`.
    static func settingMembers(in sources: [ScannedSource]) -> Set<String> {
        var names: Set<String> = []
        for source in sources {
            for property in source.outline.types.flatMap(\.properties) {
                let type = property.type ?? property.value.map { $0..<($0 + 1) } ?? 0..<0
                if type.contains(where: { source.tokens.word(at: $0) == .propertySetting }) {
                    names.insert(property.name)
                }
            }
        }
        return names
    }

    /// The names of variables that are such members: `let sample = config.newSearch`.
    static func settingVariables(in source: ScannedSource, besides members: Set<String>) -> Set<String> {
        guard !members.isEmpty else { return [] }
        var names: Set<String> = []
        var count = -1
        while count != names.count {
            count = names.count
            for binding in source.outline.bindings where binding.type == nil && !names.contains(binding.name) {
                guard let value = binding.value.map({ source.tokens.value(from: $0) }),
                    source.tokens.isWholeValue(value, of: members.union(names))
                else { continue }
                names.insert(binding.name)
            }
        }
        return names
    }

    // MARK: Functions

    /// `snapshot.value`, `store.group`, `document.decode` without a call.
    mutating func visitFunctionValue(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isSymbol(".", at: index - 1) else { return }
        let word = source.tokens[index].word
        let chain = source.chain(before: index)
        let isCalled = source.isCalled(at: index)
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
        case (.value, .unknown) where !isCalled && readsByName && takesFunctions,
            (.resolution, .unknown) where !isCalled && readsByName && takesFunctions:
            add(.functionValue(source.text(of: source.tokens[index])), index, number)
        default: break
        }
    }

    /// Whether the first argument of the call whose parenthesis is at a token has a label.
    func isLabelled(_ parenthesis: Int, _ source: SwiftTokens) -> Bool {
        source.isName(at: parenthesis + 1) && source.isSymbol(":", at: parenthesis + 2)
            || source.isSymbol(")", at: parenthesis + 1)
    }

    /// Whether a token is in an extension of a store or a document, whose members then need no receiver.
    func isInExtensionOfStore(_ index: Int, _ number: Int) -> Bool {
        guard let type = sources[number].outline.type(around: index, types.effort) else { return false }
        return type.keyword == .extension && type.path.contains { values.kind(ofName: $0) != nil }
    }

    /// `store.group(name)` and `store.values()`, whose model is inferred.
    mutating func visitGroup(_ index: Int, _ number: Int) {
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
        } else if !isInExtensionOfStore(index, number) {
            return
        }
        let arguments = source.arguments(ofCall: index + 1)
        guard arguments.count <= 1 else { return }
        // A trailing closure belongs to the functions of other libraries.
        if source.hasTrailingClosure(callAt: index) { return }
        guard let argument = arguments.first else {
            add(.model, index, number)
            return
        }
        let label = argument.words.first.map { source.text(of: source.tokens[$0]) }
        guard label == nil && word == .group, source.text(in: argument.range) == nil, let first = argument.range.first
        else {
            return
        }
        add(.expression, first, number)
    }

    /// `store.settings`
    mutating func visitAllSettings(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard values.usesStores, !source.isCalled(at: index) else { return }
        guard source.isSymbol(".", at: index - 1) else {
            let isLabel =
                source.isSymbol(":", at: index + 1)
                && (source.isSymbol("(", at: index - 1) || source.isSymbol(",", at: index - 1))
            // Without a receiver, it is the member of a store in an extension of one.
            if isInExtensionOfStore(index, number), !isLabel, !isBinding(index, in: source) {
                add(.allSettings, index, number)
            }
            return
        }
        let chain = source.chain(before: index)
        guard chain.isPlain, !chain.names.isEmpty else {
            // An implicit member, such as the case of an enum, has no receiver.
            if chain.isPlain && chain.names.isEmpty || values.isNoList(before: index + 1, in: source) { return }
            return add(.allSettings, index, number)
        }
        switch values.kind(ofReceiver: chain.names, in: sources[number], at: index) {
        case .other, .named: break
        case .unknown where values.isNoList(before: index + 1, in: source): break
        case .store, .unknown: add(.allSettings, index, number)
        }
    }

    func isBinding(_ index: Int, in source: SwiftTokens) -> Bool {
        source.word(at: index - 1) == .let || source.word(at: index - 1) == .var
    }
}

extension SwiftTokens {
    /// The tokens of a value, as far as they say where it ends.
    fileprivate func value(from start: Int) -> Range<Int> {
        var depth = 0
        for index in start..<min(start + 256, tokens.count) {
            if isSymbol("(", at: index) || isSymbol("[", at: index) || isSymbol("{", at: index) { depth += 1 }
            if isSymbol(")", at: index) || isSymbol("]", at: index) || isSymbol("}", at: index) { depth -= 1 }
            if depth < 0 { return start..<index }
            if depth == 0, endsOperand(at: index), endsValue(at: index) { return start..<(index + 1) }
        }
        return start..<min(start + 256, tokens.count)
    }

    /// Whether one of some names ends a value, or one of those that it can be: `isNew ? config.newSearch : config.oldSearch`.
    fileprivate func isWholeValue(_ value: Range<Int>, of names: Set<String>) -> Bool {
        !value.contains { isSymbol("(", at: $0) || isSymbol("{", at: $0) }
            && value.contains { index in
                isName(at: index) && names.contains(name(of: tokens[index])) && !isSymbol(".", at: index + 1)
            }
    }

    /// Whether an expression is a name with members: `config.newSearch`.
    fileprivate func isMember(at start: Int) -> Bool {
        var end = start
        while isName(at: end), isSymbol(".", at: end + 1), isName(at: end + 2) { end += 2 }
        // A static member of a generic type can be anything: `Loader.loaded`.
        guard isName(at: start), name(of: tokens[start]).first?.isUppercase == false else { return false }
        return !word(at: start).precedesOperand && word(at: end) != .`init` && endsValue(at: end)
    }

    /// Whether an expression is the whole value of a variable with a name: `let setting = PropertySetting(…)`.
    fileprivate func isBound(at start: Int) -> Bool { isSymbol("=", at: start - 1) && binding(ofValueAt: start) != nil }

    /// Whether each call of a function passes a member of another value for a parameter, and nothing else uses the function.
    ///
    /// Initialisers are called under many names, so each argument with the label counts.
    ///
    /// - Parameter function: `nil` for an initialiser.
    fileprivate func passesMembers(to function: String?, _ label: String?) -> Bool {
        let isInitialiser = function == nil
        guard !isInitialiser || label != nil else { return false }
        return tokens.indices.allSatisfy { index in
            guard isName(at: index) else { return true }
            if isInitialiser {
                if word(at: index) == .`init`, !isSymbol("(", at: index + 1) {
                    return KnownTypes.names.contains(chain(before: index).names.last ?? "")
                }
                guard isText(label ?? "", at: index), isLabel(at: index) else { return true }
                return isMember(at: index + 2) || isTypeOfSetting(at: index + 2)
            }
            guard name(of: tokens[index]) == function, word(at: index - 1) != .func else { return true }
            guard isSymbol("(", at: index + 1) else { return false }
            let arguments = self.arguments(ofCall: index + 1)
            if let label {
                let argument = arguments.first { $0.words.first.map { isText(label, at: $0) } ?? false }
                return argument.map { isMember(at: $0.range.lowerBound) } ?? false
            }
            // Which of several it is depends on defaults.
            let unlabelled = arguments.filter(\.words.isEmpty)
            return !unlabelled.isEmpty
                && unlabelled.allSatisfy {
                    kind(at: $0.range.lowerBound) == .string || isMember(at: $0.range.lowerBound)
                }
        }
    }

    /// The type of a parameter where a function is declared.
    private func isTypeOfSetting(at index: Int) -> Bool {
        var name = index
        while isName(at: name), isSymbol(".", at: name + 1) { name += 2 }
        return word(at: name) == .propertySetting
    }
}
