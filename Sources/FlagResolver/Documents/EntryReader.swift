/// Reads the entries of one setting into the flat tables, and notes what is wrong with the malformed ones.
struct EntryReader {
    /// Whether some value is not of the declared type.
    private(set) var hasMistypedEntries = false

    /// Whether there is any entry at all, well-formed or not.
    private(set) var listsEntries = false

    private let tree: JSONTree
    private let declaredType: DeclaredType

    /// The type that values are expected to have: the declared one, else that of the default.
    private let expectedType: DeclaredType

    init(tree: JSONTree, declaredType: DeclaredType, defaultValue: Int?) {
        self.tree = tree
        self.declaredType = declaredType
        if declaredType == .none, let defaultValue {
            expectedType = DeclaredType(ofDefault: defaultValue, in: tree)
        } else {
            expectedType = declaredType
        }
    }

    /// The members of an entry, once it is known that all of them are understood.
    private struct Members {
        let requirement: Int
        let value: Int
    }

    mutating func read(_ list: Int, into loaded: inout LoadedSettings, problems: inout SettingProblems) {
        guard tree.nodes[list].kind == .array else {
            if tree.nodes[list].kind != .null {
                problems.add(.entriesNotArray(found: tree.typeName(at: list)), at: list, member: "valuesByVersion")
            }
            return
        }
        var index = 0
        for entry in tree.elements(of: list) {
            listsEntries = true
            readEntry(entry, index: index, into: &loaded, problems: &problems)
            index += 1
        }
    }

    private mutating func readEntry(
        _ entry: Int,
        index: Int,
        into loaded: inout LoadedSettings,
        problems: inout SettingProblems
    ) {
        guard let members = members(of: entry, index: index, problems: &problems),
            let set = requirement(at: members.requirement, index: index, problems: &problems)
        else { return }
        checkType(ofValue: members.value, index: index, problems: &problems)
        loaded.bounds.append(EntryBounds(set, sets: &loaded.sets))
        loaded.entries.append(
            EntryRecord(node: UInt32(entry), value: UInt32(members.value), documentIndex: UInt32(index))
        )
    }

    private func members(of entry: Int, index: Int, problems: inout SettingProblems) -> Members? {
        guard tree.nodes[entry].kind == .object else {
            problems.add(.entryNotObject(found: tree.typeName(at: entry)), at: entry, entryIndex: index)
            return nil
        }
        var requirement: Int?
        var value: Int?
        let end = Int(tree.nodes[entry].next)
        var key = entry + 1
        while key < end {
            let member = key + 1
            if tree.isString(at: key, equalTo: "appVersion") {
                requirement = member
            } else if tree.isString(at: key, equalTo: "value") || tree.isString(at: key, equalTo: "defaultValue") {
                if let first = value {
                    problems.add(.conflictingValues, at: key, relatedNode: first - 1, entryIndex: index)
                    return nil
                }
                value = member
            } else if !tree.isMetadata(key: key) && !tree.isString(at: key, equalTo: "description") {
                let name = tree.string(at: key) ?? ""
                problems.add(.unknownCondition(member: name), at: key, entryIndex: index, member: name)
                return nil
            }
            key = Int(tree.nodes[member].next)
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
        return VersionSet(sets.flatMap(\.stretches))
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
        problems.add(problem, at: node, entryIndex: index, member: "value")
    }
}

extension JSONTree {
    /// The versions that the requirement in a string contains.
    func versionSet(at node: Int) throws(VersionSyntaxError) -> VersionSet {
        if let range = plainContentRange(at: node) {
            return try VersionSet(utf8: bytes[range].span)
        }
        return try VersionSet(parsing: string(at: node) ?? "")
    }
}
