import FlagResolver

/// The names by which code can read settings without an import of the libraries: it is in the same module as code that has one.
package struct EntryNames: Sendable {
    /// Functions that take the names of settings, keys, and types with keys.
    private(set) var names: Set<String> = []
    /// Variables with stores and documents.
    private(set) var stores: Set<String> = []

    package init() {}

    mutating func add(_ names: Set<String>) { self.names.formUnion(names) }

    mutating func add(stores: [String]) { self.stores.formUnion(stores) }

    /// All names, of which a file must have one to read a setting.
    package var all: Set<String> { names.union(stores) }

    /// Whether a source may read a setting with one of the names.
    package func areUsed(in source: ScannedSource) -> Bool {
        let tokens = source.tokens
        return tokens.tokens.indices.contains { index in
            guard tokens.isName(at: index) else { return false }
            let name = tokens.name(of: tokens.tokens[index])
            if names.contains(name) { return true }
            guard stores.contains(name) else { return false }
            // `store[.payments]`, `store?.settings`
            var next = index + 1
            while tokens.isSymbol("?", at: next) || tokens.isSymbol("!", at: next) { next += 1 }
            if tokens.isSymbol("[", at: next), tokens.isAdjacent(next - 1) { return true }
            guard tokens.isSymbol(".", at: next) else { return false }
            switch tokens.word(at: next + 1) {
            case .decode, .group, .resolution, .settings, .snapshot, .value, .values: return true
            default: return false
            }
        }
    }
}

extension SettingKeyPath {
    /// The name that every use of the key must have: that of its type, or its own in an extension of keys.
    var firstName: String {
        guard let type = types.last, type != "SettingKey" else { return member }
        return type
    }
}
