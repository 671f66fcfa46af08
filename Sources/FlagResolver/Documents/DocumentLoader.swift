/// Converts the JSON of a document into flat tables of settings, in one pass over its nodes.
///
/// The open groups are a stack, so the call stack does not grow with the nesting. Common cases read
/// nodes and bytes through spans, rare cases through the tree.
struct DocumentLoader {
    private(set) var loaded = LoadedSettings()

    private let tree: JSONTree
    private let limits: DocumentLimits
    private var groups: [OpenGroup] = []
    private var reader: EntryReader

    /// The name of the current group, with a final dot.
    private var prefix: [UInt8] = []

    /// A group whose members are not all read.
    private struct OpenGroup {
        /// The node of the next member's key, and the end of the group's nodes.
        var next: Int
        let end: Int

        /// The length of the prefix outside of this group.
        let outerPrefixCount: Int
    }

    init(tree: JSONTree, limits: DocumentLimits) {
        self.tree = tree
        self.limits = limits
        reader = EntryReader(tree: tree)
    }

    mutating func load() throws(DocumentError) {
        guard tree.nodes[0].kind == .object else {
            throw DocumentError.notAnObject(tree)
        }
        // An entry has five nodes; a setting with four entries has 25.
        loaded.entries.reserveCapacity(tree.nodes.count / 5)
        loaded.settings.reserveCapacity(min(limits.settingCount, tree.nodes.count / 16))
        loaded.names.reserveCapacity(min(limits.settingCount, tree.nodes.count / 16))
        let tree = tree
        try tree.nodes.withSpan { (nodes) throws(DocumentError) in
            try tree.bytes.withRawSpan { (bytes) throws(DocumentError) in try load(nodes, bytes) }
        }
        if let pair = loaded.names.makeIndex() {
            let name = String(decoding: loaded.names[pair.second], as: UTF8.self)
            let keys = (loaded[pair.first].key, loaded[pair.second].key)
            throw DocumentError.duplicateName(name, Int(keys.1), firstKey: Int(keys.0), in: tree)
        }
        loaded.conditions.finish()
        loaded.linkPrerequisites(in: tree)
    }

    private mutating func load(_ nodes: Span<JSONNode>, _ bytes: RawSpan) throws(DocumentError) {
        open(group: 0, nodes)
        while var group = groups.popLast() {
            guard group.next < group.end else {
                prefix.removeLast(prefix.count - group.outerPrefixCount)
                continue
            }
            let key = group.next
            group.next = Int(nodes[key + 1].next)
            groups.append(group)
            try read(key: key, value: key + 1, nodes, bytes)
        }
    }

    private mutating func open(group: Int, key: Int? = nil, _ nodes: Span<JSONNode>) {
        let outerPrefixCount = prefix.count
        if let key {
            tree.appendString(at: key, to: &prefix)
            prefix.append(UInt8(ascii: "."))
        }
        let end = Int(nodes[group].next)
        groups.append(OpenGroup(next: group + 1, end: end, outerPrefixCount: outerPrefixCount))
    }

    private mutating func read(
        key: Int,
        value: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan
    ) throws(DocumentError) {
        if case .metadata = KnownMember(key: nodes[key], in: bytes) {
            if groups.count == 1 { loaded.metadata.read(key: key, value: value, of: tree) }
            return
        }
        guard nodes[value].kind == .object else {
            return try addConstant(key: key, value: value, nodes, bytes)
        }
        let members = SettingMembers(of: value, nodes: nodes, bytes: bytes)
        if members.defaultValue == nil && members.entries == nil {
            open(group: value, key: key, nodes)
        } else {
            try addSetting(key: key, node: value, members: members, nodes, bytes)
        }
    }

    private mutating func addConstant(
        key: Int,
        value: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan
    ) throws(DocumentError) {
        try addName(key: key, nodes, bytes)
        loaded.settings.append(
            SettingRecord(
                key: UInt32(key),
                node: UInt32(value),
                defaultValue: UInt32(value),
                firstEntry: loaded.endOfEntries,
                endOfEntries: loaded.endOfEntries,
                defaultKind: nodes[value].kind,
                declaredType: .none,
                listsEntries: false,
                testsVersion: false,
                hasMistypedEntries: false,
                isUnresolvable: false
            )
        )
    }

    private mutating func addSetting(
        key: Int,
        node: Int,
        members: SettingMembers,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan
    ) throws(DocumentError) {
        try addName(key: key, nodes, bytes)
        let firstEntry = loaded.endOfEntries
        var problems = SettingProblems()
        let declaredType = problems.declaredType(of: members, in: tree)
        let isUnresolvable = problems.checkDefault(of: members, declaredType: declaredType, setting: node, in: tree)
        reader.begin(declaredType: declaredType, defaultValue: members.defaultValue, nodes)
        if let list = members.entries {
            try reader.read(list, nodes, bytes, limit: limits.entryCount, into: &loaded, problems: &problems)
        }
        loaded.settings.append(
            SettingRecord(
                key: UInt32(key),
                node: UInt32(node),
                defaultValue: members.defaultValue.map { UInt32($0) } ?? SettingRecord.missing,
                firstEntry: firstEntry,
                endOfEntries: loaded.endOfEntries,
                defaultKind: members.defaultValue.map { nodes[$0].kind } ?? .null,
                declaredType: declaredType,
                listsEntries: reader.listsEntries,
                testsVersion: reader.testsVersion,
                hasMistypedEntries: reader.hasMistypedEntries,
                isUnresolvable: isUnresolvable
            )
        )
        if !problems.isEmpty {
            let setting = SettingIndex(loaded.settings.count - 1)
            let name = String(decoding: loaded.names[setting], as: UTF8.self)
            loaded.issues += problems.issues(of: setting, named: name, in: tree)
        }
    }

    /// Adds the name of the next setting: the prefix and the key.
    private mutating func addName(key: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) throws(DocumentError) {
        guard loaded.settings.count < limits.settingCount else {
            throw DocumentError.tooManySettings(limit: limits.settingCount, at: key, in: tree)
        }
        loaded.names.append(prefix: prefix, key: nodes[key], in: bytes)
        // Every name contains the names of its groups, so a short document can have long names.
        let limit = limits.json.byteCount
        guard loaded.names.bytes.count <= limit else {
            throw DocumentError.namesTooLong(limit: limit, at: key, in: tree)
        }
    }
}
