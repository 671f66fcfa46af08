import FlagResolver

extension RuleCode {
    package static let typeMismatch = RuleCode(rawValue: "type-mismatch")
}

/// A value of another type.
struct TypeMismatchRule: Rule {
    let code = RuleCode.typeMismatch
    let severity = Severity.error
    let meaning =
        "A value does not have the setting's declared type, or an entry's value has a different type from the default, so "
        + "an app that reads the setting with a type skips it."
    let advice = "Write the value in the type of the setting; booleans and numbers have no quotes."
    let issueCodes: [SettingIssue.Code] = [.typeMismatch]

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": «"true"» }"#),
        RuleExample(
            #"""
            {
              "maxItems": { "type": "integer", "defaultValue": «1.5» }
            }
            """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": true }"#)
    ]

    func check(_ issue: SettingIssue, in document: CheckedDocument, _ report: inout RuleReport) {
        let span = issue.span ?? 0..<0
        guard let index = issue.settingIndex, document.hasUndeclaredNumbers(index, at: span) else {
            return report.add(
                issue.problem.message, by: self, at: span, about: issue.subject, related: RelatedLocation.of(issue))
        }
        // Numbers with and without a fraction. Without a declared type, both win where they match.
        report.add(
            issue.problem.message, by: self, at: span, about: issue.subject, severity: .note,
            help: #"an app that reads integers skips it; if it reads any number, add "type": "number" to the setting"#)
    }
}

extension CheckedDocument {
    /// Whether a setting without a declared type has a number as its default and in a span.
    fileprivate func hasUndeclaredNumbers(_ index: SettingIndex, at span: Range<Int>) -> Bool {
        let setting = settings.loaded[index]
        guard setting.declaredType == .none, setting.defaultKind == .number, let byte = tree.bytes[span].first else {
            return false
        }
        return byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
