import FlagReaders
import FlagResolver

extension RuleCode {
    package static let unreadableValue = RuleCode(rawValue: "unreadable-value")
}

/// A value that a shipped release cannot read.
struct UnreadableValueRule: Rule {
    let code = RuleCode.unreadableValue
    let severity = Severity.error
    let meaning =
        "A recorded release gets a value whose type its code does not read, so it skips the entry, or the whole setting."
    let advice =
        "Limit the value to releases that can read it, or keep the type and give the new one to a setting of its own."
    let needsReaders = true

    private static let record = #"""
        {
          "release": "1.9.0",
          "complete": true,
          "rule": 3,
          "settings": { "checkout": { "type": "boolean", "default": false } }
        }
        """#

    let bad: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.9.0", "value": «"modern"» }"#,
            readers: [Self.record])
    ]

    let good: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.9.0", "value": true }"#,
            readers: [Self.record])
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        for setting in document.readerResults?.settings ?? [] {
            for loss in setting.losses {
                guard case .unreadable(let problem) = loss.reason else { continue }
                let releases = ReleasePhrase(loss.releases)
                let given = document.phrase(of: loss, in: setting.index, releases.their)
                let type = loss.read.type.phrase
                let reads = "\(releases.text) \(releases.read) the setting as \(type)"
                let node = document.node(of: loss.winner, in: setting.index)
                let value = document.text(ofValue: node)
                let isDefault = loss.winner == .default
                let isMissing = isDefault && document.settings.defaultValue(of: setting.index) == nil
                let found =
                    isMissing
                    ? "there is no default, so that"
                    : isDefault ? "because of the default \(value)," : "instead of \(value),"
                report.add(
                    "\(reads): \(found) \(releases.they) \(releases.get) \(given)"
                        + (isDefault ? ", whatever the entries say" : ""),
                    by: self, at: document.span(of: node), about: .setting(setting.index),
                    note: problem.isAboutType ? nil : problem.message,
                    help: isDefault
                        ? "keep the type of the default, and give the new type to a setting with another name"
                        : "limit the entry to releases that can read the value")
            }
        }
    }
}

extension SettingProblem {
    /// Whether the problem is nothing but the type.
    fileprivate var isAboutType: Bool { if case .wrongType = self { true } else { false } }
}

extension CheckedDocument {
    /// The node of the value that a winner gives; of the setting, if its default is missing.
    func node(of winner: Winner, in setting: SettingIndex) -> Int {
        settings.value(of: winner, in: setting) ?? Int(loaded[setting].node)
    }

    /// What releases get instead of a value.
    func phrase(of loss: ReaderAnalysis.Loss, in setting: SettingIndex, _ their: String) -> String {
        let here = node(of: loss.winner, in: setting)
        return SettingProblem.listed(
            loss.given.map { given in
                given.phrase(line: { self.line(of: self.node(of: $0, in: setting), seenFrom: here) }, their)
            }, "or")
    }
}
