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

    private enum Detail: FindingDetail {
        case versionNotInteger(found: String)
        case minimumVersionNotText(found: String)
        case minimumVersionUnreadable(text: String, error: VersionSyntaxError)
        case settingNotText(found: String)
        case unknownSetting(name: String, suggestion: String?)
        case notAVersion(setting: String, value: Int)
        case misspelt(name: String, suggestion: String)

        func namesSubject(in context: FindingContext) -> Bool { true }

        func message(in context: FindingContext) -> String {
            switch self {
            case .versionNotInteger(let found): "\"$version\" is \(found), expected an integer"
            case .minimumVersionNotText(let found): "\"$minimumVersion\" is \(found), expected a version in quotes"
            case .minimumVersionUnreadable(let text, let error):
                "\"$minimumVersion\" \(context.quoted(text)) cannot be read: \(error)"
            case .settingNotText(let found):
                "\"$minimumVersionSetting\" is \(found), expected the name of a setting in quotes"
            case .unknownSetting(let name, _):
                "\"$minimumVersionSetting\" names \(context.quoted(name)), but there is no such setting"
            case .notAVersion(let setting, let value):
                "\(context.quoted(setting)) forces updates, but its value \(context.value(value)) is not a version in quotes"
            case .misspelt(let name, let suggestion):
                "\(context.quoted(name)) has no meaning; it looks like \(context.quoted(suggestion))"
            }
        }

        func help(in context: FindingContext) -> String? {
            switch self {
            case .unknownSetting(_, let suggestion?), .misspelt(_, let suggestion):
                Spelling.didYouMean(context.quoted(suggestion))
            default: nil
            }
        }
    }

    private static let known = [
        "$schema", "$version", "$minimumVersion", "$minimumVersionSetting", "$attributes", "$allow", "$comment",
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        for (key, value) in tree.members(of: 0) where tree.isMetadata(key: key) {
            let name = tree.string(at: key) ?? ""
            if let detail = detail(for: name, value, in: document) {
                report.add(detail, by: self, at: document.span(of: value), about: .metadata(key: key))
            } else if !Self.known.contains(name), let suggestion = Spelling.nearest(to: name, in: Self.known),
                tree.member(named: suggestion, of: 0) == nil
            {
                report.add(
                    Detail.misspelt(name: name, suggestion: suggestion), by: self, at: document.span(of: key),
                    about: .metadata(key: key))
            }
        }
        checkMinimumVersionSetting(of: document, &report)
    }

    private func detail(for name: String, _ value: Int, in document: CheckedDocument) -> Detail? {
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
                name: text, suggestion: Spelling.nearestSetting(to: text, in: document.settings.names))
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
                Detail.notAVersion(setting: name, value: value), by: self, at: document.span(of: value),
                about: .setting(index))
        }
    }
}
