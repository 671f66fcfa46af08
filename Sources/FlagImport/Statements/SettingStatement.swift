import FlagAnalysis
import FlagResolver

/// Compares single settings of an imported document with the other system.
struct SettingStatement {
    private let source: ImportSource
    private let document: ImportedDocument
    private let model: SourceModel
    private let space: CaseSpace

    /// - Parameter space: The space of the model and the document.
    init(_ source: ImportSource, _ document: ImportedDocument, _ model: SourceModel, _ space: CaseSpace) {
        self.source = source
        self.document = document
        self.model = model
        self.space = space
    }

    /// The statement about a setting of the document.
    mutating func setting(at index: Int) -> ImportStatement.Setting {
        let imported = document.imported[index]
        let outcome: ImportStatement.Outcome
        do throws(CaseSpace.Failure) {
            outcome = try difference(at: index, imported).map { .differs($0) } ?? .exact
        } catch {
            outcome = .failed(error)
        }
        return ImportStatement.Setting(source: imported.source, outcome: outcome)
    }

    private func difference(
        at index: Int, _ imported: ImportedDocument.ImportedSetting
    ) throws(CaseSpace.Failure) -> ImportStatement.Difference? {
        let setting = imported.source
        // Settings without doubts, and with the same entries on both sides, are equal.
        guard !isPlain(setting) else { return nil }
        guard let old = model.settings.index(named: setting.name),
            let new = document.settings.index(named: setting.name),
            model.settings.entries(of: old).count == model.rules[index].count,
            document.settings.entries(of: new).count == imported.rules.count
        else { throw .unresolvable }
        let before = try space.possibleValues(of: space.winners(of: old, in: .first), given: model.key)
        let after = try space.possibleValues(of: space.winners(of: new, in: .second), given: model.key)
        // The value of each winner: the default, then the entries.
        let oldValues = [setting.defaultValue] + model.rules[index].map { setting.rules[$0].value }
        let newValues =
            [imported.defaultValue] + imported.rules.map { setting.rules[$0].value.json ?? [] }
        let numbers = ValueNumbers()
        let oldNumbers = oldValues.map { numbers.number(of: $0.content) }
        let newNumbers = newValues.map { numbers.number(of: .json($0)) }
        let (map, pairs) = try space.pairs(before.map, after.map) { (old: Int, new: Int) in
            let expected = Set(before.values[old].map { oldNumbers[$0] })
            return expected.count > 1 || numbers.hasUnknown(expected)
                || after.values[new].contains { !expected.contains(newNumbers[$0]) }
        }
        guard !pairs.isEmpty else { return nil }
        // Cases are told apart by the values of the other system, then by the answers of the document: what gives them would
        // divide them further.
        var lists: [[Int]] = []
        var positions: [Set<Int>: Int] = [:]
        let values = pairs.map { pair in
            // The default comes last, as in the order of the rules.
            let winners = before.values[pair.left].filter { $0 > 0 } + before.values[pair.left].filter { $0 == 0 }
            let key = Set(winners.map { oldNumbers[$0] })
            let position = positions[key, default: lists.count]
            positions[key] = position
            if position == lists.count { lists.append([]) }
            lists[position] += winners
            return position
        }
        let groups = try space.casesByValue(
            of: space.mapped(map) { (pair: Int?) in pair.map { values[$0] } }, as: Int.self)
        guard let function = try SettingFunction(of: new, in: space, side: .second) else { throw .unresolvable }
        var doubts: Set<ImportDoubt> = []
        var result: [ImportStatement.Group] = []
        for (list, cases) in groups {
            for winner in Set(lists[list]) { doubts.formUnion(self.doubts(ofWinner: winner, at: index, setting)) }
            let winners = Set(lists[list]).sorted { ($0 == 0 ? 1 : 0, $0) < ($1 == 0 ? 1 : 0, $1) }
            result += try self.groups(winners.map { oldValues[$0] }, cases, function, newValues)
        }
        return ImportStatement.Difference(
            groups: result,
            doubts: doubts.sorted { ($0.span.lowerBound, $0.reason) < ($1.span.lowerBound, $1.reason) })
    }

