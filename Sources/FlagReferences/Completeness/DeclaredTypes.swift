import FlagResolver

/// The types that some code declares, under every name that the code gives them.
///
/// 1. A name means a type of the scopes around it, from the innermost one on; then one of another module: `Shop.Cart`.
/// 2. An alias means its target. An extension belongs to the type that its name means.
/// 3. An extension whose name means no declared type belongs to all types with its last name, so that nothing that it adds is missed.
struct DeclaredTypes {
    /// A declaration of a type, or an extension of it.
    struct Part {
        let source: Int
        let declaration: CodeOutline.TypeDeclaration
    }

    private struct Alias: Hashable {
        let names: [String]
        /// The types around the alias, as the code writes them.
        let scope: [String]
        /// Whether the target is a name without generic arguments.
        let isPlain: Bool
        /// All names in the target.
        let mentioned: [String]
    }

    /// The declarations by the path of the type, the outermost type first. Branches of `#if` can have several.
    private(set) var declarations: [[String]: [Part]] = [:]
    fileprivate var extensions: [[String]: [Part]] = [:]
    /// The paths of the types with a last name.
    private(set) var paths: [String: [[String]]] = [:]
    private var aliases: [[String]: Set<Alias>] = [:]
    /// The names that mean whatever type a caller or a conformance gives: `T`, `Element`, `Self`.
    let placeholders: Set<String>
    private let aliasNames: Set<String>
    /// The paths of the aliases with a last name.
    private let aliasPaths: [String: [[String]]]
    /// The steps of all questions about the code.
    let effort: CodeEffort

    init(_ sources: [ScannedSource], _ effort: CodeEffort) {
        self.effort = effort
        placeholders = Self.placeholders(in: sources, effort)
        aliasNames = Set(sources.flatMap { $0.outline.aliases.map(\.name) })
        for source in sources {
            for alias in source.outline.aliases {
                let names = source.tokens.typeName(at: alias.target.lowerBound)
                aliases[alias.types + [alias.name], default: []].insert(
                    Alias(
                        names: names, scope: alias.types,
                        isPlain: !names.isEmpty && names.count * 2 - 1 == alias.target.count,
                        mentioned: alias.target.filter { source.tokens.isName(at: $0) }
                            .map { source.tokens.name(of: source.tokens.tokens[$0]) }))
            }
        }
        aliasPaths = Dictionary(grouping: aliases.keys) { $0.last ?? "" }
        // Types in an extension have the path of the type that it extends, which can be such a type again.
        for _ in 0..<3 { place(sources) }
        let known = declarations
        paths = Dictionary(grouping: known.keys.sorted { $0.lexicographicallyPrecedes($1) }) { $0.last ?? "" }
        for (path, parts) in extensions where known[path] == nil {
            for other in paths[path.last ?? ""] ?? [] { extensions[other, default: []] += parts }
        }
    }

    private mutating func place(_ sources: [ScannedSource]) {
        var declared: [[String]: [Part]] = [:]
        var extended: [[String]: [Part]] = [:]
        for (number, source) in sources.enumerated() {
            for type in source.outline.types {
                let part = Part(source: number, declaration: type)
                if type.keyword == .extension {
                    for path in written(type.path) { extended[path, default: []].append(part) }
                } else {
                    for scope in written(type.path.dropLast()) {
                        declared[scope + type.path.suffix(1), default: []].append(part)
                    }
                }
            }
        }
        (declarations, extensions) = (declared, extended)
    }

    /// The paths that the names around some code mean, from the outermost one on.
    private func written(_ path: [String], depth: Int = 0) -> [[String]] {
        guard depth < Self.maximumDepth else { return [path] }
        var found: [[String]] = [[]]
        for (index, name) in path.enumerated() {
            found = found.flatMap { current -> [[String]] in
                let next = current + [name]
                if declarations[next] != nil { return [next] }
                if let targets = aliases[next] {
                    return targets.flatMap { alias in
                        paths(of: alias.names, in: alias.scope, depth: depth + 1) ?? [alias.names]
                    }
                }
                // The first name can be that of a module.
                let isModule =
                    index == 0 && path.count > 1
                    && (declarations[[path[1]]] != nil || aliases[[path[1]]] != nil)
                return [isModule ? current : next]
            }
        }
        return found
    }

    private func paths(of names: [String], in scope: [String], depth: Int) -> [[String]]? {
        guard depth < Self.maximumDepth, !names.isEmpty else { return nil }
        for outer in written(scope, depth: depth + 1) {
            for count in stride(from: outer.count, through: 0, by: -1) {
                let found = member(names, of: Array(outer.prefix(count)), depth: depth + 1)
                if !found.isEmpty { return found }
            }
        }
        guard names.count > 1, declarations[[names[0]]] == nil, aliases[[names[0]]] == nil else { return nil }
        let found = member(Array(names.dropFirst()), of: [], depth: depth + 1)
        return found.isEmpty ? nil : found
    }

    private func member(_ names: [String], of scope: [String], depth: Int) -> [[String]] {
        var found = [scope]
        for name in names {
            found = found.flatMap { current -> [[String]] in
                let next = current + [name]
                if declarations[next] != nil { return [next] }
                return (aliases[next] ?? []).flatMap { paths(of: $0.names, in: $0.scope, depth: depth + 1) ?? [] }
            }
        }
        return found
    }

    private static let maximumDepth = 8

    // MARK: Questions

