import FlagResolver

/// The other names of a model's fields: each case is a name, and `target` the key it stands for.
///
/// With a ``KeyConversion``, spell an alias as in the document or as the conversion spells it; both are found.
///
/// The type must be the `Aliases` of its coding keys: nest it in them under this name, or add a `typealias`. Any other name
/// does not compile, because such aliases would have no effect.
public protocol KeyAliases: DeclaredAliases, CaseIterable, RawRepresentable
where RawValue == String, Target.Aliases == Self {}

/// Aliases of coding keys. Conform to ``KeyAliases`` instead.
public protocol DeclaredAliases: Sendable {
    /// The coding keys of the model.
    associatedtype Target: TolerantCodingKey

    /// The canonical key that this name stands for.
    var target: Target { get }

    /// Every alias with the raw value of its canonical key, in the order of their declaration.
    static var canonicalNames: [(alias: String, canonical: String)] { get }

    /// Whether a field has an alias.
    static func haveName(of target: Target) -> Bool
}

extension KeyAliases {
    /// Every alias with the raw value of its canonical key, in the order of their declaration.
    public static var canonicalNames: [(alias: String, canonical: String)] {
        allCases.map { ($0.rawValue, $0.target.rawValue) }
    }

    /// Whether a field has an alias.
    @inlinable
    public static func haveName(of target: Target) -> Bool {
        allCases.contains { $0.target == target }
    }
}

/// The aliases of coding keys that declare none.
public enum NoAliases<Target: TolerantCodingKey>: DeclaredAliases {
    /// Never called, because there are no aliases.
    public var target: Target {
        switch self {}
    }

    /// An empty list.
    public static var canonicalNames: [(alias: String, canonical: String)] { [] }

    /// False for every field.
    @inlinable
    public static func haveName(of target: Target) -> Bool { false }
}

/// The aliases of a type of coding keys, by field.
struct AliasTable {
    private var aliases: [String: [String]] = [:]
    private var canonicalNames: [String: String] = [:]

    private init(_ declared: any DeclaredAliases.Type) {
        for (alias, canonical) in declared.canonicalNames {
            // The decoder may have converted the alias like any other key.
            for name in [alias, KeyCasing.lowerCamelCase(alias)] {
                guard name != canonical, aliases[canonical]?.contains(name) != true else { continue }
                aliases[canonical, default: []].append(name)
                if canonicalNames[name] == nil { canonicalNames[name] = canonical }
            }
        }
    }

    /// The aliases of a field in the order of their declaration.
    subscript(key: String) -> [String] { aliases[key] ?? [] }

    /// The field that has a name as its alias.
    func canonicalName(ofAlias name: String) -> String? { canonicalNames[name] }

    private static let tables = Locked<[ObjectIdentifier: AliasTable]>([:])

    /// The table of declared aliases, which is created once.
    static func of(_ declared: any DeclaredAliases.Type) -> AliasTable {
        let identifier = ObjectIdentifier(declared)
        if let table = tables.withLock({ $0[identifier] }) { return table }
        let table = AliasTable(declared)
        tables.withLock { $0[identifier] = table }
        return table
    }
}

extension KeyConversion {
    /// Replaces aliases by the canonical names of their fields, wherever they occur in the document.
    ///
    /// - Parameter aliases: The aliases. Prefer to declare those of a single model at its coding keys.
    public static func aliases<Aliases: KeyAliases>(_ aliases: Aliases.Type) -> KeyConversion {
        .aliases(Dictionary(Aliases.canonicalNames.map { ($0.alias, $0.canonical) }) { _, last in last })
    }

    /// Replaces aliases by the names of properties, in models with any coding keys.
    ///
    /// ```swift
    /// decoder.keyConversion = .lowerCamelCase.then(.aliases(["totalAmount": "amount"]) { path in
    ///     path.last?.stringValue == "payment"
    /// })
    /// ```
    ///
    /// - Parameters:
    ///   - names: The name of the property for each alias.
    ///   - isAffected: Returns whether the object at a path has these aliases; by default, every object has.
    public static func aliases(
        _ names: [String: String], where isAffected: (@Sendable (_ path: [any CodingKey]) -> Bool)? = nil
    ) -> KeyConversion {
        guard let isAffected else { return KeyConversion { key, _ in names[key] ?? key } }
        return KeyConversion(dependsOnPath: true) { key, path in
            guard let name = names[key], isAffected(Array(path)) else { return key }
            return name
        }
    }
}
