import FlagResolver

/// A version with a v.
struct VPrefixRule: Rule {
    let code = RuleCode.vPrefix
    let severity = Severity.note
    let meaning =
        "A version has a \"v\" before it, which does not count."
    let advice =
        "Write the version without the \"v\"."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=v1.4.0", "value": true }
            ]
          }
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.0", "value": true }
            ]
          }
        }
        """#)

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard document.settings.minimumVersion != nil,
            let node = document.tree.member(named: "$minimumVersion" as StaticString, of: 0)
        else { return }
        check(node, slot: nil, in: document, &report)
    }

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for entry in setting.entries {
            for node in entry.texts(in: setting.tree) where setting.tree.mayHoldPrefix(at: node) {
                check(node, slot: setting.slot, in: setting.document, &report)
            }
        }
    }

    private func check(_ node: Int, slot: Int?, in document: CheckedDocument, _ report: inout RuleReport) {
        guard let bytes = document.tree.stringBytes(at: node), let text = RequirementText(bytes) else { return }
        for part in text.comparators where part.sign != .any {
            let version = VersionText(bytes[part.version])
            guard version.hasPrefix else { continue }
            report.add(
                code, at: document.span(of: part.version, inText: node),
                .vPrefix(text: text.text(part.version)), slot: slot)
        }
    }
}
