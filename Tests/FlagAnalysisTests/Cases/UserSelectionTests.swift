import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// Answers about selected users are compared with the values of every context.
struct UserSelectionTests {
    private static let documentCount = 12 * TestScale.factor

    private func selection(_ conditions: String) throws -> UserSelection {
        try UserSelection(JSONTree(parsing: [UInt8]("{\(conditions)}".utf8)))
    }

    @Test func `cases, regions and changes are those of the selected users, and all of them`() async throws {
        var (selectedCount, changeCount) = (0, 0)
        for number in 0..<Self.documentCount {
            await Task.yield()
            var sample = try TargetedSample(seed: UInt64(30_000 + number))
            let old = try TargetedSample.document(sample.settings())
            let new = try TargetedSample.document(sample.settings())
            let conditions = try #require(sample.settings()[0].first).conditions
            let selection = try selection(conditions)
            let selected = try TargetedSample.document([[(conditions, "true")]])
            let difference = DocumentDifference(from: old, to: new)
            let restricted = try difference.among(selection)
            let space = selection.space(with: old)
            let users = try selection.users(in: space)
            for setting in old.indices {
                let name = old.name(of: setting)
                let cases = try #require(try SettingCases(of: setting, in: old, space))
                let listed = try space.cases(of: space.selecting(users, in: cases.winners))
                let matrix = SettingsMatrix(of: [setting], in: old, among: selection, axes: space.axes)
                let changes = restricted.settings.first { $0.name == name }?.changes ?? []
                let all = difference.settings.first { $0.name == name }?.changes ?? []
                for context in sample.contexts {
                    guard let version = context.appVersion else { continue }
                    let isSelected = selected.resolve(SettingIndex(0), for: context).kind == .true
                    selectedCount += isSelected ? 1 : 0
                    let comment: Comment = "\(old) \(conditions) \(context)"
                    let winner = old.resolve(setting, for: context)
                    let expected =
                        isSelected ? (winner.entry.map { old.loaded[setting].firstEntry.distance(to: $0) + 2 } ?? 1) : 0
                    let found = listed.filter { space.contains($0, version, context) }
                    #expect(found.map { $0.decision.leaf } == [expected], comment)
                    let rows = matrix.rows.filter { row in
                        row.users?.cases.contains { space.contains($0, version, context) } ?? true
                    }
                    if isSelected {
                        let column = matrix.columns.firstIndex { $0.contains(version) }
                        let values = rows.flatMap(\.segments).filter { $0.columns.contains(column ?? -1) }.map(\.value)
                        #expect(values.count == 1, comment)
                        #expect(
                            values.allSatisfy { old.tree.isEqual($0, to: old.tree, winner.value ?? -1) }, comment)
                    }
                    func isIn(_ change: ValueChange, _ space: CaseSpace) -> Bool {
                        let item = Case(versions: change.versions, terms: change.users, decision: .yes)
                        return space.contains(item, version, context)
                    }
                    let before = all.filter { isIn($0, difference.space) }
                    let after = changes.filter { isIn($0, restricted.space) }
                    changeCount += after.count
                    #expect(after.map(\.newValue) == (isSelected ? before.map(\.newValue) : []), comment)
                }
            }
        }
        #expect(selectedCount > 200 && changeCount > 100, "\(selectedCount) \(changeCount)")
    }

    @Test func `an expression is true among the selected users`() throws {
        for number in 0..<Self.documentCount {
            var sample = try TargetedSample(seed: UInt64(40_000 + number))
            let document = try TargetedSample.document(sample.settings())
            let conditions = try #require(sample.settings()[0].first).conditions
            let selected = try TargetedSample.document([[(conditions, "true")]])
            let expression = try Expression(parsing: "s0 == true or @country == \"DE\"")
            var evaluator = ExpressionEvaluator(document, for: [expression], among: try selection(conditions))
            let satisfied = evaluator.selectedCases(satisfying: expression)
            for context in sample.contexts {
                guard let version = context.appVersion else { continue }
                let isSelected = selected.resolve(SettingIndex(0), for: context).kind == .true
                let isTrue =
                    document.resolve(SettingIndex(0), for: context).kind == .true || context["country"] == .string("DE")
                #expect(
                    evaluator.space.leaf(of: satisfied, for: version, context) == (isTrue && isSelected ? 1 : 0),
                    "\(conditions) \(context)")
            }
        }
    }

    @Test(
        arguments: [
            ("[]", UserSelection.Problem.notAnObject), ("{}", .empty), ("{\"$comment\": 1}", .empty),
            ("{\"requires\": \"s\"}", .requires),
        ])
    func `conditions that select nobody in particular are refused`(text: String, problem: UserSelection.Problem) throws
    {
        let tree = try JSONTree(parsing: Array(text.utf8))
        #expect(throws: problem) { try UserSelection(tree) }
    }

    @Test func `a malformed condition is refused with its reason`() throws {
        let tree = try JSONTree(parsing: Array("{\"rollout\": {\"percent\": 101, \"salt\": \"a\"}}".utf8))
        #expect(throws: UserSelection.Problem.self) { try UserSelection(tree) }
    }
}