    /// Whether a setting is imported as it is.
    private func isPlain(_ setting: SourceSetting) -> Bool {
        setting.defaultValue.json != nil
            && setting.rules.allSatisfy { rule in
                let condition = source.conditions[rule.condition]
                return rule.value.json != nil && condition.doubts.isEmpty && condition.written == condition.possible
                    && !condition.possible.contains { !$0.requires.isEmpty }
            }
    }

    /// The users of some cases, by what they get from the document: where rollouts decide, with the shares.
    private func groups(
        _ old: [SourceValue], _ cases: [Case], _ function: SettingFunction, _ newValues: [[UInt8]]
    ) throws(CaseSpace.Failure) -> [ImportStatement.Group] {
        var known: Set<SourceValue.Content> = []
        let sourceValues = old.map(\.content).filter { known.insert($0).inserted }
        let users = try space.any(cases.map { space.map(of: $0) }[...])
        let rows = try FoldedCases(function, among: users).rows
        var lists: [(values: [ImportStatement.ImportedValue], rows: [FoldedCases.Row])] = []
        for row in rows {
            let values = importedValues(row.answer, newValues)
            if let index = lists.firstIndex(where: { $0.values == values }) {
                lists[index].rows.append(row)
            } else {
                lists.append((values, [row]))
            }
        }
        return try lists.map { list throws(CaseSpace.Failure) in
            var selected = cases
            if lists.count > 1 {
                let part = try space.any(list.rows.flatMap { $0.users?.cases ?? [] }.map { space.map(of: $0) }[...])
                selected = try space.cases(of: space.all([users, part])).filter { $0.decision == .yes }
            }
            return ImportStatement.Group(cases: selected, sourceValues: sourceValues, importedValues: list.values)
        }
    }

    /// The values of an answer, each once.
    private func importedValues(
        _ answer: FoldedCases.Answer, _ values: [[UInt8]]
    ) -> [ImportStatement.ImportedValue] {
        let winners = answer.winners.map { values[$0.leaf] }
        if let only = winners.first, winners.allSatisfy({ $0 == only }) {
            return [ImportStatement.ImportedValue(json: only, share: nil)]
        }
        return answer.shares.map { ImportStatement.ImportedValue(json: values[$0.winner.leaf], share: $0.text) }
            + [answer.otherwise].compactMap { $0 }
            .map { ImportStatement.ImportedValue(json: values[$0.leaf], share: nil) }
    }

    /// Why a winner of the model differs from the document.
    private func doubts(ofWinner winner: Int, at index: Int, _ setting: SourceSetting) -> [ImportDoubt] {
        guard winner > 0 else {
            guard case .unknown(let reason) = setting.defaultValue.content else { return [] }
            return [
                ImportDoubt(
                    span: setting.defaultValue.span, text: "defaultValue", reason: "the default is \(reason)",
                    help: "give the setting the default of the app's code")
            ]
        }
        let rule = setting.rules[model.rules[index][winner - 1]]
        let condition = source.conditions[rule.condition]
        var doubts = condition.doubts
        for name in Set(condition.written?.flatMap(\.requires) ?? []).sorted() {
            doubts.append(
                ImportDoubt(
                    span: rule.span, text: rule.name ?? "rule",
                    reason: "it requires \(SettingProblem.quotedExcerpt(name)), which may differ itself",
                    help: "see what is stated about that setting"))
        }
        if case .unknown(let reason) = rule.value.content {
            doubts.append(
                ImportDoubt(
                    span: rule.span, text: rule.name ?? "value",
                    reason: "the value is \(reason), so there is no entry for it",
                    help: "write the value in an entry by hand"))
        }
        return doubts
    }
}

/// Numbers that are equal for equal values.
private final class ValueNumbers {
    private var numbers: [SourceValue.Content: Int] = [:]
    private var unknown: Set<Int> = []

    func number(of content: SourceValue.Content) -> Int {
        var content = content
        if case .json(let json) = content {
            content = .json((try? JSONTree(parsing: json))?.canonicalText(of: 0) ?? json)
        }
        let number = numbers[content] ?? numbers.count
        numbers[content] = number
        if case .unknown = content { unknown.insert(number) }
        return number
    }

    /// Whether one of some values is not known.
    func hasUnknown(_ numbers: Set<Int>) -> Bool { !unknown.isDisjoint(with: numbers) }
}
