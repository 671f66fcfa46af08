import FlagResolver

/// What is known about the types of values by their names.
struct ValueTypes {
    enum Kind {
        /// A store, or a snapshot of one.
        case store
        /// A document or a snapshot of it, which reads settings by name.
        case named
        /// A type of the code or of another library.
        case other
        case unknown
    }

    private static let stores = [
        "SettingsStore", "StoreSnapshot", "ObservableSettings", "PublishedSettings", "TestStore",
    ]
    private static let documents = ["SettingsDocument", "SettingsSnapshot"]

    /// The kinds of all values with a name.
    private var kinds: [String: Set<Kind>] = [:]
    /// The names of variables that look like those of types: `let Live = { … }`.
    private let values: Set<String>
    /// The kinds of what is declared in types, by `Type.name`.
    private var membersOfTypes: [String: Set<Kind>] = [:]
    /// The names whose every value is a key.
    private var keys: [String: Bool] = [:]
    private let types: DeclaredTypes
    let functions: Set<String>
    /// Whether a type gives members of other values as its own.
    let hasDynamicMembers: Bool
    /// Other names of stores and documents.
    private var aliases: [String: Kind] = [:]
    /// Whether a store or a document is a generic argument of another type.
    private var wrapsStores = false
    let usesStores: Bool
    /// Whether the code imports the library with models of settings.
    let usesModels: Bool
    /// The names of the properties of the code's own types.
    private let members: Set<String>
    /// Whether the code gives members to collections.
    private let extendsLists: Bool

    init(_ sources: [ScannedSource], _ types: DeclaredTypes) {
        self.types = types
        functions = Set(sources.flatMap { $0.outline.functions.compactMap(\.name) })
        values = Set(sources.flatMap { $0.outline.bindings.map(\.name) }.filter { $0.first?.isUppercase == true })
        hasDynamicMembers = sources.contains { source in
            source.outline.types.contains { $0.attributes.contains { $0.name == "dynamicMemberLookup" } }
        }
        usesStores = sources.contains { source in Self.stores.contains { source.tokens.mentions($0) } }
        let declared = sources.flatMap(\.outline.types)
        members = Set(declared.filter { $0.keyword != .extension }.flatMap { $0.properties.map(\.name) })
        extendsLists = declared.contains { $0.keyword == .extension && Self.lists.contains($0.path.last ?? "") }
        usesModels = sources.contains { $0.outline.imports.contains { $0.module == "TolerantDecoding" } }
        var count = -1
        while count != aliases.count {
            count = aliases.count
            guard types.effort.allows(sources.reduce(0) { $0 + $1.outline.aliases.count }, times: 500) else { break }
            for source in sources {
                for alias in source.outline.aliases {
                    let names = alias.target.filter { source.tokens.isName(at: $0) }
                        .map { source.tokens.name(of: source.tokens.tokens[$0]) }
                    if let kind = names.compactMap({ kind(ofName: $0) }).first { aliases[alias.name] = kind }
                }
            }
        }
        let known = self
        wrapsStores = sources.contains { source in
            source.tokens.tokens.indices.contains { index in
                guard source.tokens.isName(at: index),
                    source.tokens.isSymbol("<", at: index - 1) || source.tokens.isSymbol(",", at: index - 1),
                    known.kind(ofName: source.tokens.name(of: source.tokens.tokens[index])) != nil
                else { return false }
                return source.tokens.isSymbol(">", at: index + 1) || source.tokens.isSymbol(",", at: index + 1)
                    || source.tokens.isSymbol("?", at: index + 1)
            }
        }
        for source in sources { addTupleLabels(of: source.tokens) }
        for source in sources {
            for type in source.outline.types {
                guard let name = type.path.last else { continue }
                for binding in source.outline.bindings where type.body.contains(binding.token) {
                    membersOfTypes["\(name).\(binding.name)", default: []].insert(kind(of: binding, in: source.tokens))
                }
            }
        }
        for source in sources {
            for binding in source.outline.bindings {
                kinds[binding.name, default: []].insert(kind(of: binding, in: source.tokens))
                keys[binding.name] = (keys[binding.name] ?? true) && Self.isKey(binding, in: source.tokens)
            }
        }
    }

    /// `(flags: SettingsStore, count: Int)`
    private mutating func addTupleLabels(of source: SwiftTokens) {
        for index in source.tokens.indices where source.isName(at: index) {
            guard let kind = kind(ofName: source.name(of: source.tokens[index])) else { continue }
            let start = source.chain(before: index).start
            guard source.isSymbol(":", at: start - 1), source.isName(at: start - 2) else { continue }
            kinds[source.name(of: source.tokens[start - 2]), default: []].insert(kind)
        }
    }

    /// The names of stores and documents.
    var namesOfStores: [String] { kinds.filter { $0.value.contains(.store) || $0.value.contains(.named) }.map(\.key) }

    /// Whether every value with a name is a key.
    func isKey(_ name: String) -> Bool { keys[name] ?? false }

