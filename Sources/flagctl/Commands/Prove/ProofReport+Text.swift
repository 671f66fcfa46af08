import FlagAnalysis
import FlagResolver

extension ProofReport {
    /// A row for each verdict. A violation has a row for every value responsible.
    func writeText(to buffer: inout TextBuffer) {
        for (index, part) in parts.enumerated() {
            if parts.count > 1 {
                if index > 0 { buffer.endLine() }
                buffer.write("\(PlainText.escaped(part.document.name)):\n")
            }
            guard !part.results.isEmpty else { continue }
            part.table.write(to: &buffer)
        }
    }
}

extension ProofReport.Part {
    fileprivate var table: TextTable {
        var table = TextTable(columns: 4)
        for group in resultsByPolicy {
            guard let first = group.first else { continue }
            style(of: first).apply {
                if let row = common(group) {
                    for cell in row { table.cell(cell) }
                } else {
                    for result in group { write(result, to: &table) }
                }
            }
        }
        return table
    }

    /// The results of each policy: one for each setting that its group or pattern stands for.
    fileprivate var resultsByPolicy: [ArraySlice<ProofReport.Result>] {
        var groups: [ArraySlice<ProofReport.Result>] = []
        var start = 0
        for index in results.indices {
            let isLast =
                index + 1 == results.count || results[index + 1].policyNumber != results[index].policyNumber
            if isLast {
                groups.append(results[start...index])
                start = index + 1
            }
        }
        return groups
    }

    /// The one row of a policy that holds for all of several settings; `nil` if it does not.
    fileprivate func common(_ group: ArraySlice<ProofReport.Result>) -> [String]? {
        guard let first = group.first, group.count > 1, case .proved(let versions) = first.verdict,
            group.allSatisfy({ $0.verdict.outcome == .proved })
        else { return nil }
        return [
            first.verdict.word, PlainText.escaped(first.title),
            "\(PlainText.escaped(ProofReport.Result.claim(of: first.policy))) for \(group.count) settings",
            coverage(versions),
        ]
    }

    /// `every version >=2.0.0, 4 of 7 shipped versions (61.7 % of installs)`
    private func coverage(_ versions: VersionSet) -> String {
        let text = versions == .all ? "every version" : "every version \(ShortText.of(versions))"
        return releases.map { "\(text), \($0.coverage(of: versions))" } ?? text
    }

    /// The row of a verdict. A violation has a row for every value responsible.
    fileprivate func write(_ result: ProofReport.Result, to table: inout TextTable) {
        table.cell(result.verdict.word)
        table.cell(PlainText.escaped(result.title))
        switch result.verdict {
        case .proved(let versions):
            table.cell(PlainText.escaped(result.claim))
            table.cell(coverage(versions))
        case .vacuous:
            table.cell(PlainText.escaped(result.claim))
            table.cell(result.emptyRange)
        case .violated(let versions, let violations, let cases):
            var rows = rows(of: result, versions, violations, cases).map { ($0.text, $0.location ?? "") }
            if let releases { rows.append((releases.phrase(for: versions), "")) }
            for (position, row) in rows.enumerated() {
                if position > 0 {
                    table.cell("")
                    table.cell("")
                }
                table.cell(PlainText.escaped(row.0))
                table.cell(row.1)
            }
        }
    }
}

extension PolicyVerdict {
    var word: String { outcome.rawValue.uppercased() }
}

extension ProofReport.Result {
    /// The claim without its versions, which are shown elsewhere.
    var claim: String { Self.claim(of: instance) }

    static func claim(of policy: Policy) -> String {
        guard let range = policy.range else { return policy.text }
        let rest = policy.text.divided(at: ":").map { String($0.after) } ?? policy.text
        let claim = String(Substring(rest.unicodeScalars.drop { $0 == " " || $0 == "\t" }))
        if case .constant = policy.statement { return "\(claim) is constant" }
        return range.text.isEmpty ? policy.text : claim
    }

    /// `no version satisfies <1.0.0 >=2.0.0`
    var emptyRange: String {
        guard let range = policy.range else { return "" }
        if range.versions.isEmpty { return "no version satisfies \(range.text)" }
        return range.users == nil ? "no shipped version satisfies \(range.text)" : "nobody satisfies the condition"
    }
}

extension ProofReport.Part {
    /// A sentence, and the location that shows it.
    struct Row {
        let text: String
        /// `Configs/app.json:15:50`
        let location: String?
    }

