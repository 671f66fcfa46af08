import FlagResolver

/// The names that callers pass to functions that read a setting whose name is a parameter.
///
/// ```swift
/// func isOn(_ name: String) -> Bool { store[SettingKey(name, default: false)] }
/// if isOn("payments") {}  // reads "payments"
/// ```
///
/// The names are known only if each occurrence of the function in the code is a call with a whole literal, or with a parameter of another
/// function for which this holds.
struct ParameterNames {
    struct Name {
        let text: String
        let source: Int
        let span: Range<Int>
    }

    private let sources: [ScannedSource]
    private let declaredTypes: Set<String>

    init(_ sources: [ScannedSource]) {
        self.sources = sources
        declaredTypes = Set(
            sources.flatMap { $0.outline.types.filter { $0.keyword != .extension }.compactMap(\.path.last) })
    }

    /// The names that an expression can be; `nil` if it is not a parameter, or not every call is known.
    func names(of expression: NameScan.NameExpression, in number: Int) -> [Name]? {
        var visited: Set<Parameter> = []
        return names(at: expression.token, in: number, &visited)
    }

    private struct Parameter: Hashable {
        let function: String
        let label: String?
    }

    private func names(at token: Int, in number: Int, _ visited: inout Set<Parameter>) -> [Name]? {
        let source = sources[number]
        let tokens = source.tokens
        guard tokens.isName(at: token), tokens.isSymbol(",", at: token + 1) || tokens.isSymbol(")", at: token + 1),
            let function = source.outline.function(around: token), let name = function.name,
            let index = function.parameters.firstIndex(where: { $0.name == tokens.name(of: tokens.tokens[token]) })
        else { return nil }
        let parameter = function.parameters[index]
        guard !parameter.hasDefault, parameter.label != nil || index == 0,
            tokens.isText("String", at: parameter.type.lowerBound),
            parameter.type.count == 1, !isShadowed(parameter.name, in: function, before: token, tokens),
            isOnlyCalled(function, source)
        else { return nil }
        guard visited.insert(Parameter(function: name, label: parameter.label)).inserted else { return [] }
        return namesPassed(to: name, parameter.label, &visited)
    }

    // MARK: The function

    /// Whether code other than a call by the name of the function can call it: a framework, Objective-C, the compiler.
    private func isOnlyCalled(_ function: CodeOutline.Function, _ source: ScannedSource) -> Bool {
        guard let name = function.name, !Self.calledByCompiler.contains(name), !name.starts(withBytesOf: "build"),
            function.attributes.allSatisfy({ Self.harmlessAttributes.contains($0.name) })
        else { return false }
        guard let index = function.type else { return true }
        let type = source.outline.types[index]
        for part in sources.flatMap(\.outline.types) where part.path == type.path {
            guard part.attributes.allSatisfy({ Self.harmlessAttributes.contains($0.name) }),
                part.inherited.allSatisfy({ isKnown($0) })
            else { return false }
        }
        return true
    }

    private func isKnown(_ protocolName: [String]) -> Bool {
        guard let name = protocolName.last else { return false }
        return declaredTypes.contains(name) || EntryPointAudit.harmlessProtocols.contains(name)
            || EntryPointAudit.libraryTypes.contains(name)
    }

    private static let calledByCompiler: Set<String> = [
        "callAsFunction", "dynamicallyCall", "appendInterpolation", "appendLiteral", "perform",
    ]

    private static let harmlessAttributes: Set<String> = [
        "MainActor", "available", "discardableResult", "inlinable", "inline", "usableFromInline", "Sendable",
        "unchecked",
        "preconcurrency", "concurrent", "ViewBuilder", "frozen", "Observable", "backDeployed",
        "warn_unqualified_access",
    ]

