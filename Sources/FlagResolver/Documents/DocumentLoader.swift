/// Turns the JSON of a document into flat tables of settings, in one pass over its nodes.
///
/// Groups are walked with a stack of their own, so that nesting costs no native stack.
struct DocumentLoader {
    private(set) var loaded = LoadedSettings()

    private let tree: JSONTree
    private let limits: DocumentLimits
    private var names: NameIndex
    private var groups: [OpenGroup] = []

    /// Made at the first issue: most documents have none.
    private var locator: JSONLocator?

    /// The name of the group that is being read, with its final dot.
    private var prefix: [UInt8] = []

    /// A group whose members are being read.
    private struct OpenGroup {
        /// The node of the next member's key, and the end of the group's nodes.
        var next: Int
        let end: Int

        /// How long the prefix was before this group.
        let outerPrefixCount: Int
    }

    init(tree: JSONTree, limits: DocumentLimits) {
        self.tree = tree
        self.limits = limits
        names = NameIndex(capacity: min(limits.settingCount, tree.nodes.count / 2 + 1))
    }

    mutating func load() throws(DocumentError) {
        guard tree.nodes[0].kind == .object else {
            throw DocumentError.notAnObject(tree)
        }
        loaded.entries.reserveCapacity(tree.nodes.count / 8)
        loaded.bounds.reserveCapacity(tree.nodes.count / 8)
        open(group: 0)
        while var group = groups.popLast() {
            guard group.next < group.end else {
                prefix.removeLast(prefix.count - group.outerPrefixCount)
                continue
            }
            let key = group.next
            group.next = Int(tree.nodes[key + 1].next)
            groups.append(group)
            try read(key: key, value: key + 1)
        }
        loaded.nameIndex = names
    }

    private mutating func open(group: Int, key: Int? = nil) {
        let outerPrefixCount = prefix.count
        if let key {
            tree.appendString(at: key, to: &prefix)
            prefix.append(UInt8(ascii: "."))
        }
        let end = Int(tree.nodes[group].next)
        groups.append(OpenGroup(next: group + 1, end: end, outerPrefixCount: outerPrefixCount))
    }

    private mutating func read(key: Int, value: Int) throws(DocumentError) {
        guard !tree.isMetadata(key: key) else {
            if groups.count == 1 { loaded.metadata.read(key: key, value: value, of: tree) }
            return
        }
        guard tree.nodes[value].kind == .object else {
            return try addConstant(key: key, value: value)
        }
        let members = SettingMembers(of: value, in: tree)
        if members.defaultValue == nil && members.entries == nil {
            open(group: value, key: key)
        } else {
            try addSetting(key: key, node: value, members: members)
        }
    }

    private mutating func addConstant(key: Int, value: Int) throws(DocumentError) {
        let entries = UInt32(loaded.entries.count)
        try add(key: key) { start, end in
            SettingRecord(
                nameStart: start,
                nameEnd: end,
                key: UInt32(key),
                node: UInt32(value),
                defaultValue: UInt32(value),
                firstEntry: entries,
                endEntry: entries,
                declaredType: .none,
                listsEntries: false,
                hasMistypedEntries: false,
                isUnresolvable: false
            )
        }
    }

    private mutating func addSetting(key: Int, node: Int, members: SettingMembers) throws(DocumentError) {
        let nameStart = loaded.nameBytes.count
        let firstEntry = UInt32(loaded.entries.count)
        var problems = SettingProblems(tree: tree, setting: node)
        let declaredType = problems.declaredType(of: members)
        let isUnresolvable = problems.checkDefault(of: members, declaredType: declaredType)
        var reader = EntryReader(tree: tree, declaredType: declaredType, defaultValue: members.defaultValue)
        if let list = members.entries {
            try checkCount(ofEntries: list)
            reader.read(list, into: &loaded, problems: &problems)
        }
        let endEntry = UInt32(loaded.entries.count)
        try add(key: key) { start, end in
            SettingRecord(
                nameStart: start,
                nameEnd: end,
                key: UInt32(key),
                node: UInt32(node),
                defaultValue: members.defaultValue.map { UInt32($0) } ?? SettingRecord.missing,
                firstEntry: firstEntry,
                endEntry: endEntry,
                declaredType: declaredType,
                listsEntries: reader.listsEntries,
                hasMistypedEntries: reader.hasMistypedEntries,
                isUnresolvable: isUnresolvable
            )
        }
        if !problems.isEmpty {
            let name = String(decoding: loaded.nameBytes[nameStart...], as: UTF8.self)
            let locator = locator ?? JSONLocator(tree)
            self.locator = locator
            loaded.issues += problems.issues(ofSettingNamed: name, locator: locator)
        }
    }

    /// Adds the setting whose name is the prefix and the key.
    private mutating func add(
        key: Int,
        record: (_ nameStart: UInt32, _ nameEnd: UInt32) -> SettingRecord
    ) throws(DocumentError) {
        guard loaded.settings.count < limits.settingCount else {
            throw DocumentError.tooManySettings(limit: limits.settingCount, at: key, in: tree)
        }
        let start = loaded.nameBytes.count
        loaded.nameBytes.append(contentsOf: prefix)
        tree.appendString(at: key, to: &loaded.nameBytes)
        let end = loaded.nameBytes.count
        loaded.settings.append(record(UInt32(start), UInt32(end)))
        let slot = loaded.settings.count - 1
        switch place(ofName: start..<end) {
        case .free(let place):
            names.insert(slot, at: place)
        case .taken(let other):
            let name = String(decoding: loaded.nameBytes[start..<end], as: UTF8.self)
            throw DocumentError.duplicateName(name, key, firstKey: Int(loaded.settings[other].key), in: tree)
        }
    }

    private func place(ofName name: Range<Int>) -> NameIndex.Place {
        loaded.nameBytes.withRawSpan { names.place(of: $0.extracting(name), in: loaded) }
    }

    private func checkCount(ofEntries list: Int) throws(DocumentError) {
        guard tree.nodes[list].kind == .array else { return }
        var count = 0
        for element in tree.elements(of: list) {
            count += 1
            guard count <= limits.entryCount else {
                throw DocumentError.tooManyEntries(limit: limits.entryCount, at: element, in: tree)
            }
        }
    }
}
