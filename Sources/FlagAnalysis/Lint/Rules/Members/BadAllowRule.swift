import FlagResolver

extension RuleCode {
    package static let badAllow = RuleCode(rawValue: "bad-allow")
}

/// An `"$allow"` that allows nothing, because it names no rule or gives no reason.
struct BadAllowRule: Rule {
    let code = RuleCode.badAllow
    let severity = Severity.error
    let meaning =
        "An \"$allow\" names a rule that does not exist, gives no reason, or is misspelt, so it allows nothing."
    let advice = "Write an object of rules and reasons, as in { \"value-island\": \"until 2.1 is out\" }."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "$allow": { «"value-islands"»: "until 2.1 is out", "short-version": «""» },
                "defaultValue": false
              }
            }
            """#),
        RuleExample(
            #"""
            {
              "$allow": «["value-island"]»,
              "payments": false
            }
            """#),
        RuleExample(
            #"""
            {
              "payments": {
                «"$alow"»: { "value-island": "until 2.1 is out" },
                "defaultValue": false
              }
            }
            """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "$allow": { "value-island": "until 2.1 is out" },
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0 <2.0.0", "value": true }
                ]
              }
            }
            """#)
    ]

    private enum Detail: FindingDetail {
        case unknownRule(name: String, suggestion: String?)
        case notAnObject(found: String)
        case noText(name: String, found: String)
        case blank(name: String)
        case misspelt(name: String)

        func namesSubject(in context: FindingContext) -> Bool { true }

        func message(in context: FindingContext) -> String {
            switch self {
            case .unknownRule(let name, _): "\"$allow\" names \(context.quoted(name)), but there is no such rule"
            case .notAnObject(let found): "\"$allow\" is \(found), expected an object of rules and reasons"
            case .noText(let name, let found):
                "the reason for \(context.quoted(name)) in \"$allow\" is \(found), expected a string"
            case .blank(let name): "\"$allow\" gives no reason for \(context.quoted(name))"
            case .misspelt(let name): "\(context.quoted(name)) is ignored, and is most likely meant as \"$allow\""
            }
        }

        func help(in context: FindingContext) -> String? {
            switch self {
            case .unknownRule(_, let suggestion?): Spelling.didYouMean(context.quoted(suggestion))
            case .unknownRule: "\"flagctl rules\" lists the rules"
            case .notAnObject: "write an object, as in { \"value-island\": \"until 2.1 is out\" }"
            case .misspelt: Spelling.didYouMean("\"$allow\"")
            case .noText, .blank: "write why the finding is allowed, as in \"until 2.1 is out\""
            }
        }
    }

    /// Reports misspelt `$allow` members of settings and entries. Other `$` members are free to use; at the top of a
    /// document, `bad-metadata` reports misspelt ones.
    private func checkMisspelt(in document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        for setting in document.settings.indices {
            let record = document.loaded[setting]
            guard record.node != record.defaultValue else { continue }
            checkMembers(of: Int(record.node), setting, in: document, &report)
            for entry in document.settings.entries(of: setting) {
                checkMembers(of: Int(entry.node), setting, in: document, &report)
            }
        }
        func checkMembers(
            of object: Int, _ setting: SettingIndex, in document: CheckedDocument, _ report: inout RuleReport
        ) {
            for (key, _) in tree.members(of: object) where tree.isMetadata(key: key) {
                let name = tree.string(at: key) ?? ""
                guard Spelling.nearest(to: name, in: ["$allow"]) != nil else { continue }
                report.add(
                    Detail.misspelt(name: name), by: self, at: document.span(of: key), about: .setting(setting))
            }
        }
    }

    /// The codes of all commands that report about parts of documents.
    private static let codes = Rules.documented.map(\.code.rawValue) + StaleFinding.Code.allCases.map(\.rawValue)

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        checkMisspelt(in: document, &report)
        for suppression in document.suppressions.all {
            checkRule(suppression.key, in: document, &report)
        }
        for malformed in document.suppressions.malformed {
            switch malformed {
            case .notAnObject(let value):
                report.add(
                    Detail.notAnObject(found: tree.typeName(at: value)), by: self, at: document.span(of: value))
            case .noReason(let key, let reason):
                if checkRule(key, in: document, &report) { continue }
                let name = tree.string(at: key) ?? ""
                report.add(
                    tree.kind(of: reason) == .string
                        ? Detail.blank(name: name) : .noText(name: name, found: tree.typeName(at: reason)),
                    by: self, at: document.span(of: reason))
            }
        }
    }

    /// - Returns: Whether the rule does not exist.
    @discardableResult
    private func checkRule(_ key: Int, in document: CheckedDocument, _ report: inout RuleReport) -> Bool {
        let name = document.tree.string(at: key) ?? ""
        guard !Self.codes.contains(name) else { return false }
        report.add(
            Detail.unknownRule(name: name, suggestion: Spelling.nearest(to: name, in: Self.codes)), by: self,
            at: document.span(of: key))
        return true
    }
}
