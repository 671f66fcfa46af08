/// The other names of the fields of one model, by field.
///
/// Made once for each type of coding keys, since a model is decoded more often than it is compiled.
struct AliasTable {
    private let spellings: [String: [String]]

    /// The names to look for beside the canonical one, in the order of their declaration.
    func spellings(of key: String) -> [String] {
        spellings[key] ?? []
    }

    private init<Aliases: KeyAliases>(_ aliases: Aliases.Type) {
        var spellings: [String: [String]] = [:]
        for alias in Aliases.allCases {
            let canonical = alias.target.rawValue
            // A key conversion of the decoder may have changed the alias like any other key.
            for name in [alias.rawValue, KeyCasing.lowerCamelCase(alias.rawValue)] {
                guard name != canonical, spellings[canonical]?.contains(name) != true else { continue }
                spellings[canonical, default: []].append(name)
            }
        }
        self.spellings = spellings
    }

    private static let tables = Locked<[ObjectIdentifier: AliasTable]>([:])

    static func of<Key: TolerantCodingKey>(_ key: Key.Type) -> AliasTable {
        let identifier = ObjectIdentifier(key)
        if let table = tables.withLock({ $0[identifier] }) { return table }
        let table = AliasTable(Key.Aliases.self)
        tables.withLock { $0[identifier] = table }
        return table
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// The alias under which a field is to be read; `nil` for its canonical name, be that there or not.
    ///
    /// - Throws: In strict mode, if several names of the field are there.
    func alias(of key: Key) throws -> String? {
        guard Key.declaresAliases else { return nil }
        var present: [String] = []
        for spelling in AliasTable.of(Key.self).spellings(of: key.rawValue) where contains(key, spelled: spelling) {
            present.append(spelling)
        }
        guard let first = present.first else { return nil }
        let isCanonicalThere = contains(key)
        let used = isCanonicalThere ? key.rawValue : first
        let ignored = isCanonicalThere ? present : Array(present.dropFirst())
        if !ignored.isEmpty {
            try reporter(at: key).report(.conflictingKeys(used: used, ignored: ignored), at: path(to: used))
        }
        return isCanonicalThere ? nil : first
    }
}

extension KeyedDecodingContainer {
    /// A reporter with the decoder's `userInfo`, which a container only tells by way of one of its keys.
    func reporter(at key: Key) throws -> IssueReporter {
        IssueReporter(try superDecoder(forKey: key).userInfo)
    }

    /// The path of a member, spelled as in the document.
    func path(to spelling: String) -> [any CodingKey] {
        codingPath + [DynamicKey(spelling)]
    }
}
