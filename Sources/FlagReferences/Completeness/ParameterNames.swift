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
    private let types: DeclaredTypes
    private let ancestors: [[String]: Set<[String]>]
    /// Whether the code declares operators, which can take a function that is not called.
    private let hasOperators: Bool

    init(_ sources: [ScannedSource], _ types: DeclaredTypes) {
        self.sources = sources
        self.types = types
        ancestors = types.allAncestors
        hasOperators = sources.contains { source in
            source.tokens.tokens.indices.contains { index in
                source.tokens.word(at: index) == .func && source.tokens.kind(at: index + 1) == .symbol
            }
        }
    }

    /// The names that an expression can be, and the functions that pass them; `nil` if it is not a parameter, or not every call is known.
    func names(of expression: NameScan.NameExpression, in number: Int) -> (names: [Name], functions: Set<String>)? {
        var visited: Set<Parameter> = []
        return names(at: expression.token, in: number, &visited).map { ($0, Set(visited.map(\.function))) }
    }

    private struct Parameter: Hashable {
        let function: String
        let label: String?
    }

    private func names(at token: Int, in number: Int, _ visited: inout Set<Parameter>) -> [Name]? {
        let source = sources[number]
        let tokens = source.tokens
        guard tokens.isName(at: token), tokens.isSymbol(",", at: token + 1) || tokens.isSymbol(")", at: token + 1),
            let function = source.outline.function(around: token, types.effort), let name = function.name,
            let index = function.parameters.firstIndex(where: {
                $0.name.hasSameBytes(as: tokens.name(of: tokens.tokens[token]))
            })
        else { return nil }
        let parameter = function.parameters[index]
        guard !parameter.hasDefault, !parameter.hasAttribute, parameter.label != nil || index == 0,
            function.parameters.count(where: { $0.label == parameter.label && $0.label != nil }) < 2,
            tokens.isText("String", at: parameter.type.lowerBound), parameter.type.count == 1,
            !types.declares("String"), !tokens.mayBind(parameter.name, in: function.body),
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
        // A type that inherits the function can meet the requirement of a protocol with it.
        guard types.effort.allows(ancestors.count, times: 50) else { return false }
        return types.owners(of: source.outline.types[index]).allSatisfy { owner in
            ancestors.allSatisfy { path, inherited in
                guard path == owner || inherited.contains(owner) else { return true }
                return inherited.union([path]).allSatisfy { $0 == owner && !isDeclared(owner) || isKnown($0) }
                    && hasHarmlessParts(owner)
            }
        }
    }

    /// Whether the requirements of a protocol, and the functions of a class, are known to be called by name only.
    private func isKnown(_ path: [String]) -> Bool {
        guard let name = path.last else { return false }
        let isDeclared = types.declarations[path] != nil
        let isHarmless =
            EntryPointAudit.harmlessProtocols.contains(name) || EntryPointAudit.libraryTypes.contains(name)
        return (isDeclared || isHarmless) && hasHarmlessParts(path)
    }

    /// Whether the code declares a type itself. What extends a type of the system is called by the code only.
    private func isDeclared(_ path: [String]) -> Bool { types.declarations[path] != nil }

    private func hasHarmlessParts(_ path: [String]) -> Bool {
        types.parts(of: path).allSatisfy { part in
            part.declaration.attributes.allSatisfy { Self.harmlessAttributes.contains($0.name) }
        }
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

    // MARK: Calls

    private func namesPassed(to function: String, _ label: String?, _ visited: inout Set<Parameter>) -> [Name]? {
        var names: [Name] = []
        var isCalled = false
        guard types.effort.allows(sources.reduce(0) { $0 + $1.tokens.tokens.count }, times: 5) else { return nil }
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
                    label != nil || arguments.first?.words.isEmpty == true,
                    arguments.count(where: { $0.words.first.map { tokens.name(of: tokens.tokens[$0]) } == label }) < 2
                        || label == nil
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

    private func use(ofNameAt index: Int, _ tokens: SwiftTokens) -> NameUse {
        switch tokens.word(at: index - 1) {
        case .func, .let, .var, .case, .import, .struct, .class, .enum, .protocol, .typealias: return .other
        default: break
        }
        if tokens.isSymbol("(", at: index + 1) { return .call }
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
        return .value
    }
}
