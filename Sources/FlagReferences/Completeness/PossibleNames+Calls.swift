import FlagResolver

/// The names that callers pass to functions and initialisers.
///
/// ```swift
/// func isOn(_ name: String) -> Bool { store[SettingKey(name, default: false)] }
/// if isOn("payments") {}  // reads "payments"
/// ```
extension PossibleNames {
    /// The names that the calls of a function pass for a parameter.
    mutating func names(
        passedFor parameter: CodeOutline.Parameter, of function: CodeOutline.Function, _ number: Int
    ) throws(Obstacle) -> [Name] {
        let obstacle = Obstacle(source: number, token: function.token)
        let source = sources[number]
        guard !parameter.hasAttribute, isString(parameter.type, number), isOnlyCalled(function, source) else {
            throw obstacle
        }
        guard let name = function.name else {
            guard source.tokens.word(at: function.token) == .`init`, let index = function.type else { throw obstacle }
            let owners = types.owners(of: source.outline.types[index])
            guard owners.count == 1, let owner = owners.first else { throw obstacle }
            let names =
                try parameter.defaultValue.map { (value) throws(Obstacle) in try self.names(of: value, number) } ?? []
            return try names
                + self.names(passedFor: parameter, among: function.parameters, toInitialiserOf: owner, obstacle)
        }
        let declaration = Declaration(callee: name, name: parameter.name, source: number, token: function.token)
        return try self.names(of: declaration) { (possible) throws(Obstacle) in
            try possible.names(passedFor: parameter, of: function, named: name, obstacle)
        }
    }

    /// The name that a default is, if it is a literal.
    private func names(of value: Range<Int>, _ number: Int) throws(Obstacle) -> [Name] {
        let tokens = sources[number].tokens
        guard let text = tokens.text(in: value), let first = value.first else {
            throw Obstacle(source: number, token: value.lowerBound)
        }
        return [Name(text: text, source: number, span: tokens.tokens[first].span)]
    }

    // MARK: Functions

    /// Whether code other than a call by the name of the function can call it: a framework, Objective-C, the compiler.
    private func isOnlyCalled(_ function: CodeOutline.Function, _ source: ScannedSource) -> Bool {
        let name = function.name ?? "init"
        guard !Self.calledByCompiler.contains(name), !source.tokens.hasModifier("distributed", before: function.token),
            function.attributes.allSatisfy({ Self.harmlessAttributes.contains($0.name) })
        else { return false }
        guard let index = function.type else { return true }
        guard types.effort.allows(ancestors.count, times: 50) else { return false }
        let isOverride = source.tokens.hasModifier("override", before: function.token)
        // A type that inherits the function can meet the requirement of a protocol with it.
        return types.owners(of: source.outline.types[index]).allSatisfy { owner in
            ancestors.allSatisfy { path, inherited in
                guard path == owner || inherited.contains(owner) else { return true }
                return inherited.union([path]).allSatisfy { ancestor in
                    if ancestor == owner, types.declarations[owner] == nil { return true }
                    return isKnown(ancestor) || !isOverride && Self.systemClasses.contains(ancestor.last ?? "")
                } && hasHarmlessParts(owner)
            }
        }
    }

    /// Whether the requirements of a protocol, and the functions of a class, are known to be called by name only.
    func isKnown(_ path: [String]) -> Bool {
        guard let name = path.last else { return false }
        let isDeclared = types.declarations[path] != nil
        // `Kit.View` is another protocol than that of the system.
        let isOfSystem = path.count == 1 || path.count == 2 && SystemModules.names.contains(path[0])
        let isHarmless =
            isOfSystem && EntryPointAudit.harmlessProtocols.contains(name)
            || EntryPointAudit.libraryTypes.contains(name)
            || path == ["String"] && !types.declares("String")
        return (isDeclared || isHarmless) && hasHarmlessParts(path)
    }

    func hasHarmlessParts(_ path: [String]) -> Bool {
        types.parts(of: path).allSatisfy { part in
            part.declaration.attributes.allSatisfy { Self.harmlessAttributes.contains($0.name) }
        }
    }

    private static let calledByCompiler: Set<String> = [
        "callAsFunction", "dynamicallyCall", "appendInterpolation", "appendLiteral", "perform", "buildBlock",
        "buildExpression", "buildOptional", "buildIf", "buildEither", "buildArray", "buildLimitedAvailability",
        "buildPartialBlock", "buildFinalResult",
    ]

