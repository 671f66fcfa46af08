import FlagReaders
import FlagResolver

extension RuleCode {
    package static let changedType = RuleCode(rawValue: "changed-type")
}

/// A value of another type than at the earlier revision, for releases of which it is not known what they read.
struct ChangedTypeRule: Rule {
    let code = RuleCode.changedType
    let severity = Severity.warning
    let highestSeverity = Severity.error
    let meaning =
        "A value has another type than at the earlier revision, and a supported release that gets it has no complete record, so "
        + "its code may not be able to read it; an error if no code can that reads the earlier values."
    let advice =
        "Keep the type, and give the new one to a setting of its own; or record what the releases read, so that it is known."
    let needsRevision = true

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "timeout": { "defaultValue": «2.5» }
            }
            """#,
            previous: #"{ "timeout": { "defaultValue": 2 } }"#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "checkout": { "defaultValue": true },
              "timeout": { "type": "number", "defaultValue": 2.5 }
            }
            """#,
            previous: #"""
                {
                  "checkout": { "defaultValue": false },
                  "timeout": { "type": "number", "defaultValue": 2 }
                }
                """#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard let previous = document.previous else { return }
        let coverage =
            document.readerResults?.coverage
            ?? DocumentReaders(RecordedReleases([])).coverage(from: document.floor, of: document.releases)
        guard let unknown = coverage.unknownPhrase else { return }
        // Without a list, any supported version may be a release.
        let versions =
            coverage.listed == nil
            ? document.floor.map { VersionSet(from: .before($0), to: .highest) } ?? .all
            : VersionSet(coverage.unknown.map { VersionInterval($0.version) })
        let settings = document.settings
        let space = CaseSpace(previous, settings)
        var texts = SettingTexts(previous, settings)
        for index in settings.indices {
            guard let old = previous.index(named: settings.name(of: index)), !texts.areIdentical(old, index),
                previous.loaded[old].declaredType != .number,
                let change = try? TypeChange(
                    of: index, in: settings, since: previous, old, for: versions, in: space)
            else { continue }
            let node = document.node(of: change.winner, in: index)
            let value = document.text(ofValue: node)
            report.add(
                "the earlier values of \(quoted(settings.name(of: index))) have another type than \(value): "
                    + (change.readability == .none
                        ? "no code that reads them can read it" : "not all code that reads them can read it"),
                by: self, at: document.span(of: node), about: .setting(index),
                severity: change.readability == .none ? .error : nil,
                note: "what these releases read is not known: \(unknown)",
                help: "keep the type, and give the new one to a setting with another name")
        }
    }
}
