import FlagResolver

/// Keys: how they are created, and where they are passed.
extension EntryPointAudit {
    mutating func visitKeyType(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        let next = source.indexAfterGenerics(index + 1)
        if source.isSymbol("<", at: next) { return add(.typeValue("SettingKey"), index, number) }
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
    mutating func visitOwnType(_ index: Int, _ number: Int) {
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

    /// `as? [SettingKey<Bool>]`, `case let key as SettingKey<Bool>`
    mutating func visitCast(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        let isKey = source.typeOfCast(at: index)?.contains { position in
            guard source.word(at: position) == .settingKey else { return false }
            // A type of the code can have the name, too: `Feed.SettingKey`.
            let path = source.chain(before: position).names + ["SettingKey"]
            guard path.count > 1, case .type = types.meaning(of: path, in: []) else { return true }
            return false
        }
        if isKey ?? false { add(.cast, index, number) }
    }

    /// `.init(name, default: false)`, `self.init(…)`, and the initialiser of a type that only runs show.
    mutating func visitInitialiser(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isSymbol(".", at: index - 1) else { return }
        guard source.isSymbol("(", at: index + 1) else { return }
        let arguments = source.arguments(ofCall: index + 1)
        guard isKeyCall(arguments, ofCall: index + 1, in: source), !hasLiteralName(arguments, in: source) else {
            return
        }
        // Known calls are references, or names that are not seen.
        let first = source.tokens[min(index + 2, source.tokens.count - 1)].span
        guard !keyUses.contains(KeyUse(source: number, end: first.upperBound)),
            !sources[number].scan.unseen.contains(where: { $0.span == first })
        else { return }
        let chain = source.chain(before: index)
        if chain.isPlain, let base = chain.names.last, base != "self", base != "Self", base != "super",
            base.first?.isUppercase == true, types.paths[base] != nil, !types.placeholders.contains(base)
        {
            return
        }
        add(.keyWithoutType, index, number)
    }

    /// `Element(name, default: false)`: a type that the code does not declare, and that a caller or a conformance gives, may be that of a key.
    mutating func visitCall(_ parenthesis: Int, _ number: Int) {
        let source = sources[number].tokens
        guard let callee = source.callee(ofCall: parenthesis), source.word(at: callee) != .settingKey,
            source.word(at: callee) != .`init`
        else { return }
        let name = source.name(of: source.tokens[callee])
        guard name.first?.isUppercase == true || types.placeholders.contains(name), mayBeKeyType(callee, name, number)
        else { return }
        // The arguments of an attribute are those of a property wrapper.
        if source.isSymbol("@", at: source.chain(before: callee).start - 1) { return }
        // A function with such a name, and the case of an enum.
        guard source.word(at: callee - 1) != .func, source.word(at: callee - 1) != .case,
            types.placeholders.contains(name) || !values.functions.contains(name)
        else { return }
        let arguments = source.arguments(ofCall: parenthesis)
        guard isKeyCall(arguments, ofCall: parenthesis, in: source), !hasLiteralName(arguments, in: source) else {
            return
        }
        add(.keyWithoutType, callee, number)
    }

    /// Whether the first argument is a whole literal. Whatever the call makes, ``CodeInventory/mentions`` has the name.
    private func hasLiteralName(_ arguments: [SwiftTokens.Argument], in source: SwiftTokens) -> Bool {
        arguments.first.map { source.text(in: $0.range) != nil } ?? false
    }

    private func mayBeKeyType(_ callee: Int, _ name: String, _ number: Int) -> Bool {
        guard name == "Self" else { return types.paths[name] == nil || types.placeholders.contains(name) }
        // `Self(…)` in an extension of keys is found where names are.
        guard let type = sources[number].outline.type(around: callee, types.effort), let last = type.path.last else {
            return true
        }
        return type.keyword == .protocol || last != "SettingKey" && !types.isConcrete(last)
            || types.declarations.contains {
                $0.key.last == last && $0.value.contains { $0.declaration.keyword == .protocol }
            }
    }

    /// `(_:default:)`, the labels of an initialiser that is a value.
    func isLabelledReference(_ parenthesis: Int, _ source: SwiftTokens) -> Bool {
        source.isSymbol("(", at: parenthesis) && source.isText("_", at: parenthesis + 1)
            && source.isSymbol(":", at: parenthesis + 2)
    }

    /// Whether a call has a first argument without a label and a second one with the label `default`. A call that is too long to be read may have
    /// them, unless its first argument has a label.
    private func isKeyCall(_ arguments: [SwiftTokens.Argument], ofCall parenthesis: Int, in source: SwiftTokens) -> Bool
    {
        if source.closingParenthesis(of: parenthesis) == nil { return !source.isLabel(at: parenthesis + 1) }
        if arguments.count == 1, let label = arguments[0].words.first, source.isText("_", at: label) { return true }
        guard arguments.count == 2, arguments[0].words.isEmpty, let label = arguments[1].words.first else {
            return false
        }
        return source.word(at: label) == .default
    }

    /// `store[Experiments.search]`
    mutating func visitSubscript(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isAdjacent(index - 1), source.isName(at: index - 1),
            values.kind(of: source.name(of: source.tokens[index - 1]), in: sources[number], at: index) == .store
        else { return }
        visitKey(from: index + 1, number)
    }

    /// `resolution(of: Experiments.search)`, `values(of: Experiments.search)`
    mutating func visitKeyArgument(_ index: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isSymbol("(", at: index - 1), source.isSymbol(":", at: index + 1),
            source.word(at: index - 2) == .resolution || source.word(at: index - 2) == .values
        else { return }
        visitKey(from: index + 2, number)
    }

    mutating func visitKey(from start: Int, _ number: Int) {
        let source = sources[number].tokens
        guard source.isName(at: start), source.isSymbol(".", at: start + 1) else { return }
        var end = start
        while source.isSymbol(".", at: end + 1), source.isName(at: end + 2) { end += 2 }
        let name = source.name(of: source.tokens[start])
        guard name.first?.isUppercase == true,
            source.isSymbol("]", at: end + 1) || source.isSymbol(",", at: end + 1) || source.isSymbol(")", at: end + 1),
            !EntryPoints.types.contains(name), !EntryPoints.modules.contains(name), !types.declares(name),
            // The types that a caller gives are declared in the code, and so are their keys.
            !types.placeholders.contains(name),
            !keyUses.contains(KeyUse(source: number, end: source.tokens[end].end))
        else { return }
        add(.unknownKey(name), start, number)
    }

    /// Whether the argument at a token is a key, for which nothing is read by name.
    func isKey(at index: Int, in number: Int) -> Bool {
        let source = sources[number].tokens
        if let name = source.keyName(at: index) {
            // `SettingKey<Bool>("payments", default: false)`
            var next = source.indexAfterGenerics(name + 1)
            if source.isSymbol(".", at: next), source.word(at: next + 1) == .`init` { next += 2 }
            if let end = source.closingParenthesis(of: next) { return source.endsArgument(at: end) }
        }
        let isMember = source.isSymbol(".", at: index)
        var end = isMember ? index + 1 : index
        var path: [String] = []
        while source.isName(at: end) {
            path.append(source.name(of: source.tokens[end]))
            let next = source.indexAfterGenerics(end + 1)
            guard source.isSymbol(".", at: next) else {
                end = next - 1
                break
            }
            end = next + 1
        }
        guard let name = path.last, source.isName(at: end), source.endsArgument(at: end) else { return false }
        if path.count == 1, !isMember { return values.isKey(name, at: end, in: sources[number]) }
        guard keyUses.contains(KeyUse(source: number, end: source.tokens[end].end)) else { return false }
        return generated.paths.contains(path) || values.isKey(name)
    }
}

extension SwiftTokens {
    /// Whether an argument ends with a token.
    func endsArgument(at index: Int) -> Bool { isSymbol(",", at: index + 1) || isSymbol(")", at: index + 1) }

    /// The name of what the parenthesis at a token calls: `Box` of `Box<Bool>(`; `nil` if it has none.
    func callee(ofCall parenthesis: Int) -> Int? {
        if isName(at: parenthesis - 1) { return isCalled(at: parenthesis - 1) ? parenthesis - 1 : nil }
        guard isSymbol(">", at: parenthesis - 1), let generics = startOfGenerics(parenthesis - 1),
            isName(at: generics - 1)
        else { return nil }
        return generics - 1
    }
}