    private static let harmlessAttributes: Set<String> = [
        "MainActor", "available", "discardableResult", "inlinable", "inline", "usableFromInline", "Sendable",
        "unchecked",
        "preconcurrency", "concurrent", "ViewBuilder", "frozen", "Observable", "backDeployed",
        "warn_unqualified_access", "propertyWrapper",
    ]

    /// Classes of Apple's frameworks. They call a function of a subclass only if it overrides theirs, or Objective-C sees it.
    static let systemClasses: Set<String> = [
        "NSObject", "NSViewController", "NSView", "NSWindowController", "NSWindow", "NSControl", "NSCell",
        "UIResponder",
        "UIViewController", "UIView", "UIWindow", "UIControl", "UITableViewController", "UICollectionViewController",
        "UINavigationController", "UITabBarController", "UIPageViewController", "UISplitViewController",
        "UIHostingController", "UITableViewCell", "UICollectionViewCell", "UICollectionReusableView",
        "UITableViewHeaderFooterView", "UIStackView", "UIScrollView", "UILabel", "UIButton", "UIImageView",
        "UITextField", "UITextView",
    ]

    // MARK: Calls

    private mutating func names(
        passedFor parameter: CodeOutline.Parameter, of declaration: CodeOutline.Function, named function: String,
        _ obstacle: Obstacle
    ) throws(Obstacle) -> [Name] {
        let overloads = overloads(of: function)
        var names: [Name] = []
        // A call that leaves the name out can call the function that this one overrides.
        for overload in overloads {
            for other in overload.function.parameters where other.label == parameter.label {
                if let value = other.defaultValue { names += try self.names(of: value, overload.source) }
            }
        }
        var isCalled = !names.isEmpty
        let own = sources[obstacle.source].tokens
        let isStatic =
            own.hasModifier("static", before: declaration.token) || own.hasModifier("class", before: declaration.token)
        let others = overloads.filter { $0.source != obstacle.source || $0.function.token != declaration.token }
            .map(\.function.parameters)
        for (number, source) in sources.enumerated() where source.tokens.mentions(function) {
            let tokens = source.tokens
            try look(at: tokens.tokens.count, for: obstacle.token, in: obstacle.source)
            for index in tokens.tokens.indices where tokens.isName(at: index) {
                guard tokens.name(of: tokens.tokens[index]).hasSameBytes(as: function) else { continue }
                switch use(ofNameAt: index, source) {
                case .other: continue
                case .value: throw Obstacle(source: number, token: index)
                case .call: break
                }
                let place = Obstacle(source: number, token: index)
                // `Flags.isOn(flags)` is the function of a value.
                let receiver = tokens.chain(before: index).names.last
                if declaration.type != nil, receiver?.first?.isUppercase ?? false, !isStatic { throw place }
                let found = try argument(
                    for: parameter, among: declaration.parameters, ofCall: index + 1, place,
                    besides: declaration.type == nil ? nil : others)
                guard let value = found else { continue }
                if overloads.count > 1, isMemberOfOtherType(value, number) { continue }
                isCalled = true
                names += try self.names(in: value, number)
            }
        }
        guard isCalled else { throw obstacle }
        return names
    }

    private func overloads(of function: String) -> [(source: Int, function: CodeOutline.Function)] {
        sources.enumerated().flatMap { number, source in
            source.outline.functions.filter { $0.name?.hasSameBytes(as: function) ?? false }.map { (number, $0) }
        }
    }

