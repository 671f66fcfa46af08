import FlagResolver

extension RuleCode {
    package static let badEnum = RuleCode(rawValue: "bad-enum")
}

/// A list of allowed values that cannot be used as one.
struct BadEnumRule: Rule {
    let code = RuleCode.badEnum
    let severity = Severity.error
    let meaning =
        "The \"enum\" of a setting is not a list of different values of the setting's type, so the values of the setting are "
        + "not compared with what was meant."
    let advice = "List every allowed value once, as in [\"legacy\", \"modern\"]."

    let bad: RuleExamples = [
        RuleExample(#"{ "style": { "enum": «"legacy"», "defaultValue": "legacy" } }"#),
        RuleExample(#"{ "style": { "enum": «[]», "defaultValue": "legacy" } }"#),
        RuleExample(
            #"{ "style": { "type": "string", "enum": ["legacy", «2», «"legacy"»], "defaultValue": "legacy" } }"#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "style": { "type": "string", "enum": ["legacy", "modern"], "defaultValue": "legacy" },
              "limit": { "enum": [10, 20, null], "defaultValue": null }
            }
            """#)
    ]

    private enum Detail: FindingDetail {
        case notArray(found: String)
        case empty
        case wrongType(found: String, expected: String)
        case repeated(value: Int)

        func namesSubject(in context: FindingContext) -> Bool { false }

        func message(in context: FindingContext) -> String {
            switch self {
            case .notArray(let found): "\"enum\" is \(found), expected an array of the allowed values"
            case .empty: "\"enum\" is empty, so it allows no value"
            case .wrongType(let found, let expected): "\"enum\" lists \(found), expected \(expected) as declared"
            case .repeated(let value): "\"enum\" lists \(context.value(value)) twice"
            }
        }

        func help(in context: FindingContext) -> String? {
            switch self {
            case .notArray, .empty: "list every allowed value, or delete \"enum\" to allow all"
            case .wrongType: "correct it, or delete \"type\""
            case .repeated: "delete one of them"
            }
        }
    }

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        for setting in document.settings.indices {
            guard let list = AllowedValues.list(of: setting, in: document.settings) else { continue }
            check(list, of: setting, in: document, &report)
        }
    }

    private func check(
        _ list: Int, of setting: SettingIndex, in document: CheckedDocument, _ report: inout RuleReport
    ) {
        let tree = document.tree
        func add(_ detail: Detail, at node: Int, first: Int? = nil) {
            report.add(
                detail, by: self, at: document.span(of: node), about: .setting(setting),
                related: first.map { [RelatedLocation(span: document.span(of: $0), role: .other("the first is here"))] }
                    ?? [])
        }
        guard tree.kind(of: list) == .array else {
            return add(.notArray(found: tree.typeName(at: list)), at: list)
        }
        let type = document.loaded[setting].declaredType
        var seen: [[UInt8]: Int] = [:]
        for value in tree.elements(of: list) {
            if !type.contains(value, of: tree) {
                add(.wrongType(found: tree.typeName(at: value), expected: type.nameWithArticle), at: value)
            } else if let first = seen.updateValue(value, forKey: tree.canonicalText(of: value)) {
                add(.repeated(value: value), at: value, first: first)
            }
        }
        if tree.elements(of: list).first(where: { _ in true }) == nil { add(.empty, at: list) }
    }
}
