import FlagResolver

extension RuleCode {
    package static let badCondition = RuleCode(rawValue: "bad-condition")
}

/// A condition on more than the app version that is malformed.
struct BadConditionRule: Rule {
    let code = RuleCode.badCondition
    let severity = Severity.error
    let meaning =
        "A condition on attributes, a rollout, a schedule, a prerequisite or the name of an entry is malformed, so the entry "
        + "never wins."
    let advice = "Correct the value at the marked location; \"flagctl help targeting\" lists all forms."
    let issueCodes: [SettingIssue.Code] = [.badCondition]

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": «[]» }, "value": true },
                { "when": { "country": { «"starts"»: "D" } }, "value": true }
                """#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "rollout": { "percent": «125», "salt": "payments" }, "value": true },
                { "rollout": «{ "percent": 25 }», "value": true }
                """#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "from": «"2026-02-30T00:00:00Z"», "value": true },
                { "until": «"2026-03-01"», "value": true }
                """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": ["DE", "AT"] }, "value": true },
                { "rollout": { "percent": 25, "salt": "payments" }, "value": true },
                { "from": "2026-03-01T00:00:00Z", "value": true }
                """#)
    ]

    func check(_ issue: SettingIssue, in document: CheckedDocument, _ report: inout RuleReport) {
        let (span, tree) = (issue.span ?? 0..<0, document.tree)
        let node = tree.innermostNode(at: span.lowerBound)
        var suggestion: (text: String, fix: FindingFix?)?
        func replaced(with text: String) -> (text: String, fix: FindingFix?) {
            (text, .replacement(TextEdit(tree.nodes[node].span, replacement: text)))
        }
        switch issue.problem {
        case .condition(.unexpected):
            if let number = numberInQuotes(node, in: tree) {
                suggestion = replaced(with: number)
            } else if node > 0, tree.isString(at: node - 1, equalTo: "rollout"), let setting = issue.settingIndex,
                let rollout = RolloutText(percentage: node, of: setting, in: document)
            {
                suggestion = replaced(with: rollout.text)
            }
        case .condition(.unknownMember(let name, let expected)):
            let members = Self.members.filter { expected.contains(bytesOf: quoted($0)) }
            if let name = MemberAlias.nearest(to: name, in: members) {
                suggestion = (quoted(name), .replacingString(at: span, of: tree, with: name))
            }
        default: break
        }
        report.add(
            issue.problem.message, by: self, at: span, about: issue.subject,
            help: suggestion.map { Spelling.didYouMean($0.text) }, fix: suggestion?.fix)
    }

    private static let members = ["percent", "salt", "by", "startsWith", "version", "not", "absent"]
    private static let membersWithNumber = ["percent", "<", "<=", ">", ">="]

    /// The number in a string that is the value of a member with a number.
    private func numberInQuotes(_ node: Int, in tree: JSONTree) -> String? {
        guard node > 0, let name = tree.string(at: node - 1), Self.membersWithNumber.contains(name) else { return nil }
        if name == "percent" { return RolloutText.percentage(node, in: tree) }
        guard let bytes = tree.stringBytes(at: node), let number = try? JSONTree(parsing: bytes),
            number.kind(of: 0) == .number
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The rollout that a lone percentage was most likely meant as. The salt is the name of the setting.
struct RolloutText {
    let text: String

    /// - Returns: `nil` if the node is not a percentage.
    init?(percentage node: Int, of setting: SettingIndex, in document: CheckedDocument) {
        guard let percentage = Self.percentage(node, in: document.tree) else { return nil }
        let salt = SettingProblem.quoted(document.settings.name(of: setting))
        text = "{ \"percent\": \(percentage), \"salt\": \(salt) }"
    }

    /// The number of a percentage: `25` for `25`, `"25"` and `"25 %"`.
    static func percentage(_ node: Int, in tree: JSONTree) -> String? {
        var bytes = tree.stringBytes(at: node) ?? Array(tree.text(of: node))
        if bytes.last == UInt8(ascii: "%") { bytes.removeLast() }
        guard let number = try? JSONTree(parsing: bytes), number.kind(of: 0) == .number,
            number.double(at: 0).map({ (0...100).contains($0) }) == true
        else { return nil }
        return String(decoding: number.text(of: 0), as: UTF8.self)
    }
}