    /// The argument that a call passes for a parameter; `nil` if the call is one of another function, or leaves it to its default.
    ///
    /// - Parameter overloads: The parameters of other functions with the name of a member, which can be called with the value that has it:
    ///   `Flags.isOn(flags)`; `nil` for another function.
    func argument(
        for parameter: CodeOutline.Parameter, among parameters: [CodeOutline.Parameter], ofCall parenthesis: Int,
        _ place: Obstacle, besides overloads: [[CodeOutline.Parameter]]? = nil
    ) throws(Obstacle) -> Range<Int>? {
        let tokens = sources[place.source].tokens
        guard let end = tokens.closingParenthesis(of: parenthesis) else { throw place }
        let arguments = tokens.arguments(ofCall: parenthesis)
        // `isOn(_:)` is a function that is passed on.
        let isReference = arguments.contains { $0.range.isEmpty || tokens.isSymbol(":", at: $0.range.upperBound - 1) }
        // The function is called with the value that has it, or its result is called.
        guard !isReference, !arguments.isEmpty || end == parenthesis + 1, !tokens.isCalled(at: end) else { throw place }
        let labels = arguments.map { $0.words.first.map { tokens.name(of: tokens.tokens[$0]) } }
        // A comparison can be read as generic arguments.
        func skipped() throws(Obstacle) -> Range<Int>? {
            if (parenthesis..<end).contains(where: { tokens.isSymbol("<", at: $0) }) { throw place }
            return nil
        }
        guard labels.allSatisfy({ label in label == nil || parameters.contains { $0.label == label } }) else {
            return try skipped()
        }
        let equal = parameters.filter { $0.label == parameter.label }
        guard let position = equal.firstIndex(where: { $0.name.hasSameBytes(as: parameter.name) }),
            parameter.label == nil || equal.count == 1, equal[..<position].allSatisfy({ !$0.hasDefault })
        else { throw place }
        let found = zip(arguments, labels).filter { $0.1 == parameter.label }.map(\.0.range)
        if found.indices.contains(position) { return found[position] }
        if let overloads, labels == [nil], !parameter.hasDefault,
            !overloads.contains(where: { $0.filter { !$0.hasDefault }.map(\.label) == [nil] })
        {
            throw place
        }
        return try skipped()
    }

    /// Whether an argument is a member that String lacks, so that it belongs to another function with the name: `isOn(.search)`.
    private func isMemberOfOtherType(_ value: Range<Int>, _ number: Int) -> Bool {
        let tokens = sources[number].tokens
        guard value.count == 2, tokens.isSymbol(".", at: value.lowerBound), tokens.isName(at: value.lowerBound + 1)
        else { return false }
        let member = tokens.name(of: tokens.tokens[value.lowerBound + 1])
        return member != "init" && !extendsOtherTypes(with: member, besides: EntryPointAudit.libraryTypes)
    }

    /// Whether the code gives a member to protocols, or to types that it does not declare.
    func extendsOtherTypes(with member: String, besides known: Set<String> = []) -> Bool {
        sources.contains { source in
            source.outline.types.contains { type in
                guard type.otherMembers.contains(where: { $0.hasSameBytes(as: member) }) else { return false }
                if type.keyword == .protocol { return true }
                return type.keyword == .extension
                    && types.owners(of: type).contains { owner in
                        let declared = types.declarations[owner]?.first?.declaration
                        return declared.map { $0.keyword == .protocol }
                            ?? !known.contains(owner.last ?? "")
                    }
            }
        }
    }

    /// Whether a name is a condition, which a function cannot be: `button.isEnabled ? 1 : 0`, `!button.isEnabled`, `if button.isEnabled {`.
    private func isCondition(_ index: Int, _ tokens: SwiftTokens) -> Bool {
        let start = tokens.chain(before: index).start
        if tokens.isSymbol("!", at: start - 1), tokens.isAdjacent(start - 1), !tokens.endsOperand(at: start - 2) {
            return true
        }
        // `?` of optional chaining, and `??`, follow at once or are two.
        if tokens.isSymbol("?", at: index + 1), !tokens.isAdjacent(index), !tokens.isSymbol("?", at: index + 2) {
            return true
        }
        switch tokens.word(at: start - 1) {
        case .if, .while: return tokens.isSymbol("{", at: index + 1)
        case .guard: return tokens.word(at: index + 1) == .else
        default: return false
        }
    }

    private enum NameUse {
        case call
        /// The function may be passed on.
        case value
        /// Another thing with the name, or a declaration.
        case other
    }

    private func use(ofNameAt index: Int, _ source: ScannedSource) -> NameUse {
        let tokens = source.tokens
        switch tokens.word(at: index - 1) {
        case .func, .let, .var, .case, .import, .struct, .class, .enum, .protocol, .typealias: return .other
        default: break
        }
        if tokens.isSymbol("(", at: index + 1) { return tokens.isCalled(at: index) ? .call : .value }
        if tokens.isLabel(at: index) { return .other }
        // What a function cannot be: the target of an assignment.
        if tokens.isSymbol("=", at: index + 1), !tokens.endsOperand(at: index - 1),
            !(tokens.isAdjacent(index + 1) && tokens.kind(at: index + 2) == .symbol)
        {
            return .other
        }
        if !hasOperators, isCondition(index, tokens) { return .other }
        // Nor is it an operand of the standard library's operators on conditions.
        for symbol: Unicode.Scalar in ["&", "|", "="] where !hasOperators && tokens.isSymbol(symbol, at: index + 1) {
            return .other
        }
        // The name of a parameter after its label.
        if tokens.isName(at: index - 1), !tokens.word(at: index - 1).precedesOperand,
            tokens.isSymbol(":", at: index + 1)
        {
            return .other
        }
        return isLocalValue(index, source) || isMemberOfOtherValue(index, source) ? .other : .value
    }

