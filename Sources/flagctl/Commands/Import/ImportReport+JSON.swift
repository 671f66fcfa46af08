import FlagAnalysis
import FlagImport
import FlagResolver

extension ImportReport {
    static let json = JSONDocument<ImportReport>(
        "import", "for whom an imported document differs", failures: \.failures
    ) {
        Member("file", .file) { $0.text.name }
        Member("system", .text, "The system that the file comes from.") { $0.source.system }
        Member("settings", .list(of: setting), "All settings, in the order of the file.") { report in
            report.settings.lazy.map { (report: report, setting: $0) }
        }
        Member(
            "remarks", .list(of: remark), "What the import relies on, and parts of the file that are not imported."
        ) { report in
            report.source.remarks.map { (report: report, remark: $0) }
        }
        Member("findings", .list(of: finding), "What check finds in the document, at least as a warning.") { report in
            report.findings.map { (report: report, found: $0) }
        }
        Member(
            optional: "onto", comparison.type, "With --onto: what changes from the document that was imported before."
        ) { report in
            report.comparison.flatMap { comparison in
                comparison.pairs.first.map { (report: comparison, pair: $0) }
            }
        }
    }

    private static let comparison = JSONObject<(report: DiffReport, pair: DiffReport.Pair)>("comparison") {
        Member("file", .file) { $0.pair.old.name }
        Member("isEquivalent", .bool, "Whether every setting has the same value for everybody, and could be compared.")
        {
            $0.pair.isEquivalent
        }
        Member("settings", .list(of: ChangedSetting.json), "The settings that differ.") {
            $0.report.changedSettings(of: $0.pair)
        }
        Member("unchanged", .list(of: .text.described(as: "A setting.")), "The settings that are equal.") {
            $0.pair.difference.unchanged
        }
    }

    private typealias Owned = (report: ImportReport, setting: ImportStatement.Setting)

    private static let setting = JSONObject<Owned>("importedSetting") {
        Member("name", .text, "The setting.") { $0.setting.name }
        Member(of: SourceLocation.json) { $0.report.text.location(of: $0.setting.source.span.lowerBound) }
        Member(
            "outcome", .word,
            "Whether everybody gets the value of the other system, if the remarks hold; leftOut if the document does not have the "
                + "setting, unknown if it is too complex to be compared, suspect if check finds a condition that nobody satisfies, or a value that a store never gives."
        ) { $0.report.outcome(of: $0.setting) }
        Member("accepted", .bool, "Whether --accept names it.") { $0.report.isAccepted($0.setting) }
        Member("cases", .list(of: item), "Who gets another value, or may have had another one.") { owned in
            owned.setting.groups.flatMap { group in
                group.cases.flatMap { Item.all(owned.report, group, $0) }
            }
        }
        Member("reasons", .list(of: reason), "The parts of the file that are the reason.") { owned in
            owned.setting.doubts.map { (report: owned.report, doubt: $0) }
        }
    }

    /// A case of a setting, in one range of dates.
    private struct Item {
        let report: ImportReport
        let group: ImportStatement.Group
        let conditions: CaseConditions

        static func all(_ report: ImportReport, _ group: ImportStatement.Group, _ item: Case) -> [Item] {
            report.space.conditions(of: item).map { Item(report: report, group: group, conditions: $0) }
        }
    }

    private static let item = JSONObject<Item>("importedCase") {
        Member("conditions", .conditions) { $0.conditions }
        Member("source", .list(of: sourceValue, atLeast: 1), "The values that the other system may have.") {
            $0.group.sourceValues
        }
        Member("imported", .list(of: importedValue, atLeast: 1), "The values of the imported document.") {
            $0.group.importedValues
        }
    }

    private static let sourceValue = JSONObject<SourceValue.Content>("sourceValue") {
        Member(optional: "value", .value, "The value; missing if the file does not have it.") { content in
            if case .json(let json) = content { (try? JSONTree(parsing: json))?.root } else { nil }
        }
        Member(optional: "unknown", .text, "Where the value comes from, if the file does not have it.") { content in
            if case .unknown(let reason) = content { reason } else { nil }
        }
    }

    private static let importedValue = JSONObject<ImportStatement.ImportedValue>("importedValue") {
        Member(optional: "value", .value, "The value.") { (try? JSONTree(parsing: $0.json))?.root }
        Member(optional: "share", .text, "Who gets it, in words; missing for all others.") { $0.share }
    }

    private static let reason = JSONObject<(report: ImportReport, doubt: ImportDoubt)>("reason") {
        Member(of: Diagnostic.Location.range) { Diagnostic.Location(source: $0.report.text, span: $0.doubt.span) }
        Member("text", .text, "The part of the file.") { $0.doubt.text }
        Member("reason", .text, "Why it makes a difference.") { $0.doubt.reason }
        Member("help", .text, "What to do by hand.") { $0.doubt.help }
    }

    private static let remark = JSONObject<(report: ImportReport, remark: ImportRemark)>("remark") {
        Member("code", .text, "What it is about; the same for the same text.") { $0.remark.code }
        Member("text", .text, "The remark, as a sentence.") { $0.remark.text }
        Member("places", .list(of: SourceLocation.json, atLeast: 1), "Where it applies.") { owned in
            owned.remark.spans.map { owned.report.text.location(of: $0.lowerBound) }
        }
    }

    private static let finding = JSONObject<(report: ImportReport, found: SourceFinding)>("finding") {
        Member("code", .text, "The rule.") { $0.found.finding.code.rawValue }
        Member("severity", .word, "The severity.") { $0.found.finding.severity }
        Member("message", .text, "What was found.") { $0.found.finding.message }
        Member(optional: "setting", .text, "The setting; missing if it is about the document.") { $0.found.setting }
        Member(of: SourceLocation.json) { $0.report.text.location(of: $0.found.span.lowerBound) }
    }
}