    /// Whether a name means something else where it is used.
    private func isShadowed(
        _ name: String, in function: CodeOutline.Function, before token: Int, _ tokens: SwiftTokens
    ) -> Bool {
        for index in function.body where index != token {
            switch tokens.word(at: index) {
            // `case let .payment(name)`, `let (name, value)`
            case .let, .var: if !tokens.isName(at: index + 1) { return true }
            default: break
            }
            guard tokens.isName(at: index), tokens.name(of: tokens.tokens[index]) == name else { continue }
            switch tokens.word(at: index - 1) {
            case .let, .var, .func, .for: return true
            default: break
            }
            // `[name = other]`
            if tokens.isSymbol("=", at: index + 1), !tokens.isSymbol("=", at: index + 2) { return true }
            // `{ name in`, `{ name, other in`, `{ (name: String) in`
            if tokens.word(at: index + 1) == .in { return true }
            if isInClosureParameters(index, tokens) { return true }
        }
        return false
    }

    private func isInClosureParameters(_ index: Int, _ tokens: SwiftTokens) -> Bool {
        var previous = index - 1
        while tokens.isName(at: previous) || tokens.isSymbol(",", at: previous) || tokens.isSymbol(":", at: previous)
            || tokens.isSymbol("(", at: previous) || tokens.isSymbol("]", at: previous)
        {
            guard previous > index - 64 else { return true }
            if tokens.isSymbol("]", at: previous) {
                // A list of captures is at the beginning of a closure.
                while previous > 0, !tokens.isSymbol("[", at: previous) { previous -= 1 }
            }
            previous -= 1
        }
        guard tokens.isSymbol("{", at: previous) else { return false }
        var next = index
        while next < min(index + 64, tokens.tokens.count), !tokens.isSymbol("}", at: next),
            !tokens.isSymbol("{", at: next)
        {
            if tokens.word(at: next) == .in { return true }
            next += 1
        }
        return false
    }

    // MARK: Calls

    private func namesPassed(to function: String, _ label: String?, _ visited: inout Set<Parameter>) -> [Name]? {
        var names: [Name] = []
        var isCalled = false
        for (number, source) in sources.enumerated() where source.tokens.mentions(function) {
            let tokens = source.tokens
            for index in tokens.tokens.indices where tokens.isName(at: index) {
                guard tokens.name(of: tokens.tokens[index]) == function else { continue }
                switch use(ofNameAt: index, tokens) {
                case .other: continue
                case .value: return nil
                case .call: break
                }
                let arguments = tokens.arguments(ofCall: index + 1)
                let argument =
                    label.map { label in
                        arguments.first { argument in argument.words.first.map { tokens.isText(label, at: $0) } ?? false
                        }
                    } ?? arguments.first { $0.words.isEmpty }
                guard let argument, let first = argument.range.first,
                    label != nil || arguments.first?.words.isEmpty == true
                else {
                    return nil
                }
                isCalled = true
                if let text = tokens.text(in: argument.range) {
                    names.append(Name(text: text, source: number, span: tokens.tokens[first].span))
                } else if argument.range.count == 1, let passed = self.names(at: first, in: number, &visited) {
                    names += passed
                } else {
                    return nil
                }
            }
        }
        return isCalled ? names : nil
    }

    private enum NameUse {
        case call
        /// The function may be passed on.
        case value
        /// Another thing with the name, or a declaration.
        case other
    }

    private func use(ofNameAt index: Int, _ tokens: SwiftTokens) -> NameUse {
        switch tokens.word(at: index - 1) {
        case .func, .let, .var, .case, .import, .struct, .class, .enum, .protocol, .typealias: return .other
        default: break
        }
        if tokens.isSymbol("(", at: index + 1) { return .call }
        // A label of an argument.
        if tokens.isSymbol(":", at: index + 1),
            tokens.isSymbol("(", at: index - 1) || tokens.isSymbol(",", at: index - 1)
        {
            return .other
        }
        // What a function cannot be: the target of an assignment, a condition, an operand.
        for symbol: Unicode.Scalar in ["=", "&", "|"] where tokens.isSymbol(symbol, at: index + 1) {
            return .other
        }
        return .value
    }
}
