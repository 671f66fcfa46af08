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
    /// The names whose every value is a key.
    private var keys: [String: Bool] = [:]
    private(set) var genericParameters: Set<String> = []
    /// Other names of stores and documents.
    private var aliases: [String: Kind] = [:]
    /// Whether a store or a document is a generic argument of another type.
    private var wrapsStores = false
    let usesStores: Bool
    /// Whether the code imports the library with models of settings.
    let usesModels: Bool

    init(_ sources: [ScannedSource]) {
        usesStores = sources.contains { source in Self.stores.contains { source.tokens.mentions($0) } }
        usesModels = sources.contains { $0.outline.imports.contains { $0.module == "TolerantDecoding" } }
        for source in sources {
            genericParameters.formUnion(source.outline.types.flatMap(\.genericParameters))
            genericParameters.formUnion(source.outline.functions.flatMap(\.genericParameters))
        }
        var count = -1
        while count != aliases.count {
            count = aliases.count
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
        for source in sources {
            for binding in source.outline.bindings {
                kinds[binding.name, default: []].insert(kind(of: binding, in: source.tokens))
                keys[binding.name] = (keys[binding.name] ?? true) && Self.isKey(binding, in: source.tokens)
            }
        }
    }

    /// Whether every value with a name is a key.
    func isKey(_ name: String) -> Bool { keys[name] ?? false }

    private static func isKey(_ binding: CodeOutline.Binding, in source: SwiftTokens) -> Bool {
        let start = binding.type?.lowerBound ?? binding.value
        return start.flatMap { source.keyName(at: $0) } != nil
    }

    /// What a value is, by its name.
    func kind(of name: String, in source: ScannedSource, at index: Int) -> Kind {
        if name == "self" || name == "Self" {
            let type = source.outline.types.last { $0.token < index }?.path.last
            if let type, Self.stores.contains(type) { return .store }
            if let type, Self.documents.contains(type) { return .named }
            return type == nil ? .unknown : .other
        }
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

    /// What a receiver is, by the names before a member.
    func kind(ofReceiver names: [String], in source: ScannedSource, at index: Int) -> Kind {
        guard let last = names.last else { return .unknown }
        let kind = self.kind(of: last, in: source, at: index)
        // A member of a type of another library can have any type that its generic arguments name.
        let isOwn = names.count == 1 || names.count == 2 && names[0] == "self"
        return kind == .other && wrapsStores && !isOwn ? .unknown : kind
    }

    private func kind(of binding: CodeOutline.Binding, in source: SwiftTokens) -> Kind {
        if let type = binding.type {
            let names = type.filter { source.isName(at: $0) }.map { source.name(of: source.tokens[$0]) }
            if let found = names.lazy.compactMap({ kind(ofName: $0) }).first { return found }
            return names.isEmpty
                || names.contains(where: {
                    genericParameters.contains($0) || $0 == "some" || $0 == "any" || $0 == "Any"
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
        case .string, .interpolatedString, .number, .regex: return .other
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
        if last == "snapshot" { return source.isSymbol("(", at: index) ? .named : .store }
        return last.first?.isUppercase == true && source.isSymbol("(", at: index) && !genericParameters.contains(last)
            ? .other : .unknown
    }
}

extension ScannedSource {
    /// Whether a function decodes a type that its caller, or the place of the call, decides: `decode(T.self, from: data)`.
    var infersDecodedTypes: Bool {
        let generics = Set(outline.functions.flatMap(\.genericParameters) + outline.types.flatMap(\.genericParameters))
        return tokens.tokens.indices.contains { index in
            guard tokens.isSymbol("(", at: index + 1) else { return false }
            if tokens.isText("required", at: index) || tokens.isText("family", at: index) { return true }
            guard tokens.word(at: index) == .decode || tokens.isText("decodeIfPresent", at: index),
                let first = tokens.arguments(ofCall: index + 1).first, tokens.isName(at: first.range.lowerBound)
            else { return false }
            let name = tokens.name(of: tokens.tokens[first.range.lowerBound])
            // `type`, `T.self`
            return first.range.count == 1 || generics.contains(name)
        }
    }
}
