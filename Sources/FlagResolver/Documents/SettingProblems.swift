/// Collects the problems of one setting while it is read. The name and the index are added at the end.
struct SettingProblems {
    private struct Found {
        let problem: SettingProblem
        let node: Int
        let relatedNode: Int?
        let entryIndex: Int?
        let member: String?
    }

    private var found: [Found] = []

    var isEmpty: Bool { found.isEmpty }

    /// Adds a problem.
    ///
    /// - Parameters:
    ///   - problem: What is wrong.
    ///   - node: The node to point at.
    ///   - relatedNode: A second node that is involved.
    ///   - entryIndex: The index of the affected entry.
    ///   - member: The path below the entry, or below the setting if the problem is not in an entry.
    mutating func add(
        _ problem: SettingProblem,
        at node: Int,
        relatedNode: Int? = nil,
        entryIndex: Int? = nil,
        member: String? = nil
    ) {
        found.append(
            Found(problem: problem, node: node, relatedNode: relatedNode, entryIndex: entryIndex, member: member)
        )
    }

    /// Adds a problem with the value of an entry, which is named `value` or `defaultValue`: the key precedes it.
    mutating func add(_ problem: SettingProblem, withValue node: Int, ofEntry index: Int, in tree: JSONTree) {
        add(problem, at: node, entryIndex: index, member: tree.string(at: node - 1))
    }

    /// The type that the setting declares; a `type` without a type's name is a problem, and declares none.
    mutating func declaredType(of members: SettingMembers, in tree: JSONTree) -> DeclaredType {
        guard let node = members.type else { return .none }
        guard let name = tree.string(at: node) else {
            add(.unknownType(text: tree.typeName(at: node)), at: node, member: "type")
            return .none
        }
        guard let type = DeclaredType(name: name) else {
            add(.unknownType(text: SettingProblem.quoted(name)), at: node, member: "type")
            return .none
        }
        return type
    }

    /// Adds a problem if the default is missing or does not have the declared type.
    ///
    /// - Returns: Whether there is such a problem, so that the setting cannot be resolved.
    mutating func checkDefault(
        of members: SettingMembers,
        declaredType: DeclaredType,
        setting: Int,
        in tree: JSONTree
    ) -> Bool {
        guard let node = members.defaultValue else {
            add(.missingDefault, at: setting)
            return true
        }
        guard declaredType != .none, !declaredType.contains(node, of: tree) else { return false }
        let problem = SettingProblem.wrongType(
            found: tree.typeName(at: node),
            expected: "\(declaredType.nameWithArticle) as declared"
        )
        add(problem, at: node, member: "defaultValue")
        return true
    }

    /// The problems as issues of a setting.
    ///
    /// - Parameter name: The name of the setting, which the issues share.
    func issues(of setting: SettingIndex, named name: String, in tree: JSONTree) -> [SettingIssue] {
        found.map { found in
            var path = [IssuePath.Step.member(name)]
            if let index = found.entryIndex { path += [.member("valuesByVersion"), .index(index)] }
            if let member = found.member { path.append(.member(member)) }
            let span = tree.nodes[found.node].span
            return SettingIssue(
                found.problem,
                path: IssuePath(path),
                settingIndex: setting,
                entryIndex: found.entryIndex,
                location: tree.location(at: span.lowerBound).location,
                span: span,
                relatedSpan: found.relatedNode.map { tree.nodes[$0].span }
            )
        }
    }
}

extension JSONTree {
    /// The type of a value, with its article: `a boolean`, `an array`, `null`.
    package func typeName(at node: Int) -> String {
        switch nodes[node].kind {
        case .null: "null"
        case .true, .false: "a boolean"
        case .number: isIntegral(at: node) ? "an integer" : "a number with a fraction"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
