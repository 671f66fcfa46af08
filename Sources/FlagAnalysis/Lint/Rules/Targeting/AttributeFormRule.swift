import FlagResolver

extension RuleCode {
    package static let attributeForm = RuleCode(rawValue: "attribute-form")
}

/// A value of a common attribute in a form that no store gives.
struct AttributeFormRule: Rule {
    let code = RuleCode.attributeForm
    let severity = Severity.warning
    let meaning =
        "A condition tests \"platform\", \"osVersion\", \"locale\", \"language\" or \"country\" for a value in another form than the "
        + "store gives it, so it never holds unless the app gives the attribute itself."
    let advice =
        "Write the form that the store gives, such as \"ios\", \"de-AT\", \"de\" or \"AT\"; if the app gives its own values, list them "
        + "as \"values\" in \"$attributes\"."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "platform": «"iOS"», "country": ["DE", «"gb"»] }, "value": true },
                { "when": { "locale": { "startsWith": «"de_"» } }, "value": true },
                { "when": { "osVersion": «"17.2"» }, "value": true }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "platform": "ios", "country": ["DE", "GB"], "language": "de" }, "value": true },
                { "when": { "locale": { "startsWith": "de-" } }, "value": true },
                { "when": { "osVersion": { "version": "17.2" } }, "value": true }
                """#),
        RuleExample(
            #"""
            {
              "$attributes": { "country": { "type": "string", "values": ["north", "south"] } },
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [{ "when": { "country": "north" }, "value": true }]
              }
            }
            """#),
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for attribute in setting.targetedEntries.lazy.flatMap(\.attributes) {
            guard let store = StoreAttribute(rawValue: attribute.name), store != .installationKey else { continue }
            let declaration = setting.document.attributes?[attribute.name]
            // Values that the app lists are its own, and the declared type has a rule of its own.
            guard declaration?.values == nil, store != .osVersion || declaration?.type == nil else { continue }
            for form in ConditionForm.forms(of: attribute.condition, in: setting.tree) {
                check(form, store, isDeclared: declaration != nil, in: setting, &report)
            }
        }
    }

    private func check(
        _ form: ConditionForm, _ attribute: StoreAttribute, isDeclared: Bool, in setting: CheckedSetting,
        _ report: inout RuleReport
    ) {
        let span = setting.document.span(of: form.node)
        if attribute == .osVersion {
            guard form.kind != .version else { return }
            let requirement = Self.requirement(for: form, in: setting.tree)
            return report.add(
                "\"osVersion\" is a version, and this tests \(form.kind.tested(isInteger: false))", by: self, at: span,
                about: .setting(setting.settingIndex),
                help:
                    "write { \"version\": … } with \(requirement.map { quoted($0) } ?? "a requirement such as \">=17\"")"
            )
        }
        guard form.kind == .string || form.kind == .prefix, let text = setting.tree.string(at: form.node),
            // `hidden-characters` reports white space.
            text.first?.isWhitespace != true, text.last?.isWhitespace != true,
            let problem = attribute.problem(of: text, isPrefix: form.kind == .prefix),
            // A declared attribute may have values of the app's own, and even then nobody varies their case.
            !isDeclared || problem.correction?.lowercased() == text.lowercased().replacing("_", with: "-")
        else { return }
        // One habit is one finding for each setting, however many entries have it.
        report.add(
            problem.message, by: self, topic: "\(setting.settingIndex.position) \(attribute.rawValue) \(text)",
            at: span,
            about: .setting(setting.settingIndex),
            help: problem.correction.map { Spelling.didYouMean(quoted($0)) } ?? problem.help,
            fix: problem.correction.flatMap { .replacingString(at: span, of: setting.tree, with: $0) })
    }

    /// The requirement that means what a test of text or of a number was meant to; `nil` if that is not clear.
    private static func requirement(for form: ConditionForm, in tree: JSONTree) -> String? {
        switch form.kind {
        case .string:
            guard let text = tree.string(at: form.node), RequirementText(Array(text.utf8)) != nil else { return nil }
            return text
        case .prefix:
            guard let text = tree.string(at: form.node)?.before(suffix: "."), AppVersion(String(text)) != nil else {
                return nil
            }
            return "\(text).x"
        case .number: return tree.int(at: form.node).map { "\($0).x" }
        case .boolean, .bound, .version: return nil
        }
    }
}
