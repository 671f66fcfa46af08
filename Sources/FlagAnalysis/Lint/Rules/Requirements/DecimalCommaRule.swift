import FlagResolver

extension RuleCode {
    package static let decimalComma = RuleCode(rawValue: "decimal-comma")
}

/// A version with a decimal comma, as in `>=1,4`.
struct DecimalCommaRule: RequirementTextRule {
    let code = RuleCode.decimalComma
    let severity = Severity.warning
    let meaning =
        "A comma between two numbers means that both must hold, so this is the one version after the comma, or none; most likely a "
        + "decimal comma is meant."
    let advice = "Write a point, such as \">=1.4\", or the one version alone."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "«>=1,4»", "value": true }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "when": { "osVersion": { "version": "«>=17,2»" } }, "value": true }"#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4", "value": true }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1,<2", "value": true }"#),
    ]

    let trait = RequirementTraits.commaBeforeDigit

    func check(
        _ parsed: ParsedText, in document: CheckedDocument, about subject: Finding.Subject, _ report: inout RuleReport
    ) {
        let tree = document.tree
        let text = parsed.text
        let commas = DecimalCommas(in: text)
        guard !commas.isEmpty else { return }
        for alternative in text.alternatives {
            // `empty-requirement` reports an entry's requirement that contains no version.
            let isEmpty = text.versions(satisfying: alternative.comparators).isEmpty
            guard let last = alternative.comparators.indices.last(where: { commas.numbers.contains($0) }),
                !isEmpty || parsed.isInCondition, let version = text.version(of: text.comparators[last]),
                let suggestion = RequirementSuggestion.withPoints(text.text(alternative.range))
            else { continue }
            let (written, span) = (text.text(alternative.range), tree.span(of: alternative.range, inText: parsed.node))
            let versions =
                isEmpty ? "contains no version" : "is only the version \(VersionStyle.standard.apply { "\(version)" })"
            report.add(
                "\(quoted(written)) \(versions), because a comma means that both must hold", by: self, at: span,
                about: subject, help: Spelling.didYouMean(quoted(suggestion)),
                fix: .replacing(written, at: span, of: tree, with: suggestion))
        }
    }
}

/// The commas of a requirement between numbers that together look like one version, as in `1,4` and `7,230,0`, but not in
/// `1.0,2.0`.
struct DecimalCommas {
    /// The comparators before and after such a comma, by their indices.
    private(set) var numbers: Set<Int> = []

    private static let maximumComponentCount = 3

    init(in text: RequirementText) {
        var start = 0
        for index in text.comparators.indices where !Self.isCommaAlone(after: index, in: text) {
            let chain = start...index
            start = index + 1
            guard chain.count > 1, chain.count <= Self.maximumComponentCount else { continue }
            let versions = text.comparators[chain].map(\.version)
            let componentCount = versions.reduce(0) { $0 + $1.componentCount }
            guard componentCount <= Self.maximumComponentCount, !versions.contains(where: \.hasWildcard) else {
                continue
            }
            numbers.formUnion(chain)
        }
    }

    var isEmpty: Bool { numbers.isEmpty }

    /// Whether a comma alone separates the number of a comparator from the next one.
    private static func isCommaAlone(after index: Int, in text: RequirementText) -> Bool {
        guard index + 1 < text.comparators.count else { return false }
        let (comma, next) = (text.comparators[index].range.upperBound, text.comparators[index + 1])
        return next.sign == .none && next.range.lowerBound == comma + 1 && text.bytes[comma] == UInt8(ascii: ",")
            && text.bytes[comma - 1].isDigit && text.bytes[comma + 1].isDigit
    }
}
