import FlagResolver

extension RuleCode {
    package static let shortVersion = RuleCode(rawValue: "short-version")
}

/// A version with fewer than three numbers and no wildcard, as in `1.4`.
struct ShortVersionRule: RequirementTextRule {
    let code = RuleCode.shortVersion
    let severity = Severity.note
    let highestSeverity = Severity.warning
    let meaning =
        "A version with one or two numbers stands for one version, with zeros at the end; often a whole series is meant (a warning "
        + "if the list of releases has other versions of the series)."
    let advice = "Write a wildcard for the series, such as \"1.4.x\", or all three numbers for the one version."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "«1.4»", "value": true }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "=«2» || >=3.0.0", "value": true }"#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "1.4.x", "value": true }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "1.4.0", "value": true }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4", "value": true }"#),
    ]

    let trait = RequirementTraits.equality

    func check(
        _ parsed: ParsedText, in document: CheckedDocument, about subject: Finding.Subject, _ report: inout RuleReport
    ) {
        let tree = document.tree
        let text = parsed.text
        let commas = DecimalCommas(in: text)
        for (index, comparator) in text.comparators.enumerated()
        where [.none, .equal].contains(comparator.sign) && comparator.version.componentCount < 3
            && !commas.numbers.contains(index)
        {
            let version = VersionText(comparator.version, in: text.bytes)
            // A long number alone is a version code, as on Android.
            let isCode = version.components.count == 1 && (version.components.first?.utf8.count ?? 0) > 3
            guard !isCode, version.rest.isEmpty,
                let known = text.version(of: comparator)
            else { continue }
            let series = version.withoutLeadingZeros
            // Regardless of the document's style, with three components.
            let full = VersionStyle.standard.apply { "\(known)" }
            let other = parsed.isInCondition ? nil : release(ofSeries: series, besides: known, in: document.releases)
            report.add(
                "\(quoted(text.text(comparator.version.range))) is only the version \(full)"
                    + (other.map { ", and not \($0)" } ?? ""),
                by: self, at: tree.span(of: comparator.version.range, inText: parsed.node), about: subject,
                severity: other == nil ? nil : .warning,
                help: "write \(quoted("\(series).x")) for every \(series) version, or \(quoted(full)) for the one")
        }
    }

    /// The first release of a series such as `1.4`, apart from one version.
    private func release(ofSeries series: String, besides known: AppVersion, in releases: ReleaseList?) -> AppVersion? {
        guard let releases, let versions = try? VersionSet(parsing: "\(series).x") else { return nil }
        return releases.releases(in: versions).lazy.map(\.version).first { $0 != known && !$0.isPrerelease }
    }
}
