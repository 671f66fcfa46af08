import FlagPublishing
import FlagResolver

extension PublishReport {
    static let json = JSONDocument<PublishReport>(
        "publish", "what was published, or why it was not", failures: \.failures
    ) {
        Member(of: content) { $0 }
    }

    static let rollbackJSON = JSONDocument<PublishReport>(
        "rollback", "what was published again, or why it was not", failures: \.failures
    ) {
        Member(of: content) { $0 }
    }

    private static let content = JSONObject<PublishReport> {
        Member("destination", .text, "Where the document is published.") { $0.destination }
        Member("outcome", .word, "The outcome of the run.") { $0.outcome }
        Member(
            optional: "number", .text(matching: "^[0-9]+$"),
            "The number of the current publication, as far as the run knows; missing if the destination does not count."
        ) { $0.number.map { "\($0)" } }
        Member(optional: "winner", winner.type, "With the outcome \"lost\": what was published meanwhile.") {
            $0.winner
        }
        Member("checks", .list(of: check), "What the document had to pass.") { $0.sections }
        Member("settings", .list(of: ChangedSetting.json), "The settings that differ from what was published.") {
            $0.changedSettings
        }
    }

    private var changedSettings: [ChangedSetting] {
        guard let comparison, let pair else { return [] }
        return Array(comparison.changedSettings(of: pair))
    }

    private static let check = JSONObject<ReleaseSection>("check") {
        Member("name", .text, "The name of the check.") { $0.name }
        Member("outcome", .word, "The outcome of the check.") { $0.outcome }
        Member("summary", .text, "The result in a few words.") { $0.summary }
        Member("findings", .list(of: .text.described(as: "A finding.")), "What was found, a line each.") {
            section -> [String] in
            section.rows.map { row in row.filter { !$0.isEmpty }.joined(separator: "  ") }
        }
    }

    private static let winner = JSONObject<Publication>("publication") {
        Member(optional: "number", .text(matching: "^[0-9]+$"), "Its number.") { $0.number.map { "\($0)" } }
        Member(optional: "date", .text, "When it was published, as ISO 8601; missing if nobody knows.") {
            $0.record.map { "\($0.date)" }
        }
        Member(optional: "author", .text, "Who published it; missing if nobody knows.") { $0.record?.author }
    }
}
