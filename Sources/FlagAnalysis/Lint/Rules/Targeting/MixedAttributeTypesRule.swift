import FlagResolver

extension RuleCode {
    package static let mixedAttributeTypes = RuleCode(rawValue: "mixed-attribute-types")
}

/// An attribute that is tested both as a version and as a string.
struct MixedAttributeTypesRule: Rule {
    let code = RuleCode.mixedAttributeTypes
    let severity = Severity.error
    let meaning =
        "A document tests an attribute both as a version and as a string that is a version, so that the cases "
        + "of its settings cannot be told apart, and nothing can be proved about them."
    let advice = "Test the attribute as a version everywhere, or use two attributes."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "osVersion": { "version": «">=17"» } }, "value": true },
                { "when": { "osVersion": "16.0" }, "value": true }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "osVersion": { "version": ">=17" } }, "value": true },
                { "when": { "osVersion": { "version": "16.0" } }, "value": true }
                """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard case .failure(let failure) = setting.function,
            case .mixedTypes(let attribute, let string, let version) = failure
        else { return }
        report.add(
            failure.message(), by: self, topic: attribute, at: setting.document.span(of: version.node),
            related: [RelatedLocation(setting.document.span(of: string.node), CaseSpace.Failure.stringTestRole)],
            note: failure.note(), help: failure.help)
    }
}
