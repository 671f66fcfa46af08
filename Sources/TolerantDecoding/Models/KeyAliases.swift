import FlagResolver

/// The other names of a model's fields: each case is a name, and `target` the key it stands for.
///
/// With a ``KeyConversion``, spell an alias as in the document or as the conversion spells it; both are found.
public protocol KeyAliases: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    /// The coding keys of the model.
    associatedtype Target: TolerantCodingKey

    /// The canonical key that this name stands for.
    var target: Target { get }
}

/// The aliases of coding keys that declare none.
public enum NoAliases<Target: TolerantCodingKey>: KeyAliases {
    /// Always `nil`, because there are no aliases.
    public init?(rawValue: String) {
        return nil
    }

    /// Never called, because there are no aliases.
    public var rawValue: String {
        switch self {}
    }

    /// Never called, because there are no aliases.
    public var target: Target {
        switch self {}
    }

    /// An empty list.
    public static var allCases: [NoAliases] { [] }
}

/// The aliases of a type of coding keys, by field.
struct AliasTable {
    private var aliases: [String: [String]] = [:]

    private init<Aliases: KeyAliases>(_ declared: Aliases.Type) {
        for alias in Aliases.allCases {
            let canonical = alias.target.rawValue
            // The decoder may have converted the alias like any other key.
            for name in [alias.rawValue, KeyCasing.lowerCamelCase(alias.rawValue)] {
                guard name != canonical, aliases[canonical]?.contains(name) != true else { continue }
                aliases[canonical, default: []].append(name)
            }
        }
    }

    /// The aliases of a field in the order of their declaration.
    subscript(key: String) -> [String] { aliases[key] ?? [] }

    private static let tables = Locked<[ObjectIdentifier: AliasTable]>([:])

    /// The table for a type of coding keys, which is created once.
    static func of<Key: TolerantCodingKey>(_ key: Key.Type) -> AliasTable {
        let identifier = ObjectIdentifier(key)
        if let table = tables.withLock({ $0[identifier] }) { return table }
        let table = AliasTable(Key.Aliases.self)
        tables.withLock { $0[identifier] = table }
        return table
    }
}

extension KeyConversion {
    /// Replaces aliases by the canonical names of their fields, wherever they occur in the document.
    ///
    /// - Parameter aliases: The aliases. Prefer to declare those of a single model at its coding keys.
    public static func aliases<Aliases: KeyAliases>(_ aliases: Aliases.Type) -> KeyConversion {
        let names = Aliases.allCases.map { ($0.rawValue, $0.target.rawValue) }
        let canonical = Dictionary(names) { _, last in last }
        return KeyConversion { key, _ in canonical[key] ?? key }
    }
}
