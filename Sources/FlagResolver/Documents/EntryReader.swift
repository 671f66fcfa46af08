/// Reads the entries of settings into the flat tables, one setting after the other. Malformed entries become problems.
struct EntryReader {
    /// Whether the value of some entry does not have the declared type.
    private(set) var hasMistypedEntries = false

    /// Whether the setting has any entry, well-formed or not.
    private(set) var listsEntries = false

    /// Whether some entry asks for the app version, well-formed or not.
    private(set) var testsVersion = false

    private let tree: JSONTree
    private var declaredType = DeclaredType.none

    /// The type that values should have: the declared type, or that of the default if none is declared.
    private var expectedType = DeclaredType.none

    init(tree: JSONTree) {
        self.tree = tree
    }

    /// Begins the next setting.
    mutating func begin(declaredType: DeclaredType, defaultValue: Int?, _ nodes: Span<JSONNode>) {
        hasMistypedEntries = false
        listsEntries = false
        testsVersion = false
        self.declaredType = declaredType
        if declaredType == .none, let defaultValue {
            expectedType =
                DeclaredType(ofDefault: nodes[defaultValue]) ?? DeclaredType(ofDefault: defaultValue, in: tree)
        } else {
            expectedType = declaredType
        }
    }

    /// Reads a list of entries.
    ///
    /// - Throws: If there are more entries than the limit.
    mutating func read(
        _ list: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan,
        limit: Int,
        into loaded: inout LoadedSettings,
        problems: inout SettingProblems
    ) throws(DocumentError) {
        guard nodes[list].kind == .array else {
            if nodes[list].kind != .null {
                problems.add(.entriesNotArray(found: tree.typeName(at: list)), at: list, member: "valuesByVersion")
            }
            return
        }
        let end = Int(nodes[list].next)
        var entry = list + 1
        var index = 0
        while entry < end {
            guard index < limit else {
                // The name of a setting is appended before its record.
                let name = String(decoding: loaded.names[SettingIndex(loaded.settings.count)], as: UTF8.self)
                throw DocumentError.tooManyEntries(of: name, limit: limit, at: entry, in: tree)
            }
            listsEntries = true
            readEntry(entry, index: index, nodes, bytes, into: &loaded, problems: &problems)
            index += 1
            entry = Int(nodes[entry].next)
        }
    }

    private mutating func readEntry(
        _ entry: Int,
        index: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan,
        into loaded: inout LoadedSettings,
        problems: inout SettingProblems
    ) {
        var members = EntryMembers()
        guard let valueNode = readMembers(of: entry, index: index, nodes, bytes, into: &members, problems: &problems),
            let conditions = conditions(of: entry, members, index: index, nodes, bytes, &loaded, problems: &problems)
        else { return }
        let value = nodes[valueNode]
        if expectedType.contains(value) != true {
            checkType(ofValue: valueNode, index: index, problems: &problems)
        }
        loaded.entries.append(
            EntryRecord(
                bounds: conditions.bounds,
                node: entry,
                value: valueNode,
                valueKind: value.kind,
                documentIndex: index,
                targetingIndex: conditions.targetingIndex
            )
        )
    }

    /// Reads the members of an entry. Returns the node of its value; `nil` if the entry is malformed.
    private mutating func readMembers(
        of entry: Int,
        index: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan,
        into members: inout EntryMembers,
        problems: inout SettingProblems
    ) -> Int? {
        guard nodes[entry].kind == .object else {
            problems.add(.entryNotObject(found: tree.typeName(at: entry)), at: entry, entryIndex: index)
            return nil
        }
        let end = Int(nodes[entry].next)
        var key = entry + 1
        while key < end {
            members.add(KnownMember(key: nodes[key], in: bytes), key)
            key = Int(nodes[key + 1].next)
        }
        if members.requirement != nil { testsVersion = true }
        do {
            return try members.checkedValue() + 1
        } catch {
            report(error, inEntry: entry, index: index, problems: &problems)
            return nil
        }
    }

    private func report(
        _ problem: EntryMembers.Problem, inEntry entry: Int, index: Int, problems: inout SettingProblems
    ) {
        switch problem {
        case .unknownCondition(let key):
            let name = tree.string(at: key) ?? ""
            problems.add(.unknownCondition(member: name), at: key, entryIndex: index, member: name)
        case .conflictingValues(let key, let first):
            problems.add(.conflictingValues, at: key, relatedNode: first, entryIndex: index)
        case .missingValue:
            problems.add(.missingValue, at: entry, entryIndex: index)
        case .missingCondition:
            problems.add(.missingCondition, at: entry, entryIndex: index)
        }
    }

    /// The versions of an entry, and the index of its other conditions, which are appended to the tables; `nil` if it is
    /// malformed.
    private func conditions(
        of entry: Int,
        _ members: EntryMembers,
        index: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan,
        _ loaded: inout LoadedSettings,
        problems: inout SettingProblems
    ) -> (bounds: EntryBounds, targetingIndex: Int?)? {
        guard let bounds = bounds(members, index: index, nodes, bytes, &loaded, problems: &problems) else { return nil }
        do throws(ConditionReader.Failure) {
            if let key = members.name { try ConditionReader(tree: tree).checkName(key + 1, nodes) }
            guard let conditions = members.targeting else { return (bounds, nil) }
            let targeting = try targeting(
                conditions, testsVersion: members.requirement != nil, nodes, bytes, &loaded)
            return (bounds, loaded.append(targeting))
        } catch {
            let path = tree.path(from: entry, to: error.node)
            problems.add(error.problem, at: error.node, entryIndex: index, member: path)
            return nil
        }
    }