    /// Whether a name is that of a parameter or a variable of the functions around it.
    private func isLocalValue(_ index: Int, _ source: ScannedSource) -> Bool {
        let tokens = source.tokens
        guard !tokens.isSymbol(".", at: index - 1) else { return false }
        let name = tokens.name(of: tokens.tokens[index])
        return source.outline.functions.contains { function in
            guard function.isClosed, function.body.contains(index) else { return false }
            // The members of a type in a function do not see its parameters.
            guard !source.outline.types.contains(where: { function.body.contains($0.token) }) else { return false }
            return function.parameters.contains { $0.name.hasSameBytes(as: name) }
                || source.outline.bindings.contains { binding in
                    function.body.contains(binding.token) && binding.name.hasSameBytes(as: name)
                        && tokens.isStatement(declaring: binding.token) && tokens.isInScope(binding.token, at: index)
                        && tokens.endsStatement(from: binding.token, before: index)
                }
        }
    }

    /// Whether a name is the member of a value whose type has no such function: `sender.isOn` of `sender: UISwitch`.
    private func isMemberOfOtherValue(_ index: Int, _ source: ScannedSource) -> Bool {
        let tokens = source.tokens
        let chain = tokens.chain(before: index)
        guard chain.isPlain, chain.names.count == 1, let value = chain.names.first, !tokens.isImplicit(value) else {
            return false
        }
        let name = tokens.name(of: tokens.tokens[index])
        let bindings = sources.flatMap { source in
            source.outline.bindings.filter { $0.name.hasSameBytes(as: value) }.map { (source: source, binding: $0) }
        }
        return !bindings.isEmpty
            && bindings.allSatisfy { source, binding in
                let tokens = source.tokens
                guard let type = binding.type else { return false }
                let names = tokens.typeName(at: type.lowerBound)
                guard let last = names.last, names.count * 2 - 1 == type.count, !types.placeholders.contains(last),
                    last.first?.isUppercase == true
                else { return false }
                switch types.meaning(
                    of: names, in: source.outline.type(around: binding.token, types.effort)?.path ?? [])
                {
                case .ambiguous: return false
                case .type(let path):
                    // A protocol can demand a superclass with the function.
                    let isConcrete =
                        types.declarations[path]?.allSatisfy { $0.declaration.keyword != .protocol } ?? false
                    return isConcrete && !extendsOtherTypes(with: name)
                        && ([path] + (ancestors[path] ?? [])).allSatisfy { count(of: name, in: $0) == 0 }
                        && (ancestors[path] ?? []).allSatisfy(isKnown)
                case .notDeclared:
                    // A metatype, or an alias that a protocol gives.
                    return last != "Type" && last != "Protocol" && !names.contains(where: { types.declares($0) })
                        && !extendsOtherTypes(with: name)
                }
            }
    }
}

extension SwiftTokens {
    /// Whether `let` or `var` before a name begins a statement, and is no part of a condition or a pattern.
    fileprivate func isStatement(declaring name: Int) -> Bool {
        guard word(at: name - 1) == .let || word(at: name - 1) == .var else { return false }
        switch word(at: name - 2) {
        case .if, .while, .case, .for, .catch, .guard: return false
        default: return !isSymbol(",", at: name - 2) && !isSymbol("(", at: name - 2)
        }
    }

    /// Whether a statement that declares a name has ended before a token: in `let isOn = isOn`, the second name is another one.
    fileprivate func endsStatement(from name: Int, before index: Int) -> Bool {
        var depth = 0
        // The value can go on after a brace, and be another one in each branch of `#if`.
        let span = (name + 1)..<max(name + 1, index)
        guard let start = span.first(where: { isSymbol("=", at: $0) }),
            !span.contains(where: { word(at: $0) == .else || isSymbol("#", at: $0) })
        else { return false }
        for token in start..<max(start, index) {
            if isSymbol("(", at: token) || isSymbol("[", at: token) || isSymbol("{", at: token) { depth += 1 }
            if isSymbol(")", at: token) || isSymbol("]", at: token) || isSymbol("}", at: token) { depth -= 1 }
            if depth == 0, token > start, endsOperand(at: token), endsValue(at: token) { return true }
        }
        return false
    }
}
