import FlagResolver

/// What one source shows by itself: the keys that it declares, and the names that it contains as text.
struct NameScan: Sendable {
    /// A key with the place of its declaration.
    struct Declaration: Sendable {
        let key: SettingKeyPath
        /// The index of the token that names the key.
        let token: Int
        /// Whether only the code after it in the same source can use it.
        let isLocal: Bool
    }

    /// The name of a setting that is an expression in a call.
    struct NameExpression: Sendable {
        /// The index of its first token.
        let token: Int
        let span: Range<Int>
        let type: CodeRead.ReadType
        let defaultValue: CodeLiteral?
        /// Whether it may also be a key, as in `resolution(of: Flags.payments, for: context)`.
        let mayBeKey: Bool
    }

    private(set) var references: [SettingReference] = []
    private(set) var unseen: [UnseenName] = []
    private(set) var declarations: [Declaration] = []
    /// The types behind other names: `typealias Keys = Flags.Checkout`.
    private(set) var aliases: [String: [String]] = [:]
    /// The tokens of lists of all keys, which do not read them.
    private(set) var lists: [Range<Int>] = []

    /// The types and defaults of the names that appear as text, in the order of the code.
    private(set) var reads: [CodeRead] = []
    private(set) var enums: [CodeEnum] = []

    /// The names that are expressions, in the order of the code. ``unseen`` has them, too.
    private(set) var expressions: [NameExpression] = []
    /// The tokens after `resolution(of:` and `value(for:` that may be a key or a name.
    private(set) var keysOrNames: [NameExpression] = []
    /// The tokens of functions that read settings by name and are not called: `snapshot.value(for:default:)`.
    private(set) var functionValues: [Int] = []

    private let source: SwiftTokens
    private var scopes = ScopeTracker()
    /// The type of the values of the keys in the last extension of `SettingKey`; `nil` if it does not state one.
    private var extensionType: CodeType?

    init(_ source: SwiftTokens) {
        self.source = source
        for problem in source.problems {
            unseen.append(UnseenName(reason: .problem(problem.kind), source: 0, span: problem.span))
        }
        for index in source.tokens.indices {
            scopes.visit(index, of: source)
            switch source.tokens[index].word {
            case .settingKey: addKey(at: index)
            case .Self where isInKeyType: addKey(at: index)
            case .`init`: addImplicitKey(at: index)
            case .value, .resolution: addNamedRead(at: index)
            case .group: addGroup(at: index, name: index + 2)
            case .values where source.isText("ofGroup", at: index + 2) && source.isSymbol(":", at: index + 3):
                addGroup(at: index, name: index + 4)
            case .declaredSetting, .keys: addList(at: index)
            case .typealias: addAlias(at: index)
            case .extension: noteType(ofExtensionAt: index)
            case .enum: if let found = source.stringEnum(at: index) { enums.append(found) }
            default: break
            }
        }
    }

    // MARK: Names

    /// What the first argument of a call says about a name.
    private enum Name {
        case text(String, Range<Int>)
        case unseen(UnseenName.Reason, Range<Int>)
        /// It is not a name.
        case none
    }

    private func name(at index: Int) -> Name {
        guard let kind = source.kind(at: index) else { return .none }
        let token = source.tokens[index]
        switch kind {
        case .string:
            guard source.isSymbol(",", at: index + 1) || source.isSymbol(")", at: index + 1),
                let value = SwiftStringValue.value(of: source.bytes(of: token))
            else { return .unseen(.expression, token.span) }
            return .text(value, token.span)
        case .interpolatedString:
            let end = source.tokens.indices.contains(index + 1) ? source.tokens[index + 1].start : token.start
            let head = SwiftStringValue.head(ofInterpolated: source.bytes(of: token), until: end)
            return .unseen(.interpolation(head: head), token.span)
        case .symbol where source.isSymbol(")", at: index): return .none
        // A labelled argument is another function.
        case .identifier where source.isSymbol(":", at: index + 1): return .none
        default: return .unseen(.expression, token.span)
        }
    }

    private mutating func addUnseen(_ reason: UnseenName.Reason, _ span: Range<Int>) {
        unseen.append(UnseenName(reason: reason, source: 0, span: span))
    }

