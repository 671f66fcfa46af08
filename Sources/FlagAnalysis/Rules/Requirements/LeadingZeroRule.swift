import FlagResolver

/// A version with leading zeros.
struct LeadingZeroRule: Rule {
    let code = RuleCode.leadingZero
    let severity = Severity.note
    let meaning =
        "A component of a version has a leading zero, which does not count: 1.04 is 1.4."
    let advice =
        "Write the version without the zero."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.04.0", "value": true }
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
            for node in entry.texts(in: setting.tree) where setting.tree.mayHoldLeadingZero(at: node) {
                check(node, slot: setting.slot, in: setting.document, &report)
            }
        }
    }

    private func check(_ node: Int, slot: Int?, in document: CheckedDocument, _ report: inout RuleReport) {
        guard let bytes = document.tree.stringBytes(at: node), let text = RequirementText(bytes) else { return }
        for part in text.comparators where part.sign != .any {
            let version = VersionText(bytes[part.version])
            guard version.hasLeadingZero else { continue }
            report.add(
                code, at: document.span(of: part.version, inText: node),
                .leadingZero(text: text.text(part.version), meaning: version.withoutLeadingZeros), slot: slot)
        }
    }
}