    /// The versions of an entry; `nil` if its requirement is malformed.
    private func bounds(
        _ members: EntryMembers,
        index: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan,
        _ loaded: inout LoadedSettings,
        problems: inout SettingProblems
    ) -> EntryBounds? {
        guard let key = members.requirement else { return loaded.bounds(of: .all) }
        if let bounds = PackedBounds(commonRequirement: nodes[key + 1], in: bytes) { return EntryBounds(bounds) }
        let versions = versionSet(at: key + 1, index: index, nodes, bytes, problems: &problems)
        return versions.map { loaded.bounds(of: $0) }
    }

    /// Reads the conditions of an entry that test more than the version into the tables.
    private func targeting(
        _ members: EntryMembers.Targeting, testsVersion: Bool, _ nodes: Span<JSONNode>, _ bytes: RawSpan,
        _ loaded: inout LoadedSettings
    ) throws(ConditionReader.Failure) -> EntryTargeting {
        let reader = ConditionReader(tree: tree)
        let firstCondition = loaded.conditions.indices.count
        // The value of a member follows its key.
        let when = members.when.map { $0 + 1 }
        let rollout = members.rollout.map { $0 + 1 }
        if let when { try reader.readAttributes(when, nodes, bytes, into: &loaded.conditions) }
        if let rollout { try reader.checkRollout(rollout, nodes, bytes) }
        let from = try members.from.map { (key) throws(ConditionReader.Failure) in
            try reader.instant(at: key + 1)
        }
        let until = try members.until.map { (key) throws(ConditionReader.Failure) in
            try reader.instant(at: key + 1)
        }
        let firstPrerequisite = loaded.prerequisites.count
        if let key = members.prerequisites {
            for name in try reader.prerequisites(at: key + 1, nodes) {
                loaded.prerequisites.append(Prerequisite(name: UInt32(name), setting: nil))
            }
        }
        let schedule = from == nil && until == nil ? nil : loaded.append(EntrySchedule(from: from, until: until))
        return EntryTargeting(
            testsVersion: testsVersion, when: when,
            conditions: firstCondition..<loaded.conditions.indices.count, rollout: rollout,
            schedule: schedule, prerequisites: firstPrerequisite..<loaded.prerequisites.count)
    }

    /// The versions that satisfy the requirement of an entry; `nil` if it is malformed.
    private func versionSet(
        at node: Int,
        index: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan,
        problems: inout SettingProblems
    ) -> VersionSet? {
        switch nodes[node].kind {
        case .string:
            do {
                return try nodes[node].versionSet(in: bytes)
            } catch {
                let problem = SettingProblem.badRequirement(text: tree.string(at: node) ?? "", error: error)
                problems.add(problem, at: node, entryIndex: index, member: "appVersion")
                return nil
            }
        case .array:
            return anyOf(list: node, index: index, nodes, bytes, problems: &problems)
        default:
            let problem = notRequirement(at: node)
            problems.add(problem, at: node, entryIndex: index, member: "appVersion")
            return nil
        }
    }

    private func anyOf(
        list: Int, index: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan, problems: inout SettingProblems
    ) -> VersionSet? {
        var sets: [VersionSet] = []
        var position = 0
        for element in tree.elements(of: list) {
            let member = "appVersion[\(position)]"
            position += 1
            guard nodes[element].kind == .string else {
                let isList = nodes[element].kind == .array
                let problem = isList ? SettingProblem.nestedRequirementList : notRequirement(at: element)
                problems.add(problem, at: element, entryIndex: index, member: member)
                return nil
            }
            do {
                sets.append(try nodes[element].versionSet(in: bytes))
            } catch {
                let problem = SettingProblem.badRequirement(text: tree.string(at: element) ?? "", error: error)
                problems.add(problem, at: element, entryIndex: index, member: member)
                return nil
            }
        }
        guard !sets.isEmpty else {
            problems.add(.emptyRequirementList, at: list, entryIndex: index, member: "appVersion")
            return nil
        }
        return VersionSet(unionOf: sets)
    }

    private func notRequirement(at node: Int) -> SettingProblem {
        guard tree.nodes[node].kind == .number else {
            return .requirementNotText(found: tree.typeName(at: node))
        }
        return .numericVersion(text: String(decoding: tree.text(of: node), as: UTF8.self))
    }

    private mutating func checkType(ofValue node: Int, index: Int, problems: inout SettingProblems) {
        guard !expectedType.contains(node, of: tree) else { return }
        if declaredType != .none { hasMistypedEntries = true }
        let source = declaredType == .none ? "as the default is" : "as declared"
        let problem = SettingProblem.wrongType(
            found: tree.typeName(at: node),
            expected: "\(expectedType.nameWithArticle) \(source)"
        )
        problems.add(problem, withValue: node, ofEntry: index, in: tree)
    }
}

extension PackedBounds {
    /// The bounds of a common requirement in a string; `nil` for any other value, and if no version is between them.
    fileprivate init?(commonRequirement requirement: JSONNode, in bytes: RawSpan) {
        guard requirement.kind == .string, !requirement.isEscaped else { return nil }
        let content = bytes.extracting((Int(requirement.start) + 1)..<(Int(requirement.end) - 1))
        self.init(commonRequirement: Span(_bytes: content))
        guard lower < upper else { return nil }
    }
}
