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
                    "\(quoted(name)) is ignored, and is most likely meant as \"$allow\"", by: self,
                    at: document.span(of: key), about: .setting(setting), namesSubject: true,
                    meant: "$allow")
            }
        }
    }

    /// The codes of all commands that report about parts of documents.
    private static let codes = Set(
        Rules.documented.map(\.code.rawValue) + StaleFinding.Code.allCases.map(\.rawValue))

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
                    "\"$allow\" is \(tree.typeName(at: value)), expected an object of rules and reasons", by: self,
                    at: document.span(of: value),
                    help: "write an object, as in { \"value-island\": \"until 2.1 is out\" }")
            case .noReason(let key, let reason):
                if checkRule(key, in: document, &report) { continue }
                let name = quoted(tree.string(at: key) ?? "")
                report.add(
                    tree.kind(of: reason) == .string
                        ? "\"$allow\" gives no reason for \(name)"
                        : "the reason for \(name) in \"$allow\" is \(tree.typeName(at: reason)), expected a string",
                    by: self, at: document.span(of: reason),
                    help: "write why the finding is allowed, as in \"until 2.1 is out\"")
            }
        }
    }

    /// - Returns: Whether the rule does not exist.
    @discardableResult
    private func checkRule(_ key: Int, in document: CheckedDocument, _ report: inout RuleReport) -> Bool {
        let name = document.tree.string(at: key) ?? ""
        if Rules.rule(named: name)?.needsRevision == true {
            report.add(
                "\"$allow\" names \(quoted(name)), which is about a change since an earlier revision: the document would allow "
                    + "the next change, too",
                by: self, at: document.span(of: key),
                help:
                    "delete it, and allow one change with a line \"Flag-change: NAME: REASON\" at the end of a commit message, or "
                    + "with --allow-change NAME=REASON")
            return true
        }
        guard !Self.codes.contains(name) else { return false }
        report.add(
            "\"$allow\" names \(quoted(name)), but there is no such rule", by: self, at: document.span(of: key),
            meant: report.nearest(to: name, in: Self.codes), help: "\"flagctl rules\" lists the rules")
        return true
    }
}
