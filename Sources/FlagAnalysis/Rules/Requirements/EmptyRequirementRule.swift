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
                        slot: setting.slot)
                } else if text.alternatives.count > 1 {
                    checkAlternatives(of: text, at: node, in: setting, &report)
                }
            }
        }
    }

    private func checkAlternatives(
        of text: RequirementText, at node: Int, in setting: CheckedSetting, _ report: inout RuleReport
    ) {
        let empty = text.alternatives.indices.filter { index in
            (try? VersionSet(parsing: text.text(text.alternatives[index])))?.isEmpty ?? false
        }
        guard !empty.isEmpty else { return }
        let suggestions = Self.suggestions(for: text, empty)
        for index in empty {
            let range = text.alternatives[index]
            report.add(
                at: setting.document.span(of: range, inText: node),
                .emptyRequirement(
                    text: text.text(range), isAlternative: true, suggestion: suggestions[index]),
                slot: setting.slot)
        }
    }

    /// What was most likely meant by some alternatives; none unless the text with it is read as it was, with the versions
    /// of the suggestions and no others beside.
    private static func suggestions(for text: RequirementText, _ alternatives: [Int]) -> [Int: String] {
        var suggestions: [Int: String] = [:]
        var edits: [TextEdit] = []
        var expected = text.versions.stretches
        var rest = text.comparators[...]
        for index in alternatives {
            // Comparators and alternatives are both in the order of the text.
            let comparators = rest.drop { $0.alternative < index }.prefix { $0.alternative == index }
            rest = rest[comparators.endIndex...]
            guard let suggestion = suggestion(for: text, comparators), let set = try? VersionSet(parsing: suggestion)
            else {
                continue
            }
            suggestions[index] = suggestion
            edits.append(TextEdit(text.alternatives[index], replacement: suggestion))
            expected += set.stretches
        }
        guard let bytes = edits.applied(to: text.bytes),
            let set = try? VersionSet(parsing: String(decoding: bytes, as: UTF8.self)), set == VersionSet(expected)
        else { return [:] }
        return suggestions
    }

    /// What was most likely meant: the two versions swapped, or either of two; `nil` unless that contains a version.
    private static func suggestion(
        for text: RequirementText, _ comparators: ArraySlice<RequirementText.Comparator>
    ) -> String? {
        guard comparators.count == 2, let first = comparators.first, let second = comparators.last else { return nil }
        let suggestion: String
        if first.sign.isLowerBound && second.sign.isUpperBound {
            suggestion =
                text.text(first.range.lowerBound..<first.version.lowerBound) + text.text(second.version)
                + text.text(first.version.upperBound..<second.version.lowerBound) + text.text(first.version)
        } else {
            suggestion = "\(text.text(first.range)) || \(text.text(second.range))"
        }
        guard let set = try? VersionSet(parsing: suggestion), !set.isEmpty else { return nil }
        return suggestion
    }
}
