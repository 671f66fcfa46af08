import FlagResolver

/// A rule about the spelling of versions, in requirements and in `$minimumVersion`.
protocol VersionSpellingRule: RequirementTextRule {
    /// What is unusual about a version; `nil` if nothing is.
    ///
    /// - Parameter text: The version as it is written.
    func detail(of version: VersionText, _ text: String) -> (any FindingDetail)?
}

extension VersionSpellingRule {
    package func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard document.settings.minimumVersion != nil,
            let node = document.tree.member(named: "$minimumVersion" as StaticString, of: 0),
            let parsed = ParsedText(at: node, in: document.tree)
        else { return }
        // The node of a member's key comes right before that of its value.
        check(parsed, in: document.tree, about: .metadata(key: node - 1), &report)
    }

    func check(
        _ parsed: ParsedText, in tree: JSONTree, about subject: Finding.Subject, _ report: inout RuleReport
    ) {
        let text = parsed.text
        for comparator in text.comparators where comparator.sign != .any {
            let version = comparator.version
            guard let detail = detail(of: VersionText(version, in: text.bytes), text.text(version.range)) else {
                continue
            }
            report.add(detail, by: self, at: tree.span(of: version.range, inText: parsed.node), about: subject)
        }
    }
}
