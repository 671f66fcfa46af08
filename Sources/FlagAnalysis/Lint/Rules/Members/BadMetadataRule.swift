import FlagResolver

/// Metadata that cannot be used.
struct BadMetadataRule: DocumentRule {
    let code = RuleCode.badMetadata
    let severity = Severity.error
    let meaning =
        "A \"$\" member that has a meaning cannot be read, or names a setting that there is not, so that what "
        + "depends on it is not checked."
    let advice =
        "Correct the member, or delete it."

    let bad = RuleExample(
        #"""
        {
          "$minimumVersion": "1..2",
          "payments": true
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "$minimumVersion": "1.2",
          "payments": true
        }
        """#)

    private static let known = ["$schema", "$version", "$minimumVersion", "$minimumVersionSetting", "$comment"]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        for (key, value) in tree.members(of: 0) where tree.isMetadata(key: key) {
            let name = tree.string(at: key) ?? ""
            if let problem = problem(with: name, value, in: document) {
                report.add(at: document.span(of: value), .metadata(problem), about: .metadata(key: key))
            } else if !Self.known.contains(name), let suggestion = Spelling.nearest(to: name, in: Self.known),
                tree.member(named: suggestion, of: 0) == nil
            {
                report.add(
                    at: document.span(of: key), .metadata(.misspelt(name: name, suggestion: suggestion)),
                    about: .metadata(key: key))
            }
        }
        checkFloors(in: document, &report)
    }

    private func problem(with name: String, _ value: Int, in document: CheckedDocument) -> MetadataProblem? {
        let tree = document.tree
        switch name {
        case "$version":
            return tree.isIntegral(at: value) ? nil : .versionNotInteger(found: tree.typeName(at: value))
        case "$minimumVersion":
            guard let text = tree.string(at: value) else {
                return .minimumVersionNotText(found: tree.typeName(at: value))
            }
            do throws(VersionSyntaxError) {
                _ = try AppVersion(parsing: text)
                return nil
            } catch {
                return .minimumVersionUnreadable(text: text, error: error)
            }
        case "$minimumVersionSetting":
            guard let text = tree.string(at: value) else { return .settingNotText(found: tree.typeName(at: value)) }
            guard document.settings.index(named: text) == nil else { return nil }
            return .unknownSetting(
                name: text, suggestion: Spelling.nearest(to: text, in: document.settings.names))
        default: return nil
        }
    }

    /// The setting that forces updates has versions as its values, and nothing else.
    private func checkFloors(in document: CheckedDocument, _ report: inout RuleReport) {
        guard let name = document.settings.minimumVersionSetting, let setting = document.settings.index(named: name)
        else { return }
        let values =
            [document.settings.defaultValue(of: setting)].compactMap { $0 }
            + document.settings.entries(of: setting).map { Int($0.value) }
        for value in values where document.tree.string(at: value).flatMap({ AppVersion($0) }) == nil {
            let found = String(decoding: document.tree.text(of: value), as: UTF8.self)
            report.add(
                at: document.span(of: value), .metadata(.floorNotVersion(name: name, found: found)),
                about: .setting(setting))
        }
    }
}
