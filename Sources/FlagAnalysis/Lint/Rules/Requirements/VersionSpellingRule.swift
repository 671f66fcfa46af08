import FlagResolver

/// A rule about the spelling of versions, in requirements and in `$minimumVersion`.
protocol VersionSpellingRule: RequirementTextRule {
    /// What is unusual about a version, and the usual spelling; `nil` if nothing is.
    ///
    /// - Parameter text: The version as it is written.
    func problem(of version: VersionText, _ text: String) -> (message: String, correction: String)?
}

extension VersionSpellingRule {
    package func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard document.settings.minimumVersion != nil,
            let node = document.tree.member(named: "$minimumVersion" as StaticString, of: 0),
            let parsed = ParsedText(at: node, in: document.tree)
        else { return }
        // The node of a member's key comes right before that of its value.
        check(parsed, in: document, about: .metadata(key: node - 1), &report)
    }

    func check(
        _ parsed: ParsedText, in document: CheckedDocument, about subject: Finding.Subject, _ report: inout RuleReport
    ) {
        for comparator in parsed.text.comparators where comparator.sign != .any {
            check(comparator, of: parsed, in: document, about: subject, &report)
        }
    }

    /// Looks at the version of a comparator.
    func check(
        _ comparator: VersionComparator, of parsed: ParsedText, in document: CheckedDocument,
        about subject: Finding.Subject, _ report: inout RuleReport
    ) {
        let (text, version) = (parsed.text, comparator.version)
        let written = text.text(version.range)
        guard let problem = problem(of: VersionText(version, in: text.bytes), written) else { return }
        let span = document.tree.span(of: version.range, inText: parsed.node)
        report.add(
            problem.message, by: self, at: span, about: subject, help: "write \(quoted(problem.correction))",
            fix: .replacing(written, at: span, of: document.tree, with: problem.correction))
    }
}
