/// Reads the entries of settings into the flat tables, one setting after the other, and notes what is wrong with the
/// malformed ones.
struct EntryReader {
    /// Whether some value is not of the declared type.
    private(set) var hasMistypedEntries = false

    /// Whether there is any entry at all, well-formed or not.
    private(set) var listsEntries = false

    private let tree: JSONTree
    private var declaredType = DeclaredType.none

    /// The type that values are expected to have: the declared one, else that of the default.
    private var expectedType = DeclaredType.none

    init(tree: JSONTree) {
        self.tree = tree
    }

    /// Turns to the next setting.
    @inline(__always)
    mutating func begin(declaredType: DeclaredType, defaultValue: Int?, _ nodes: Span<JSONNode>) {
        hasMistypedEntries = false
        listsEntries = false
        self.declaredType = declaredType
        if declaredType == .none, let defaultValue {
            expectedType =
                DeclaredType(ofDefault: nodes[defaultValue]) ?? DeclaredType(ofDefault: defaultValue, in: tree)
        } else {
            expectedType = declaredType
        }
    }

    /// The members of an entry, once it is known that all of them are understood.
    private struct Members {
        let requirement: Int
        let value: Int
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
                // The name of the setting is there before its record.
                let name = String(decoding: loaded.names[SettingIndex(loaded.settings.count)], as: UTF8.self)
                throw DocumentError.tooManyEntries(of: name, limit: limit, at: entry, in: tree)
            }
            listsEntries = true
            readEntry(entry, index: index, nodes, bytes, into: &loaded, problems: &problems)
            index += 1
            entry = Int(nodes[entry].next)
        }
    }

    @inline(__always)
    private mutating func readEntry(
        _ entry: Int,
        index: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan,
        into loaded: inout LoadedSettings,
        problems: inout SettingProblems
    ) {
        guard let members = members(of: entry, index: index, nodes, bytes, problems: &problems),
            let bounds = bounds(
                at: members.requirement, index: index, nodes, bytes, sets: &loaded.sets, problems: &problems)
        else { return }
        let value = nodes[members.value]
        if expectedType.contains(value) != true {
            checkType(ofValue: members.value, index: index, problems: &problems)
        }
        loaded.entries.append(
            EntryRecord(
                bounds: bounds,
                node: UInt32(entry),
                value: UInt32(members.value),
                valueKind: value.kind,
                documentIndex: UInt32(index)
            )
        )
    }

    @inline(__always)
    private func members(
        of entry: Int,
        index: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan,
        problems: inout SettingProblems
    ) -> Members? {
        guard nodes[entry].kind == .object else {
            problems.add(.entryNotObject(found: tree.typeName(at: entry)), at: entry, entryIndex: index)
            return nil
        }
        var requirement: Int?
        var value: Int?
        let end = Int(nodes[entry].next)
        var key = entry + 1
        while key < end {
            let member = key + 1
            switch KnownMember(key: nodes[key], in: bytes) {
            case .appVersion:
                requirement = member
            case .value, .defaultValue:
                if let first = value {
                    problems.add(.conflictingValues, at: key, relatedNode: first - 1, entryIndex: index)
                    return nil
                }
                value = member
            case .description, .metadata:
                break
            case .valuesByVersion, .type, .other:
                let name = tree.string(at: key) ?? ""
                problems.add(.unknownCondition(member: name), at: key, entryIndex: index, member: name)
                return nil
            }
            key = Int(nodes[member].next)
        }
        guard let value else {
            problems.add(.missingValue, at: entry, entryIndex: index)
            return nil
        }
        guard let requirement else {
            problems.add(.missingRequirement, at: entry, entryIndex: index)
            return nil
        }
        return Members(requirement: requirement, value: value)
    }

    /// The versions that an entry is for.
    @inline(__always)
    private func bounds(
        at node: Int,
        index: Int,
        _ nodes: Span<JSONNode>,
        _ bytes: RawSpan,
        sets: inout [VersionSet],
        problems: inout SettingProblems
    ) -> EntryBounds? {
        let requirement = nodes[node]
        if requirement.kind == .string, !requirement.isEscaped {
            let content = bytes.extracting((Int(requirement.start) + 1)..<(Int(requirement.end) - 1))
            if let set = try? VersionSet(utf8: Span(_bytes: content)) { return EntryBounds(set, sets: &sets) }
        }
        return self.requirement(at: node, index: index, problems: &problems).map { EntryBounds($0, sets: &sets) }
    }

    @inline(never)
    private func requirement(at node: Int, index: Int, problems: inout SettingProblems) -> VersionSet? {
        switch tree.nodes[node].kind {
        case .string:
            do {
                return try tree.versionSet(at: node)
            } catch {
                let problem = SettingProblem.badRequirement(text: tree.string(at: node) ?? "", error: error)
                problems.add(problem, at: node, entryIndex: index, member: "appVersion")
                return nil
            }
        case .array:
            return anyOf(list: node, index: index, problems: &problems)
        default:
            let problem = notRequirement(at: node)
            problems.add(problem, at: node, entryIndex: index, member: "appVersion")
            return nil
        }
    }

    private func anyOf(list: Int, index: Int, problems: inout SettingProblems) -> VersionSet? {
        var sets: [VersionSet] = []
        var position = 0
        for element in tree.elements(of: list) {
            let member = "appVersion[\(position)]"
            position += 1
            guard tree.nodes[element].kind == .string else {
                let isList = tree.nodes[element].kind == .array
                let problem = isList ? SettingProblem.nestedRequirementList : notRequirement(at: element)
                problems.add(problem, at: element, entryIndex: index, member: member)
                return nil
            }
            do {
                sets.append(try tree.versionSet(at: element))
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

    @inline(never)
    private mutating func checkType(ofValue node: Int, index: Int, problems: inout SettingProblems) {
        guard !expectedType.contains(node, of: tree) else { return }
        if declaredType != .none { hasMistypedEntries = true }
        let source = declaredType == .none ? "as the default is" : "as declared"
        let problem = SettingProblem.wrongType(
            found: tree.typeName(at: node),
            expected: "\(expectedType.nameWithArticle) \(source)"
        )
        problems.add(problem, at: node, entryIndex: index, member: "value")
    }
}

extension JSONTree {
    /// The versions that the requirement in a string contains.
    func versionSet(at node: Int) throws(VersionSyntaxError) -> VersionSet {
        try VersionSet(parsing: string(at: node) ?? "")
    }
}