    /// Whether a name without a type before it is that of a key: of a parameter or a variable of the function around it, or of all values
    /// with the name.
    func isKey(_ name: String, at token: Int, in source: ScannedSource) -> Bool {
        // A setter gives its value this name.
        if source.tokens.isImplicit(name) { return false }
        guard types.effort.allows(source.outline.bindings.count, times: 10),
            let function = source.outline.function(around: token, types.effort)
        else { return isKey(name) }
        let bindings = source.outline.bindings.filter { binding in
            binding.name == name && function.token < binding.token && binding.token < function.body.upperBound
        }
        // Where the scope of a variable has ended, the name is another one again.
        let isVisible = bindings.contains { source.tokens.isInScope($0.token, at: token) }
        return (isVisible || isKey(name)) && bindings.allSatisfy { Self.isKey($0, in: source.tokens) }
    }

    private static func isKey(_ binding: CodeOutline.Binding, in source: SwiftTokens) -> Bool {
        let start = binding.type?.lowerBound ?? binding.value
        guard let start, let name = source.keyName(at: start) else { return false }
        let end = source.indexAfterGenerics(name + 1)
        // `SettingKey<Bool>?` is a key; a member of a key is not: `SettingKey<Bool>.prefix`.
        guard let type = binding.type else {
            return source.isSymbol("(", at: end)
                && source.closingParenthesis(of: end).map { source.endsValue(at: $0) } ?? false
        }
        return end >= type.upperBound - 1 && !source.isSymbol(".", at: end)
    }

    /// What a value is, by its name.
    func kind(of name: String, in source: ScannedSource, at index: Int) -> Kind {
        if name == "self" || name == "Self" {
            guard let type = source.outline.type(around: index, types.effort), let last = type.path.last else {
                return .unknown
            }
            return kind(ofName: last)
                ?? (types.placeholders.contains(last) || type.keyword == .protocol ? .unknown : .other)
        }
        // Those of setters have the type of the variable.
        if name == "newValue" || name == "oldValue" { return usesStores ? .unknown : .other }
        // `SettingsSnapshot.value(snapshot)`, `\SettingsStore.settings`
        if let kind = kind(ofName: name) { return kind }
        guard let found = kinds[name] else { return name.first?.isUppercase == true ? .other : .unknown }
        if found.contains(.store) { return .store }
        if found.contains(.named) { return .named }
        return found == [.other] ? .other : .unknown
    }

    /// What a call gives that ends at a token.
    func kindOfCall(endingAt index: Int, in source: SwiftTokens) -> Kind {
        guard source.isSymbol(")", at: index) else { return .unknown }
        var depth = 0
        var start = index
        while start >= 0 {
            if source.isSymbol(")", at: start) { depth += 1 }
            if source.isSymbol("(", at: start) {
                depth -= 1
                if depth == 0 { break }
            }
            start -= 1
        }
        guard source.isName(at: start - 1) else { return .unknown }
        // The methods of a type take any value of it.
        if source.isText("type", at: start - 1) { return usesStores ? .store : .named }
        return kind(ofName: source.name(of: source.tokens[start - 1]))
            ?? (source.word(at: start - 1) == .snapshot ? .named : .unknown)
    }

    /// What values of a type are.
    func kind(ofName type: String) -> Kind? {
        if Self.stores.contains(type) { return .store }
        if Self.documents.contains(type) { return .named }
        return aliases[type]
    }

    /// Whether what is done with a value shows that it is no list of settings: `user.settings.isDark`, `model.settings["theme"]`.
    func isNoList(before index: Int, in source: SwiftTokens) -> Bool {
        if source.isSymbol("[", at: index), source.isAdjacent(index - 1) {
            return source.kind(at: index + 1) == .string && source.isSymbol("]", at: index + 2)
        }
        guard source.isSymbol(".", at: index), source.isName(at: index + 1) else { return false }
        let name = source.name(of: source.tokens[index + 1])
        // Lists have more functions than can be listed.
        guard !source.isSymbol("(", at: index + 2), !source.isSymbol("{", at: index + 2) else { return false }
        return members.contains(name) && !Self.listMembers.contains(name) && !extendsLists
    }

    /// Members that lists have, too, and that an app can give to its own types.
    private static let listMembers: Set<String> = [
        "all", "allSatisfy", "capacity", "customMirror", "debugDescription", "span", "compactMap", "contains", "count",
        "description", "dropFirst", "dropLast", "drop",
        "elements", "elementsEqual", "endIndex", "enumerated", "filter", "first", "firstIndex", "flatMap", "forEach",
        "formIndex", "hash",
        "hashValue", "indices", "isEmpty", "joined", "last", "lastIndex", "lazy", "makeIterator", "map", "max", "min",
        "name",
        "prefix", "publisher", "randomElement", "reduce", "reversed", "self", "shuffled", "sorted", "split",
        "startIndex",
        "starts", "subscript", "suffix", "underestimatedCount", "values", "withContiguousStorageIfAvailable",
    ]

