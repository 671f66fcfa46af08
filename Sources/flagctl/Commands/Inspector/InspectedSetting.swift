import FlagAnalysis
import FlagResolver
import FlagServer

/// Why a setting has its value, and who else has which value.
struct InspectedSetting {
    let report: ExplainReport
    let rows: [Row]
    /// For a setting with many cases: whom each entry still reaches.
    let reaches: [Explanation.Reach]?

    /// Users with one value.
    struct Row {
        let document: LoadedDocument
        /// Who they are, as text; `nil` for everybody.
        let users: String?
        /// The part of a rollout that they are in, as text; `nil` if none decides.
        var rollout: String?
        /// The node of the value.
        let value: Int
        /// The node of the entry, or of the default.
        let origin: Int
    }

    /// - Parameters:
    ///   - context: The context for which the value is explained; `nil` for none.
    ///   - readers: What recorded releases read; `nil` without records.
    /// - Throws: `Refusal` if there is no such setting.
    init(
        _ name: String, in document: LoadedDocument, _ context: EvaluationContext?, _ readers: DocumentReaders?
    ) throws(Refusal) {
        guard document.settings.index(named: name) != nil else { throw .unknownFlag(name) }
        var session = Session()
        let everybody = Explanation(of: name, in: document, EvaluationContext(), session: &session)
        var report = ExplainReport(name: name)
        report.explanation =
            context.map { Explanation(of: name, in: document, $0, session: &session) } ?? everybody
        report.explanation?.readers = readers
        report.failures = session.failures
        self.report = report
        rows = everybody.map { Self.rows(of: $0) } ?? []
        reaches = everybody.flatMap { $0.hasManyCases ? $0.reaches : nil }
    }

    private static func rows(of explanation: Explanation) -> [Row] {
        let document = explanation.document
        guard let function = explanation.function else { return [] }
        guard let answers = explanation.answers else {
            let segments = explanation.segments ?? []
            return segments.map { segment in
                Row(
                    document: document, users: segments.count == 1 ? nil : segment.interval.description,
                    value: segment.value, origin: explanation.origin(of: segment))
            }
        }
        return answers.folded.rows.flatMap { row in
            func found(_ winner: Winner, _ rollout: String?) -> Row {
                Row(
                    document: document, users: row.users.map { PlainText.escaped(function.space.text(of: $0)) },
                    rollout: rollout.map { PlainText.escaped($0) }, value: function.value(of: winner),
                    origin: explanation.origin(of: winner, in: function))
            }
            let shares = row.answer.shares.map { found($0.winner, $0.text) }
            guard let otherwise = row.answer.otherwise else { return shares }
            return shares + [found(otherwise, shares.isEmpty ? nil : "all others")]
        }
    }

    static let json = JSONObject<InspectedSetting> {
        Member("explanation", ExplainReport.json.type) { $0.report }
        Member(optional: "readers", .text, "With records: which released versions read it, and as what, in words.") {
            $0.report.explanation?.readersPhrase
        }
        Member("users", .list(of: row), "Who has which value: all users, in the order of the analysis.") { $0.rows }
        Member(
            optional: "reaches", .list(of: reach),
            "If there are many cases: whom each entry still reaches after the earlier ones, and at the end the default."
        ) { inspected in
            inspected.report.explanation.flatMap { explanation in
                inspected.reaches?.map { (document: explanation.document, reach: $0) }
            }
        }
    }

    private static let reach = JSONObject<(document: LoadedDocument, reach: Explanation.Reach)> {
        Member("users", .text, "The name of the entry and whom it matches, in words.") { $0.reach.users }
        Member(optional: "remark", .text, "Whom of them it reaches, in words; missing for all of them.") {
            $0.reach.remark
        }
        Member("value", .value, "The value of the entry.") { $0.document.tree[$0.reach.value] }
        Member(of: ValueOrigin.json) { ValueOrigin(of: $0.reach.origin, in: $0.document) }
    }

    private static let row = JSONObject<Row> {
        Member(optional: "users", .text, "Who they are, in words; missing for everybody.") { $0.users }
        Member(optional: "rollout", .text, "Which part of them it is, in words; missing for all.") { $0.rollout }
        Member("value", .value, "Their value.") { $0.document.tree[$0.value] }
        Member(of: ValueOrigin.json) { ValueOrigin(of: $0.origin, in: $0.document) }
    }
}
