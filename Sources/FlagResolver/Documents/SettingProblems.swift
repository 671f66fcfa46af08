/// Gathers what is wrong with one setting while it is read; its name is known only afterwards.
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

    /// Notes a problem.
    ///
    /// - Parameters:
    ///   - problem: What is wrong.
    ///   - node: The node to point at.
    ///   - relatedNode: A second node that is involved.
    ///   - entryIndex: The position of the entry concerned.
    ///   - member: The path below the entry, or below the setting where it is not about an entry.
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

    /// The type that the setting declares; a `type` that names none is noted and counts for nothing.
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

    /// Notes a default that is missing or mistyped, and returns whether that makes the setting unresolvable.
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

    /// The issues, once the name and the setting of the setting are known.
    func issues(of setting: SettingIndex, named name: String, in tree: JSONTree) -> [SettingIssue] {
        found.map { found in
            var path = name
            if let index = found.entryIndex { path += ".valuesByVersion[\(index)]" }
            if let member = found.member { path += ".\(member)" }
            let span = tree.nodes[found.node].span
            return SettingIssue(
                found.problem,
                path: path,
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
    /// What a value is, with its article: `a boolean`, `an array`, `null`.
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