    /// What a name means in some scope.
    enum Meaning {
        case type([String])
        case ambiguous
        case notDeclared
    }

    /// The path of the type that a name means in a scope.
    func meaning(of names: [String], in scope: [String]) -> Meaning {
        guard effort.allows(names.count + scope.count + 1, times: 1_000) else { return .ambiguous }
        let found = Set(paths(of: names, in: scope, depth: 0) ?? suffixes(names))
        guard let path = found.first else { return .notDeclared }
        return found.count == 1 ? .type(path) : .ambiguous
    }

    private func suffixes(_ names: [String]) -> [[String]] {
        (names.last.flatMap { paths[$0] } ?? []).filter { $0.suffix(names.count).elementsEqual(names) }
    }

    fileprivate var aliasTargets: [(alias: [String], targets: [[String]])] {
        aliases.map { ($0.key, $0.value.map(\.names)) }
    }

    /// Whether a name is that of an alias for something other than one type, such as `[String: Cart]`.
    func isAliasOfOtherType(_ name: String) -> Bool { !names(behind: name).isEmpty }

    /// The names in the targets of such aliases, and of the aliases among them.
    func names(behind name: String) -> Set<String> {
        guard aliasNames.contains(name) else { return [] }
        var found: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            let paths = aliasPaths[next] ?? []
            guard effort.allows(paths.count + 1, times: 1_000) else { break }
            for path in paths {
                for target in aliases[path] ?? [] where !target.isPlain || next != name {
                    for mentioned in target.mentioned where found.insert(mentioned).inserted { open.append(mentioned) }
                }
            }
        }
        return found
    }

    /// Whether the code declares a type or an alias with a name.
    func declares(_ name: String) -> Bool { paths[name] != nil || aliasNames.contains(name) }

    /// The declarations of a type, and its extensions.
    func parts(of path: [String]) -> [Part] { (declarations[path] ?? []) + (extensions[path] ?? []) }

    func extensions(of path: [String]) -> [Part] { extensions[path] ?? [] }

    /// The paths of the type that a declaration declares or extends.
    func owners(of declaration: CodeOutline.TypeDeclaration) -> [[String]] { written(declaration.path) }

    /// Whether each name in some tokens is that of one type: the code declares it, or the standard library and Foundation do.
    func isConcrete(_ range: Range<Int>, in source: SwiftTokens) -> Bool {
        range.allSatisfy { index in
            !source.isName(at: index) || source.word(at: index) == .`self`
                || isConcrete(source.name(of: source.tokens[index]))
        }
    }

    func isConcrete(_ name: String) -> Bool {
        !placeholders.contains(name) && (paths[name] != nil || KnownTypes.names.contains(name))
    }

    private static func placeholders(in sources: [ScannedSource], _ effort: CodeEffort) -> Set<String> {
        var names = KnownTypes.placeholders.union(["Self"])
        for outline in sources.lazy.map(\.outline) {
            names.formUnion(outline.types.flatMap(\.genericParameters))
            names.formUnion(outline.functions.flatMap(\.genericParameters))
            names.formUnion(outline.associatedTypes)
        }
        var count = 0
        while count != names.count {
            count = names.count
            guard effort.allows(sources.reduce(0) { $0 + $1.outline.aliases.count }, times: 500) else { break }
            for source in sources {
                for alias in source.outline.aliases where source.tokens.names(in: alias.target, areIn: names) {
                    names.insert(alias.name)
                }
            }
        }
        return names
    }
}

extension SwiftTokens {
    /// Whether one of the names in some tokens is among others.
    func names(in range: Range<Int>, areIn names: Set<String>) -> Bool {
        range.contains { isName(at: $0) && names.contains(name(of: tokens[$0])) }
    }
}

// MARK: Inheritance

extension DeclaredTypes {
    /// The protocols and superclasses of a type, and theirs. One that the code does not declare has its name as a path.
    func ancestors(of path: [String]) -> Set<[String]> {
        var found: Set<[String]> = []
        var open = [path]
        while let next = open.popLast() {
            let parts = parts(of: next)
            guard effort.allows(parts.count + 1, times: 500) else { break }
            for part in parts {
                for names in part.declaration.inherited {
                    for path in inherited(names, by: part) where found.insert(path).inserted { open.append(path) }
                }
            }
        }
        return found
    }

    private func inherited(_ names: [String], by part: Part) -> [[String]] {
        if isAliasOfOtherType(names.last ?? "") { return [names] }
        switch meaning(of: names, in: part.declaration.path) {
        case .type(let path): return [path]
        case .ambiguous: return paths[names.last ?? ""] ?? [names]
        // A module, or an alias of something that the code does not declare.
        case .notDeclared: return [names]
        }
    }

    /// The protocols and superclasses of every type.
    var allAncestors: [[String]: Set<[String]>] {
        Dictionary(uniqueKeysWithValues: Set(declarations.keys).union(extensions.keys).map { ($0, ancestors(of: $0)) })
    }

    /// The names under which the code can mean a type: its own, and those of aliases.
    func spellings(of path: [String]) -> Set<String> {
        var names: Set<String> = path.last.map { [$0] } ?? []
        var count = 0
        while count != names.count {
            count = names.count
            guard effort.allows(aliases.count, times: 500) else { break }
            for (alias, targets) in aliasTargets where targets.contains(where: { names.contains($0.last ?? "") }) {
                if let name = alias.last { names.insert(name) }
            }
        }
        return names
    }
}