    /// `value(for: "payments", …)` and `resolution(of: "payments", …)`
    private mutating func addNamedRead(at index: Int) {
        let label: SwiftWord = source.word(at: index) == .value ? .for : .of
        guard source.isSymbol("(", at: index + 1), source.word(at: index + 2) == label,
            source.isSymbol(":", at: index + 3), source.word(at: index - 1) != .func
        else { return }
        switch name(at: index + 4) {
        case .text(let name, let span):
            addRead(of: name, as: typeOfRead(at: index), ofCall: index + 1)
            references.append(SettingReference(name, isText: true, .read, .certain, source: 0, span: span))
        case .unseen(.interpolation(let head), let span): addUnseen(.interpolation(head: head), span)
        case .unseen(let reason, let span):
            let isUnread = source.closingParenthesis(of: index + 1) == nil
            if label == .for {
                // Other functions of this name lack the label. None of the library takes a key.
                guard isUnread || source.call(at: index + 1, hasLabel: .default) else { return }
            } else {
                // Functions that read a key lack the labels.
                let isRead = isUnread || source.call(at: index + 1, hasLabel: .default, .for)
                guard isRead, !source.isSymbol(".", at: index + 4) else {
                    return keysOrNames.append(
                        expression(at: index + 4, as: .unknown, ofCall: index + 1, mayBeKey: true))
                }
            }
            addUnseen(reason, span)
            expressions.append(
                expression(at: index + 4, as: typeOfRead(at: index), ofCall: index + 1, mayBeKey: label == .of))
        case .none: functionValues.append(index)
        }
    }

    /// `store.group("checkout")`, `store.values(ofGroup: "checkout")`
    private mutating func addGroup(at index: Int, name: Int) {
        guard source.isSymbol("(", at: index + 1), source.word(at: index - 1) != .func else { return }
        // Without a receiver, it is a function of another library unless it takes the type of a model.
        guard source.isSymbol(".", at: index - 1) || source.call(at: index + 1, hasLabel: .as) else { return }
        let hasType = source.word(at: index) == .values || source.call(at: index + 1, hasLabel: .as)
        // A trailing closure belongs to the functions of other libraries.
        if !hasType, source.hasTrailingClosure(callAt: index) { return }
        switch self.name(at: name) {
        case .text(let name, let span) where !name.isEmpty:
            references.append(
                SettingReference(
                    name, isGroup: true, isText: true, .read, hasType ? .certain : .likely, source: 0, span: span))
        case .text(_, let span): addUnseen(.model, span)
        case .unseen(let reason, let span): if hasType { addUnseen(reason, span) }
        case .none: if hasType { addUnseen(.model, source.tokens[index].span) }
        }
    }

    // MARK: Types

    /// `extension SettingKey where Value == Bool {`, or `extension SettingKey<Bool> {`
    private mutating func noteType(ofExtensionAt index: Int) {
        guard let name = source.keyName(at: index + 1) else { return }
        extensionType = source.valueType(ofKeyAt: name)
        guard source.word(at: name + 1) == .where, source.word(at: name + 2) == .other,
            source.isSymbol("=", at: name + 3), source.isSymbol("=", at: name + 4)
        else { return }
        var end = name + 5
        while end < source.tokens.count, !source.isSymbol("{", at: end), !source.isSymbol(",", at: end) { end += 1 }
        extensionType = source.type(in: (name + 5)..<end)
    }

    /// Whether the code is in an extension of `SettingKey`.
    private var isInKeyType: Bool { scopes.types.last == "SettingKey" }

    /// The type of `value(for: "payments", …)`, which the name that it is bound to may state.
    private func typeOfRead(at index: Int) -> CodeRead.ReadType {
        guard let end = source.closingParenthesis(of: index + 1), source.endsStatement(at: end),
            let binding = source.binding(ofValueAt: source.chain(before: index).start)
        else { return .unknown }
        guard let type = binding.type else { return binding.braceCount == 0 ? .ofDefault : .unknown }
        // A resolution has another type than its value.
        return source.word(at: index) == .value ? .stated(source.type(in: type)) : .unknown
    }

    /// The type of the values of a key.
    ///
    /// - Parameters:
    ///   - name: The token of its type; `nil` if the code leaves it out.
    ///   - binding: The declaration of the key; `nil` if it has none.
    private func typeOfKey(at name: Int?, _ binding: SwiftTokens.Binding?) -> CodeRead.ReadType {
        let names = [name, binding?.type.flatMap { source.keyName(at: $0.lowerBound) }].compactMap { $0 }
        if let type = names.lazy.compactMap({ source.valueType(ofKeyAt: $0) }).first { return .stated(type) }
        if isInKeyType, let extensionType { return .stated(extensionType) }
        guard let binding, binding.type == nil, binding.braceCount == 0 else { return .unknown }
        return .ofDefault
    }

    private mutating func addRead(of name: String, as type: CodeRead.ReadType, ofCall parenthesis: Int) {
        let argument = source.argument(labelled: .default, ofCall: parenthesis)
        reads.append(
            CodeRead(setting: name, type: type, defaultValue: argument.flatMap { source.literal(in: $0) }))
    }

    private func expression(
        at index: Int, as type: CodeRead.ReadType, ofCall parenthesis: Int, mayBeKey: Bool
    ) -> NameExpression {
        let argument = source.argument(labelled: .default, ofCall: parenthesis)
        return NameExpression(
            token: index, span: source.tokens[index].span, type: type,
            defaultValue: argument.flatMap { source.literal(in: $0) }, mayBeKey: mayBeKey)
    }

