import FlagResolver

/// A text of an entry's requirement, parsed.
struct ParsedText {
    /// The node of the string.
    let node: Int
    let text: RequirementText
    /// Whether it is in a condition on an attribute, and not the requirement of an entry.
    let isInCondition: Bool

    /// - Returns: `nil` if the node is not a string, or not a requirement.
    init?(at node: Int, in tree: JSONTree, isInCondition: Bool = false) {
        guard let text = tree.stringBytes(at: node).flatMap({ RequirementText($0) }) else { return nil }
        self.node = node
        self.text = text
        self.isInCondition = isInCondition
    }
}

extension CheckedSetting {
    /// The parsed texts of an entry's requirement: one, or the elements of a list; none if it has no requirement.
    func texts(ofRequirement index: Int) -> [ParsedText] {
        guard entries[index].hasRequirement else { return [] }
        return LocatedComparator.texts(of: entries[index].marked, in: tree).compactMap { ParsedText(at: $0, in: tree) }
    }

    /// The version requirements in conditions on attributes that may have a trait, parsed.
    fileprivate func texts(ofConditionsWith trait: RequirementTraits) -> [ParsedText] {
        guard mayHaveCondition(with: trait) else { return [] }
        return targetedEntries.flatMap(\.attributes).flatMap { ConditionForm.forms(of: $0.condition, in: tree) }
            .filter { $0.kind == .version && RequirementTraits(of: $0.node, in: tree).contains(trait) }
            .compactMap { ParsedText(at: $0.node, in: tree, isInCondition: true) }
    }

    private func mayHaveCondition(with trait: RequirementTraits) -> Bool {
        // Each use of the document's copy would copy the tables' references again.
        let conditions = document.loaded.conditions
        return targetedEntries.contains { entry in
            entry.targeting.conditions.contains { index in
                document.conditionTraits[Int(conditions.indices[index])].contains(trait)
            }
        }
    }
}

extension RequirementTraits {
    /// The traits of all version requirements in a condition on an attribute.
    init(ofCondition condition: Int, in tree: JSONTree) {
        self = []
        for form in ConditionForm.forms(of: condition, in: tree) where form.kind == .version {
            formUnion(RequirementTraits(of: form.node, in: tree))
        }
    }
}

/// A rule about the text of requirements, whether of an entry or in a condition on an attribute.
protocol RequirementTextRule: Rule {
    /// The trait of every requirement that contains something to report.
    var trait: RequirementTraits { get }

    /// Looks at a requirement, or at an element of a list of them.
    func check(
        _ parsed: ParsedText, in document: CheckedDocument, about subject: Finding.Subject, _ report: inout RuleReport)
}

extension RequirementTextRule {
    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for parsed in textsWithTrait(of: setting) {
            check(parsed, in: setting.document, about: .setting(setting.settingIndex), &report)
        }
        checkConditions(of: setting, &report)
    }

    /// The requirements of the entries that may contain something to report.
    func textsWithTrait(of setting: CheckedSetting) -> [ParsedText] {
        setting.entries.indices.filter { setting.entries[$0].traits.contains(trait) }
            .flatMap { setting.texts(ofRequirement: $0) }
    }

    /// Looks at the requirements in conditions on attributes.
    func checkConditions(of setting: CheckedSetting, _ report: inout RuleReport) {
        for parsed in setting.texts(ofConditionsWith: trait) {
            check(parsed, in: setting.document, about: .setting(setting.settingIndex), &report)
        }
    }
}
