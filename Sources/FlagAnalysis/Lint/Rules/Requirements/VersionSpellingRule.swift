import FlagResolver

/// A rule about how versions are spelled, in requirements and in `$minimumVersion`.
protocol VersionSpellingRule: DocumentRule, SettingRule {
    /// What a text may hold where such a version is in it.
    var trait: RequirementTraits { get }

    /// What is to be said of a version; `nil` where its spelling is as it should be.
    ///
    /// - Parameter text: The version as it is written.
    func detail(of version: VersionText, _ text: String) -> Finding.Detail?
}

extension VersionSpellingRule {
    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard document.settings.minimumVersion != nil,
            let node = document.tree.member(named: "$minimumVersion" as StaticString, of: 0)
        else { return }
        // The key of a member stands right before its value.
        check(node, about: .metadata(key: node - 1), in: document, &report)
    }

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for position in setting.entries.indices where setting.entries[position].traits.contains(trait) {
            for node in setting.entries[position].texts(in: setting.tree) {
                check(node, about: .setting(setting.settingIndex), in: setting.document, &report)
            }
        }
    }

    private func check(
        _ node: Int, about subject: Finding.Subject, in document: CheckedDocument, _ report: inout RuleReport
    ) {
        guard let bytes = document.tree.stringBytes(at: node), let text = RequirementText(bytes) else { return }
        for part in text.comparators where part.sign != .any {
            guard let detail = detail(of: VersionText(part.version, in: bytes), text.text(part.version.range)) else {
                continue
            }
            report.add(at: document.span(of: part.version.range, inText: node), detail, about: subject)
        }
    }
}
