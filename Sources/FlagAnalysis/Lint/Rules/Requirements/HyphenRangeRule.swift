import FlagResolver

extension RuleCode {
    package static let hyphenRange = RuleCode(rawValue: "hyphen-range")
}

/// A pre-release that is itself a version, as in `1.4.0-1.5.0`.
struct HyphenRangeRule: RequirementTextRule {
    let code = RuleCode.hyphenRange
    let severity = Severity.warning
    let meaning =
        "A hyphen without spaces begins a pre-release, so this is one version; most likely a range is meant."
    let advice = "Write a range with spaces around the hyphen, such as \"1.4.0 - 1.5.0\"."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "«1.4.0-1.5.0»", "value": true }"#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "1.4.0 - 1.5.0", "value": true }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "1.5.0-rc.1", "value": true }"#),
    ]

    let trait = RequirementTraits.prerelease

    func check(
        _ parsed: ParsedText, in document: CheckedDocument, about subject: Finding.Subject, _ report: inout RuleReport
    ) {
        let tree = document.tree
        let text = parsed.text
        for comparator in text.comparators where [.none, .equal].contains(comparator.sign) {
            let version = VersionText(comparator.version, in: text.bytes)
            let prerelease = String(version.rest.dropFirst())
            guard version.rest.hasPrefix("-"), prerelease.contains("."),
                let end = RequirementText(Array(prerelease.utf8)), end.comparators.count == 1,
                end.comparators[0].sign == .none
            else { continue }
            let release = version.prefix + version.components.joined(separator: ".")
            let (written, range) = (text.text(comparator.version.range), range(release, prerelease))
            let span = tree.span(of: comparator.version.range, inText: parsed.node)
            report.add(
                "\(quoted(written)) is one version, the pre-release \(quoted(prerelease)) of \(release)", by: self,
                at: span, about: subject, help: "for all versions between the two write \(quoted(range))",
                fix: .replacing(written, at: span, of: tree, with: range))
        }
    }

    /// All versions between two, the lower one first.
    private func range(_ first: String, _ second: String) -> String {
        let range = "\(first) - \(second)"
        let isEmpty = (try? VersionSet(parsing: range))?.isEmpty ?? false
        return isEmpty ? "\(second) - \(first)" : range
    }
}