    /// The types and protocols whose extensions give members to lists.
    private static let lists: Set<String> = [
        "Array", "Collection", "Sequence", "BidirectionalCollection", "RandomAccessCollection", "MutableCollection",
        "RangeReplaceableCollection", "Equatable", "Hashable", "Encodable", "Decodable", "Sendable",
        "ExpressibleByArrayLiteral", "CustomStringConvertible", "CustomReflectable",
    ]

    /// What a receiver is, by the names before a member.
    func kind(ofReceiver names: [String], in source: ScannedSource, at index: Int) -> Kind {
        // `store.self`
        if names.count > 1, names.last == "self" { return kind(ofReceiver: names.dropLast(), in: source, at: index) }
        guard let last = names.last else { return .unknown }
        // Members of the libraries, which the app can have, too.
        let isOwnMember = names.count == 1 || names.count == 2 && names[0] == "self"
        if !isOwnMember, ["snapshot", "store", "document"].contains(last), usesStores { return .unknown }
        let kind = self.kind(of: last, in: source, at: index)
        // A member of a type of another library can have any type that its generic arguments name.
        let isOwn = names.count == 1 || names.count == 2 && names[0] == "self"
        let isGeneric = !isOwn && (wrapsStores || Self.genericMembers.contains(last))
        return kind == .other && (isGeneric || hasDynamicMembers) ? .unknown : kind
    }

    /// Members of the standard library and of Apple's, whose types are those of generic arguments.
    private static let genericMembers: Set<String> = [
        "value", "key", "element", "first", "last", "wrappedValue", "projectedValue", "object", "base", "content",
        "pointee", "success", "failure", "result", "root", "min", "max", "current", "output", "input", "upperBound",
        "lowerBound", "subject", "offset", "rawValue", "rootView", "model", "instance", "unsafelyUnwrapped",
    ]

    private func kind(of binding: CodeOutline.Binding, in source: SwiftTokens) -> Kind {
        if let type = binding.type {
            let names = type.filter { source.isName(at: $0) }.map { source.name(of: source.tokens[$0]) }
            if let found = names.lazy.compactMap({ kind(ofName: $0) }).first { return found }
            return names.isEmpty
                || names.contains(where: {
                    types.placeholders.contains($0) || $0 == "some" || $0 == "any" || $0 == "Any"
                })
                ? .unknown : .other
        }
        guard let value = binding.value else { return .unknown }
        // `SettingsStore(…)`, `try SettingsDocument(…)`, `document.snapshot(for: version)`, `store.snapshot`
        var index = value
        while source.word(at: index) == .try || source.word(at: index) == .await || source.isSymbol("?", at: index)
            || source.isSymbol("!", at: index)
        { index += 1 }
        switch source.kind(at: index) {
        // `0 == count ? store : nil` begins with a literal.
        case .string, .interpolatedString, .number, .regex: return source.endsWholeValue(at: index) ? .other : .unknown
        default: break
        }
        var last: String?
        while source.isName(at: index) {
            let name = source.name(of: source.tokens[index])
            if let found = kind(ofName: name) { return found }
            last = name
            index = source.indexAfterGenerics(index + 1)
            guard source.isSymbol(".", at: index) else { break }
            index += 1
        }
        guard let last else { return .unknown }
        // `AppModel.shared`
        let names = source.typeName(at: value)
        if names.count == 2, source.endsWholeValue(at: index - 1), types.paths[names[0]] != nil, !hasDynamicMembers,
            !types.placeholders.contains(names[0]), types.paths[names[0]]?.count == 1,
            types.paths[names[0]].map({ types.ancestors(of: $0[0]).isEmpty }) ?? false,
            membersOfTypes["\(names[0]).\(names[1])"] == [.other]
        {
            return .other
        }
        if last == "snapshot" { return source.isSymbol("(", at: index) ? .named : .store }
        // `Services(store).settingsStore` has another type.
        guard last.first?.isUppercase == true, !types.placeholders.contains(last), !functions.contains(last),
            let end = source.closingParenthesis(of: index), source.endsWholeValue(at: end), !values.contains(last)
        else { return .unknown }
        return .other
    }
}

extension SwiftTokens {
    /// Whether a token begins a case of a `switch`, in which the names of the case before mean nothing.
    private func beginsCase(at index: Int) -> Bool {
        if word(at: index) == .default { return isSymbol(":", at: index + 1) && !isLabel(at: index) }
        guard word(at: index) == .case else { return false }
        switch word(at: index - 1) {
        case .if, .guard, .while, .for: return false
        default: return !isSymbol(",", at: index - 1)
        }
    }

    /// Whether the scope of a name is still open at a later token.
    func isInScope(_ name: Int, at token: Int) -> Bool {
        guard name < token else { return false }
        var depth = 0
        for index in name..<token {
            if isSymbol("{", at: index) { depth += 1 }
            if isSymbol("}", at: index) { depth -= 1 }
            if depth < 0 || depth == 0 && index > name && beginsCase(at: index) { return false }
        }
        return true
    }
}