    /// The rows of a violation: if several settings are involved, first the failing versions; then each value.
    func rows(
        of result: ProofReport.Result, _ versions: VersionSet, _ violations: [PolicyVerdict.Violation], _ cases: [Case]
    ) -> [Row] {
        guard !cases.contains(where: { !$0.terms.isEmpty }) else {
            var rows = cases.prefix(Self.shownCaseCount).map { item in
                Row(text: "\(result.claim) fails for \(space.text(of: item) ?? "everybody")", location: nil)
            }
            if cases.count > rows.count {
                let more = Count.of(cases.count - rows.count, "more case", "more cases")
                rows.append(Row(text: "… \(more)", location: nil))
            }
            return rows
        }
        var rows: [Row] = []
        if case .holds(_, let expression) = result.policy.statement, expression.settings.count != 1 {
            rows.append(Row(text: "\(result.claim) fails \(phrase(versions))", location: nil))
        }
        for violation in violations {
            let location = document.lineAndColumn(of: violation.found.node)
            let sentences = sentences(violation)
            let shown = sentences.prefix(Self.shownCaseCount)
            for (index, text) in shown.enumerated() {
                rows.append(Row(text: text, location: index == 0 ? location : nil))
            }
            if sentences.count > shown.count {
                let more = Count.of(sentences.count - shown.count, "more case", "more cases")
                rows.append(Row(text: "… \(more) with this value", location: nil))
            }
        }
        return rows
    }

    func sentence(_ violation: PolicyVerdict.Violation) -> String {
        guard violation.isForSomeUsers, let first = violation.cases.first else { return sentence(violation, for: nil) }
        let more =
            violation.cases.count > 1
            ? " and \(Count.of(violation.cases.count - 1, "more case", "more cases"))" : ""
        return sentence(violation, for: (space.text(of: first) ?? "everybody") + more)
    }

    /// A sentence for each case, if not only the versions decide; otherwise one sentence.
    private func sentences(_ violation: PolicyVerdict.Violation) -> [String] {
        guard violation.isForSomeUsers else { return [sentence(violation)] }
        return violation.cases.map { sentence(violation, for: space.text(of: $0) ?? "everybody") }
    }

    /// - Parameter users: The users in words; `nil` if only the version decides.
    private func sentence(_ violation: PolicyVerdict.Violation, for users: String?) -> String {
        let text = { (value: JSONValue) in ValueText.clipped(value) }
        let (name, value, versions) = (violation.setting.text, text(violation.found.value), violation.versions)
        let users = users.map { "for \($0)" }
        let remark = violation.isForReleases ? ", as the code of these releases reads it" : ""
        let claim =
            switch violation.kind {
            case .value: "\(name) is \(value) \(users ?? phrase(versions))"
            case .goesBack(let from): "\(name) goes \(text(from)) → \(value) \(users ?? atAndUntil(versions))"
            case .notInChain: "\(name) is \(value) \(users ?? phrase(versions)), which is not in the chain"
            case .changes(let from): "\(name) changes \(text(from)) → \(value) \(users ?? at(versions))"
            case .differs(let from):
                "\(name) is \(value)"
                    + (users.map { ", not \(text(from)), \($0)" }
                        ?? " \(phrase(versions)), not \(text(from)) as for the lowest of these versions")
            }
        return claim + remark
    }

    /// The maximum number of cases of a violation that text shows. JSON has all of them.
    private static let shownCaseCount = 5

    private func phrase(_ versions: VersionSet) -> String { VersionPhrase.of(versions.intervals) }

    /// `at 1.4.1`, `just after 1.4.1`
    private func at(_ versions: VersionSet) -> String {
        switch versions.intervals.first?.lower.side {
        case .before(let version): "at \(version)"
        case .after(let version): "just after \(version)"
        default: "from the lowest version on"
        }
    }

    /// `at 1.4.1, until 1.4.3`
    private func atAndUntil(_ versions: VersionSet) -> String {
        switch versions.intervals.last?.upper.side {
        case .before(let version): "\(at(versions)), until \(version)"
        case .after(let version): "\(at(versions)), through \(version)"
        default: "\(at(versions)) and stays"
        }
    }
}

extension PolicyVerdict.Violation {
    /// Whether more than the version decides who has the value.
    var isForSomeUsers: Bool { cases.contains { !$0.terms.isEmpty } }
}
