import FlagResolver

/// A requirement that contains no version.
struct EmptyRequirementRule: SettingRule {
    let code = RuleCode.emptyRequirement
    let severity = Severity.error
    let meaning =
        "No version can satisfy a requirement, or one of its alternatives; its bounds are most likely "
        + "swapped."
    let advice =
        "Swap the bounds, or join with \"||\" what cannot hold at once."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.9.0 <1.8.0", "value": true }
            ]
          }
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.8.0 <1.9.0", "value": true }
            ]
          }
        }
        """#)

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        let tree = setting.tree
        for (position, entry) in setting.entries.enumerated() {
            let isList = tree.kind(of: Int(entry.requirement)) != .string
            guard isList || setting.versions[position].isEmpty || entry.traits.contains(.bar) else { continue }
            for node in entry.texts(in: tree) {
                guard let bytes = tree.stringBytes(at: node), let text = RequirementText(bytes) else { continue }
                if text.versions.isEmpty {
                    let suggestion =
                        text.alternatives.count == 1 ? Self.suggestion(for: text, text.comparators[...]) : nil
                    report.add(
                        at: setting.document.span(of: node),
                        .emptyRequirement(
                            text: text.text(0..<bytes.count), isAlternative: false, suggestion: suggestion),
                        about: .setting(setting.settingIndex))
                } else if text.alternatives.count > 1 {
                    checkAlternatives(of: text, at: node, in: setting, &report)
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
            report.add(
                at: setting.document.span(of: alternative.range, inText: node),
                .emptyRequirement(
                    text: text.text(alternative.range), isAlternative: true,
                    suggestion: suggestions[alternative.range.lowerBound]),
                about: .setting(setting.settingIndex))
        }
    }

    /// What was probably meant by some alternatives, by their offset in the text; empty if the text with all suggestions
    /// does not contain exactly their versions in addition.
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

    /// What was probably meant by an alternative: the two versions swapped, or either of two; `nil` if that contains no
    /// version.
    private static func suggestion(
        for text: RequirementText, _ comparators: ArraySlice<VersionComparator>
    ) -> String? {
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
