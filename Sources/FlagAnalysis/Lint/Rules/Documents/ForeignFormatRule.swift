import FlagResolver

extension RuleCode {
    package static let foreignFormat = RuleCode(rawValue: "foreign-format")
}

/// The file of another flag system, which reads as groups of constants.
struct ForeignFormatRule: Rule {
    let code = RuleCode.foreignFormat
    let severity = Severity.error
    let meaning =
        "The document has the format of another flag system, such as flagd, LaunchDarkly, ConfigCat or Firebase Remote Config, so its "
        + "flags are read as groups of constants, and its rules have no effect."
    let advice =
        "Write each flag as a setting with a \"defaultValue\" and \"valuesByVersion\"; \"flagctl init\" creates a first document, and "
        + "\"flagctl import\" makes one from a file of Firebase Remote Config or ConfigCat."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "flags": «{
                "payments": {
                  "state": "ENABLED",
                  "variants": { "on": true, "off": false },
                  "defaultVariant": "off"
                }
              }»
            }
            """#),
        RuleExample(
            #"""
            {
              "parameters": «{
                "payments": { "defaultValue": { "value": "false" } }
              }»
            }
            """#),
    ]

    let good: RuleExamples = [
        RuleExample(#"{ "flags": { "payments": { "defaultValue": false } } }"#),
        RuleExample(#"{ "parameters": { "timeout": 30, "version": 2 } }"#),
        RuleExample(
            #"""
            {
              "features": [{ "name": "Dark mode", "strategies": ["home"] }],
              "payments": { "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=2.0.0", "value": true }] }
            }
            """#),
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard let foreign = document.foreignFormat else { return }
        report.add(
            "this is a file of \(foreign.system) and not a document of settings, so its flags and rules have no effect",
            by: self, at: document.span(of: foreign.node),
            note: "no other finding is reported, because none would be about what the file means",
            help: "write each flag as a setting: { \"payments\": { \"defaultValue\": false, \"valuesByVersion\": "
                + "[{ \"appVersion\": \">=2.0.0\", \"value\": true }] } }")
    }
}
