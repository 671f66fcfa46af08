import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// Answers about selected users are compared with the values of every context.
struct UserSelectionTests {
    private static let documentCount = max(4, TestScale.rounds(12))

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
                let cases = try #require(try SettingFunction(of: setting, in: space))
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
                    expectEqual(found.map { $0.decision.leaf }, [expected], comment)
                    let rows = matrix.rows.filter { row in
                        row.users?.cases.contains { space.contains($0, version, context) } ?? true
                    }
                    if isSelected {
                        let column = matrix.columns.firstIndex { $0.contains(version) }
                        let values = rows.flatMap(\.segments).filter { $0.columns.contains(column ?? -1) }.map(\.value)
                        expectEqual(values.count, 1, comment)
                        expect(values.allSatisfy { old.tree.isEqual($0, to: old.tree, winner.value ?? -1) }, comment)
                    }
                    func isIn(_ change: ValueChange, _ space: CaseSpace) -> Bool {
                        let item = Case(versions: change.versions, terms: change.users, decision: .yes)
                        return space.contains(item, version, context)
                    }
                    let before = all.filter { isIn($0, difference.space) }
                    let after = changes.filter { isIn($0, restricted.space) }
                    changeCount += after.count
                    expectEqual(after.map(\.newValue), (isSelected ? before.map(\.newValue) : []), comment)
                }
            }
        }
        expect(
            selectedCount > TestScale.expected(200) && changeCount > TestScale.expected(100),
            "\(selectedCount) \(changeCount)")
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
                expectEqual(
                    evaluator.space.leaf(of: satisfied, for: version, context), (isTrue && isSelected ? 1 : 0),
                    "\(conditions) \(context)")
            }
        }
    }

    /// What a matrix is restricted to, and whether a context agrees with it.
    private static let fixedParts: [(json: String, agrees: @Sendable (EvaluationContext) -> Bool)] = [
        (#"{"country": "DE"}"#, { $0["country"] == "DE" }),
        (#"{"country": "AT", "launches": 5}"#, { $0["country"] == "AT" && $0["launches"] == 5 }),
        (#"{"launches": 3}"#, { $0["launches"] == 3 }),
        (#"{"date": "2026-01-01T00:00:00Z"}"#, { $0.instant.map { "\($0)" } == "2026-01-01T00:00:00Z" }),
        (#"{"targetingKey": "user-0"}"#, { $0.targetingKey == "user-0" }),
    ]

    @Test func `a matrix with a part of the context has the values of the selected users who have it`() throws {
        var (selectedCount, otherCount, emptyCount) = (0, 0, 0)
        for number in 0..<4 * Self.documentCount {
            var sample = try TargetedSample(seed: UInt64(50_000 + number))
            let document = try TargetedSample.document(sample.settings())
            let conditions = try #require(sample.settings()[0].first).conditions
            let selection = try selection(conditions)
            let selected = try TargetedSample.document([[(conditions, "true")]])
            let (json, agrees) = Self.fixedParts[number % Self.fixedParts.count]
            var issues: [SettingIssue] = []
            let fixed = try EvaluationContext(parsing: [UInt8](json.utf8), issues: &issues)
            let space = selection.space(with: document)
            let matrix = SettingsMatrix(
                of: Array(document.indices), in: document, fixing: fixed, among: selection, axes: space.axes)
            emptyCount += matrix.rows.isEmpty ? 1 : 0
            expectEqual(matrix.rows.isEmpty, matrix.columns.isEmpty)
            for context in sample.contexts where agrees(context) {
                guard let version = context.appVersion else { continue }
                let isSelected = selected.resolve(SettingIndex(0), for: context).kind == .true
                if isSelected { selectedCount += 1 } else { otherCount += 1 }
                let column = matrix.columns.firstIndex { $0.contains(version) }
                for setting in document.indices {
                    let comment: Comment = "\(document) \(conditions) \(context)"
                    let rows = matrix.rows.filter { row in
                        row.settingIndex == setting
                            && row.users?.cases.contains { space.contains($0, version, context) } ?? true
                    }
                    let values = rows.flatMap(\.segments).filter { $0.columns.contains(column ?? -1) }.map(\.value)
                    let expected = document.resolve(setting, for: context).value
                    if isSelected {
                        expectEqual(values.count, 1, comment)
                        expect(
                            values.allSatisfy { document.tree.isEqual($0, to: document.tree, expected ?? -1) }, comment)
                    } else if document.loaded.testsMoreThanVersion(setting) {
                        expect(values.isEmpty, comment)
                    }
                }
            }
        }
        expect(
            selectedCount > TestScale.expected(100) && otherCount > TestScale.expected(100)
                && emptyCount > TestScale.expected(5), "\(selectedCount) \(otherCount) \(emptyCount)")
    }

    @Test func `conditions together may exceed the limits of a document`() throws {
        let count = DocumentLimits.standard.settingCount
        let texts = (0...count).map { #"{"when": {"a": \#($0 == count ? 1 : 0)}}"# }
        let tree = try JSONTree(parsing: [UInt8]("[\(texts.joined(separator: ", "))]".utf8))
        let conditions = try UserConditions(Array(tree.elements(of: 0)), of: tree)
        let space = conditions.space
        try expectEqual(space.text(of: #require(space.cases(of: conditions.users(at: count, in: space)).last)), "a 1")

        func document(_ value: Int) throws -> SettingsDocument {
            let members = (0..<count).map { "\"s\($0)\": \(value)" }
            return try SettingsDocument(parsing: [UInt8]("{\(members.joined(separator: ", "))}".utf8))
        }
        let difference = try DocumentDifference(from: document(0), to: document(1))
            .among(selection(#""appVersion": "<2.0.0""#))
        expectEqual(difference.settings.count, count)
        expectEqual(Set(difference.settings.map { $0.changes.map(\.versions.description) }), [["<2.0.0"]])
    }

    @Test(
        arguments: [
            ("[]", UserSelection.Problem.notAnObject), ("{}", .empty), ("{\"$comment\": 1}", .empty),
            ("{\"$comment\": 1, \"name\": \"x\"}", .empty), ("{\"requires\": \"s\"}", .requires),
            (#"{"when": {"a": 1}, "value": 1}"#, .value(member: "value")),
            (#"{"when": {"a": 1}, "defaultValue": 1}"#, .value(member: "defaultValue")),
            (
                #"{"when": {"os": [{"version": ">=17"}, "17.2"]}}"#,
                .malformed("os is tested both as a version and as a string, so that its cases cannot be told apart")
            ),
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
