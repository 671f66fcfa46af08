import FlagResolver

extension RuleCode {
    package static let emptyRequirement = RuleCode(rawValue: "empty-requirement")
}

/// A requirement that contains no version.
package struct EmptyRequirementRule: Rule {
    package let code = RuleCode.emptyRequirement
    package let severity = Severity.error
    package let meaning =
        "No version can satisfy a requirement, or one of its alternatives; most likely its bounds are swapped."
    package let advice = "Swap the bounds, or join alternatives with \"||\"."

    package let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": «">=1.9.0 <1.8.0"», "value": true }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "1.4.x || «<1.0.0 >2.0.0»", "value": true }"#),
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.8.0 <1.9.0", "value": true }"#)
    ]

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for (index, entry) in setting.entries.enumerated() where entry.hasRequirement {
            let isList = setting.tree.kind(of: entry.marked) != .string
            guard isList || setting.versions[index].isEmpty || entry.traits.contains(.alternatives) else { continue }
            for parsed in setting.texts(ofRequirement: index) {
                let text = parsed.text
                if text.versions.isEmpty {
                    let suggestion =
                        text.alternatives.count == 1 ? Self.suggestion(for: text, text.comparators[...]) : nil
                    reportEmpty(
                        text.text(text.bytes.indices), isAlternative: false, suggestion,
                        at: setting.document.span(of: parsed.node), in: setting, to: &report)
                } else if text.alternatives.count > 1 {
                    checkAlternatives(of: text, at: parsed.node, in: setting, &report)
                }
            }
        }
    }

    private func checkAlternatives(
        of text: RequirementText, at node: Int, in setting: CheckedSetting, _ report: inout RuleReport
    ) {
        let empty = text.alternatives.filter { text.versions(satisfying: $0.comparators).isEmpty }
        guard !empty.isEmpty else { return }
        let suggestions = Self.suggestions(for: text, empty)
        for alternative in empty {
            reportEmpty(
                text.text(alternative.range), isAlternative: true, suggestions[alternative.range.lowerBound],
                at: setting.tree.span(of: alternative.range, inText: node), in: setting, to: &report)
        }
    }

    /// Reports a requirement or an alternative.
    ///
    /// - Parameter suggestion: What was probably meant; `nil` if that is unknown.
    private func reportEmpty(
        _ text: String, isAlternative: Bool, _ suggestion: String?, at span: Range<Int>, in setting: CheckedSetting,
        to report: inout RuleReport
    ) {
        var help = "delete \(isAlternative ? "the alternative" : "it"), or write one that contains a version"
        if let suggestion {
            let reason =
                RequirementSuggestion.withPoints(text) == suggestion
                ? "a comma means that both must hold"
                : suggestion.contains(bytesOf: "||") ? "both parts cannot hold at once" : "the bounds look swapped"
            help = "\(reason); \(Spelling.didYouMean(quoted(suggestion)))"
        }
        let fix = suggestion.flatMap { suggestion in
            isAlternative
                ? FindingFix.replacing(text, at: span, of: setting.tree, with: suggestion)
                : .replacingString(at: span, of: setting.tree, with: suggestion)
        }
        report.add(
            "\(isAlternative ? "alternative" : "requirement") \(SettingProblem.quotedExcerpt(text)) contains no version",
            by: self, at: span, about: .setting(setting.settingIndex), help: help, fix: fix)
    }

    /// Suggestions for empty alternatives, by their offset in the text; none if all suggestions together do not add
    /// exactly their versions to those of the text.
    private static func suggestions(
        for text: RequirementText, _ alternatives: [RequirementText.Alternative]
    ) -> [Int: String] {
        var suggestions: [Int: String] = [:]
        var edits: [TextEdit] = []
        var expected = text.versions.intervals
        for alternative in alternatives {
            guard let suggestion = suggestion(for: text, alternative.comparators),
                let set = try? VersionSet(parsing: suggestion)
            else {
                continue
            }
            suggestions[alternative.range.lowerBound] = suggestion
            edits.append(TextEdit(alternative.range, replacement: suggestion))
            expected += set.intervals
        }
        guard let bytes = edits.applied(to: text.bytes),
            let set = try? VersionSet(parsing: String(decoding: bytes, as: UTF8.self)), set == VersionSet(expected)
        else { return [:] }
        return suggestions
    }

    /// What was probably meant by an alternative: the two versions swapped, or either of the two comparators; `nil` if
    /// that contains no version.
    private static func suggestion(
        for text: RequirementText, _ comparators: ArraySlice<VersionComparator>
    ) -> String? {
        if let first = comparators.first, let last = comparators.last,
            let suggestion = RequirementSuggestion.withPoints(
                text.text(first.range.lowerBound..<last.range.upperBound))
        {
            return suggestion
        }
        guard comparators.count == 2, let first = comparators.first, let second = comparators.last else { return nil }
        let suggestion: String
        if first.sign.isLowerBound && second.sign.isUpperBound {
            suggestion =
                text.text(first.range.lowerBound..<first.version.range.lowerBound) + text.text(second.version.range)
                + text.text(first.version.range.upperBound..<second.version.range.lowerBound)
                + text.text(first.version.range)
        } else {
            suggestion = "\(text.text(first.range)) || \(text.text(second.range))"
        }
        guard let set = try? VersionSet(parsing: suggestion), !set.isEmpty else { return nil }
        return suggestion
    }
}
