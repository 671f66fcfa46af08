import FlagResolver

extension RuleCode {
    package static let badMetadata = RuleCode(rawValue: "bad-metadata")
}

/// Metadata that cannot be used.
struct BadMetadataRule: Rule {
    let code = RuleCode.badMetadata
    let severity = Severity.error
    let meaning =
        "A \"$\" member with a meaning cannot be read, or names a setting that does not exist, so whatever depends on it is "
        + "not checked."
    let advice = "Correct the member, or delete it."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "$minimumVersion": «"1..2"»,
              "payments": true
            }
            """#),
        RuleExample(
            #"""
            {
              "$version": «"42"»,
              «"$minimumVersoin"»: "1.2",
              "payments": true
            }
            """#),
        RuleExample(
            #"""
            {
              "$minimumVersionSetting": "update",
              "update": { "defaultValue": «1.0» }
            }
            """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "$version": 42,
              "$minimumVersion": "1.2",
              "$owner": "any other name is free to use",
              "payments": true
            }
            """#)
    ]

    private static let known = [
        "$schema", "$version", "$minimumVersion", "$minimumVersionSetting", "$attributes", "$allow", "$comment",
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        for (key, value) in tree.members(of: 0) where tree.isMetadata(key: key) {
            let name = tree.string(at: key) ?? ""
            if let (message, help) = problem(of: name, value, in: document) {
                report.add(
                    message, by: self, at: document.span(of: value), about: .metadata(key: key), namesSubject: true,
                    help: help)
            } else if !Self.known.contains(name), let suggestion = Spelling.nearest(to: name, in: Self.known),
                tree.member(named: suggestion, of: 0) == nil
            {
                report.add(
                    "\(quoted(name)) has no meaning; it looks like \(quoted(suggestion))", by: self,
                    at: document.span(of: key), about: .metadata(key: key), namesSubject: true,
                    meant: suggestion)
            }
        }
        checkMinimumVersionSetting(of: document, &report)
    }

    /// What is wrong with the value of a member that has a meaning; `nil` if nothing is.
    private func problem(
        of name: String, _ value: Int, in document: CheckedDocument
    ) -> (message: String, help: String?)? {
        let tree = document.tree
        func unexpected(_ expected: String) -> (message: String, help: String?) {
            ("\"\(name)\" is \(tree.typeName(at: value)), expected \(expected)", nil)
        }
        switch name {
        case "$version": return tree.isIntegral(at: value) ? nil : unexpected("an integer")
        case "$minimumVersion":
            guard let text = tree.string(at: value) else { return unexpected("a version in quotes") }
            do throws(VersionSyntaxError) {
                _ = try AppVersion(parsing: text)
                return nil
            } catch {
                return ("\"$minimumVersion\" \(quoted(text)) cannot be read: \(error)", nil)
            }
        case "$minimumVersionSetting":
            guard let text = tree.string(at: value) else { return unexpected("the name of a setting in quotes") }
            guard document.settings.index(named: text) == nil else { return nil }
            return (
                "\"$minimumVersionSetting\" names \(quoted(text)), but there is no such setting",
                Spelling.nearestSetting(to: text, in: document.settings.names).map { Spelling.didYouMean(quoted($0)) }
            )
        default: return nil
        }
    }

    /// Every value of the setting that forces updates must be a version.
    private func checkMinimumVersionSetting(of document: CheckedDocument, _ report: inout RuleReport) {
        guard let name = document.settings.minimumVersionSetting, let index = document.settings.index(named: name)
        else { return }
        let values =
            [document.settings.defaultValue(of: index)].compactMap { $0 }
            + document.settings.entries(of: index).map { Int($0.value) }
        for value in values where document.tree.string(at: value).flatMap({ AppVersion($0) }) == nil {
            report.add(
                "\(quoted(name)) forces updates, but its value \(document.text(ofValue: value)) is not a version in "
                    + "quotes",
                by: self, at: document.span(of: value), about: .setting(index), namesSubject: true)
        }
    }
}
