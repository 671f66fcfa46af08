import FlagResolver

/// A text of an entry's requirement, parsed.
struct ParsedText {
    /// The node of the string.
    let node: Int
    let text: RequirementText
}

extension CheckedEntries {
    /// The parsed texts of an entry's requirement: one, or the elements of a list.
    func texts(ofRequirement index: Int) -> [ParsedText] {
        LocatedComparator.texts(of: entries[index].requirement, in: tree).compactMap { node in
            tree.stringBytes(at: node).flatMap { RequirementText($0) }.map { ParsedText(node: node, text: $0) }
        }
    }
}

/// A rule about requirements that does not depend on what else decides the value of a setting.
protocol RequirementRule: Rule {
    /// Looks at the requirements of a setting.
    func checkRequirements(of setting: some CheckedEntries, _ report: inout RuleReport)
}

extension RequirementRule {
    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        checkRequirements(of: setting, &report)
    }

    package func check(_ setting: TargetedSetting, _ report: inout RuleReport) {
        checkRequirements(of: setting.requirements, &report)
    }
}

/// A budget for suggestions for the bounds of one requirement.
///
/// A suggestion is proved by parsing the whole requirement with it. For a requirement with thousands of alternatives that
/// would take quadratic time, so only the first bounds get a suggestion.
struct SuggestionBudget {
    private var byteCount = 0

    private static let greatestByteCount = 1 << 18

    /// Whether a requirement may be parsed once more. The first time is always allowed.
    mutating func allowsParsing(_ text: RequirementText) -> Bool {
        let isFirst = byteCount == 0
        byteCount += text.bytes.count
        return isFirst || byteCount <= Self.greatestByteCount
    }
}
