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
            let unquoted = issue.settingIndex.flatMap { document.unquoted(span, of: $0) }
            return report.add(
                issue.problem.message, by: self, at: span, about: issue.subject, related: RelatedLocation.of(issue),
                help: unquoted.map {
                    $0.isDefault
                        ? "write the default without quotes: \($0.text)" : "write it without quotes: \($0.text)"
                },
                fix: unquoted.map { .replacement(TextEdit($0.span, replacement: $0.text)) })
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

/// A Boolean or a number that is written in quotes.
private struct QuotedValue {
    /// The string, with its quotes.
    let span: Range<Int>
    /// What it should be.
    let text: String
    let isDefault: Bool
}

extension CheckedDocument {
    /// The string at a span, or the default of its setting, if either has to lose its quotes; `nil` if that would not help.
    fileprivate func unquoted(_ span: Range<Int>, of index: SettingIndex) -> QuotedValue? {
        let record = loaded[index]
        let value = tree.innermostNode(at: span.lowerBound)
        let defaultValue = Int(record.defaultValue)
        func unquoted(_ node: Int, where fits: (JSONTree) -> Bool) -> QuotedValue? {
            guard let text = tree.string(at: node), let bare = Self.valueInQuotes(text), fits(bare) else { return nil }
            return QuotedValue(
                span: self.span(of: node), text: String(decoding: bare.bytes, as: UTF8.self),
                isDefault: node == defaultValue)
        }
        if record.declaredType != .none { return unquoted(value) { record.declaredType.contains(0, of: $0) } }
        if let found = unquoted(value, where: { Self.isSameType($0.kind(of: 0), tree.kind(of: defaultValue)) }) {
            return found
        }
        return unquoted(defaultValue) { bare in
            settings.valueNodes(of: index).allSatisfy { node in
                node == defaultValue || Self.isSameType(tree.kind(of: node), bare.kind(of: 0))
            }
        }
    }

    private static func isSameType(_ kind: JSONKind, _ other: JSONKind) -> Bool {
        kind.isBool && other.isBool || kind == .number && other == .number
    }

    /// `true` for `"True"`, and a number for its digits.
    private static func valueInQuotes(_ text: String) -> JSONTree? {
        let word = text.lowercased()
        let bare = word == "true" || word == "false" ? word : text
        guard let tree = try? JSONTree(parsing: Array(bare.utf8)),
            tree.kind(of: 0).isBool || tree.kind(of: 0) == .number
        else { return nil }
        return tree
    }
}
