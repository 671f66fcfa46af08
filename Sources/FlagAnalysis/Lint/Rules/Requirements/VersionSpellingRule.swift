import FlagResolver

/// A rule about the spelling of versions, in requirements and in `$minimumVersion`.
protocol VersionSpellingRule: RequirementRule {
    /// What a requirement that contains such a version has.
    var trait: RequirementTraits { get }

    /// What is unusual about a version; `nil` if nothing is.
    ///
    /// - Parameter text: The version as it is written.
    func detail(of version: VersionText, _ text: String) -> (any FindingDetail)?
}

extension VersionSpellingRule {
    package func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard document.settings.minimumVersion != nil,
            let node = document.tree.member(named: "$minimumVersion" as StaticString, of: 0),
            let text = document.tree.stringBytes(at: node).flatMap({ RequirementText($0) })
        else { return }
        // The key of a member stands right before its value.
        check(text, at: node, about: .metadata(key: node - 1), in: document.tree, &report)
    }

    func checkRequirements(of setting: some CheckedEntries, _ report: inout RuleReport) {
        for index in setting.entries.indices where setting.entries[index].traits.contains(trait) {
            for parsed in setting.texts(ofRequirement: index) {
                check(parsed.text, at: parsed.node, about: .setting(setting.settingIndex), in: setting.tree, &report)
            }
        }
    }

    private func check(
        _ text: RequirementText, at node: Int, about subject: Finding.Subject, in tree: JSONTree,
        _ report: inout RuleReport
    ) {
        for comparator in text.comparators where comparator.sign != .any {
            let version = comparator.version
            guard let detail = detail(of: VersionText(version, in: text.bytes), text.text(version.range)) else {
                continue
            }
            report.add(detail, by: self, at: tree.span(of: version.range, inText: node), about: subject)
        }
    }
}