    // MARK: Keys

    /// `SettingKey("payments", default: false)`, also with the type of the value, `.init`, or as `Self` in an extension
    private mutating func addKey(at index: Int) {
        let start = source.chain(before: index).start
        let binding = source.binding(ofValueAt: start)
        var next = source.indexAfterGenerics(index + 1)
        if source.isSymbol(".", at: next), source.word(at: next + 1) == .`init` { next += 2 }
        guard source.isSymbol("(", at: next) else { return }
        addKey(from: start, ofCall: next, as: typeOfKey(at: index, binding), binding)
    }

    /// `.init("payments", default: false)` where a key is expected.
    private mutating func addImplicitKey(at index: Int) {
        let start = index - 1
        guard source.isSymbol(".", at: start), source.isSymbol("(", at: index + 1), !source.endsOperand(at: start - 1)
        else { return }
        let binding = source.binding(ofValueAt: start)
        let isKey: Bool
        if let type = binding?.type {
            let isSelf = isInKeyType && type.count == 1 && source.word(at: type.lowerBound) == .Self
            isKey = isSelf || source.keyName(at: type.lowerBound) != nil
        } else {
            let end = source.closingParenthesis(of: index + 1) ?? index
            isKey = source.call(at: index + 1, hasLabel: .default) && source.use(from: start, to: end) != .unknown
        }
        if isKey { addKey(from: start, ofCall: index + 1, as: typeOfKey(at: nil, binding), binding) }
    }

    /// Adds a key that is created by the call whose parenthesis is at a token.
    private mutating func addKey(
        from start: Int, ofCall parenthesis: Int, as type: CodeRead.ReadType, _ binding: SwiftTokens.Binding?
    ) {
        switch name(at: parenthesis + 1) {
        case .none: break
        case .unseen(let reason, let span):
            addUnseen(reason, span)
            expressions.append(expression(at: parenthesis + 1, as: type, ofCall: parenthesis, mayBeKey: false))
        case .text(let name, let span):
            addRead(of: name, as: type, ofCall: parenthesis)
            let end = source.closingParenthesis(of: parenthesis) ?? parenthesis
            // `let isOn = SettingKey("payments", default: false).value(in: store)` declares no key.
            guard let binding, source.endsValue(at: end) else {
                return addUnboundKey(name, span, from: start, to: end)
            }
            references.append(SettingReference(name, isText: true, .declaration, .certain, source: 0, span: span))
            let key = SettingKeyPath(
                setting: name, types: scopes.types, member: source.name(of: source.tokens[binding.name]))
            declarations.append(
                Declaration(
                    key: key, token: binding.name, isLocal: scopes.isInFunction(outside: binding.braceCount)))
        }
    }

    /// A key that has no name in the code is used where it is created.
    private mutating func addUnboundKey(_ name: String, _ span: Range<Int>, from start: Int, to end: Int) {
        let isListed = lists.last.map { $0.contains(start) } ?? false
        let kind: SettingReference.Kind
        let certainty: SettingReference.Certainty
        switch source.use(from: start, to: end) {
        case .read: (kind, certainty) = (.read, .certain)
        case .override: (kind, certainty) = (.override, .certain)
        case .unknown: (kind, certainty) = isListed ? (.declaration, .certain) : (.read, .possible)
        }
        references.append(SettingReference(name, isText: true, kind, certainty, source: 0, span: span))
    }

    /// `keys = […]` and `[any DeclaredSetting] = […]`
    private mutating func addList(at index: Int) {
        // A list of the app's own may have the same name; that of a configuration has a receiver.
        if source.word(at: index) == .keys {
            guard source.isSymbol(".", at: index - 1), !source.isText("self", at: index - 2) else { return }
        }
        // A list in a list is part of it.
        guard !(lists.last.map { $0.contains(index) } ?? false) else { return }
        var next = index + 1
        if source.word(at: index) == .declaredSetting {
            guard source.isSymbol("]", at: next) else { return }
            next += 1
        }
        guard source.isSymbol("=", at: next) || source.isSymbol("{", at: next), source.isSymbol("[", at: next + 1)
        else {
            return
        }
        var depth = 0
        var end = next + 1
        while end < source.tokens.count {
            if source.isSymbol("[", at: end) { depth += 1 }
            if source.isSymbol("]", at: end) { depth -= 1 }
            end += 1
            if depth == 0 { break }
        }
        lists.append((next + 1)..<end)
    }

    private mutating func addAlias(at index: Int) {
        guard source.isName(at: index + 1), source.isSymbol("=", at: index + 2) else { return }
        let type = source.typeName(at: index + 3)
        if !type.isEmpty { aliases[source.name(of: source.tokens[index + 1])] = type }
    }
}
