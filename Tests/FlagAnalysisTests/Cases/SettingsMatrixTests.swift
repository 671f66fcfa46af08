import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct SettingsMatrixTests {
    private func document(_ settings: [String]) throws -> SettingsDocument {
        let members = settings.enumerated().map { "\"s\($0)\": \($1)" }.joined(separator: ",")
        return try SettingsDocument(parsing: Array("{\(members)}".utf8))
    }

    private func written(_ matrix: SettingsMatrix, _ document: SettingsDocument) -> [String] {
        matrix.rows.map { row in
            let segments = row.segments.map {
                "\($0.columns.lowerBound)-\($0.columns.upperBound) "
                    + String(decoding: document.tree.text(of: $0.value), as: UTF8.self)
            }
            return "\(document.name(of: row.settingIndex)): \(segments.joined(separator: ", "))"
        }
    }

    private let two = [
        #"{"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2", "value": 2}]}"#,
        #"{"defaultValue": "a", "valuesByVersion": [{"appVersion": ">=1 <2", "value": "b"}]}"#,
    ]

    @Test func `columns end where any setting changes its value`() throws {
        let document = try document(two + ["true"])
        let matrix = SettingsMatrix(of: Array(document.indices), in: document, axes: CaseAxes(document))
        expectEqual(matrix.columns.map(\.description), ["<1.0.0", ">=1.0.0 <2.0.0", ">=2.0.0"])
        expectEqual(
            written(matrix, document),
            [
                "s0: 0-2 1, 2-3 2", "s1: 0-1 \"a\", 1-2 \"b\", 2-3 \"a\"", "s2: 0-3 true",
            ])
    }

    @Test func `a constant is left out where only changes are wanted, and cuts nothing`() throws {
        let document = try document(two + ["true"])
        let versions = try VersionSet(parsing: ">=1.5")
        let matrix = SettingsMatrix(
            of: Array(document.indices), in: document, within: versions, changesOnly: true, axes: CaseAxes(document))
        expectEqual(matrix.columns.map(\.description), [">=1.5.0 <2.0.0", ">=2.0.0"])
        expectEqual(matrix.rows.map(\.settingIndex), [0, 1])
    }

    @Test func `versions that are not requested are in no column`() throws {
        let document = try document(two)
        let versions = try VersionSet(parsing: "<0.5 || 1.2.0 || >=3")
        let matrix = SettingsMatrix(
            of: Array(document.indices), in: document, within: versions, axes: CaseAxes(document))
        expectEqual(matrix.columns.map(\.description), ["<0.5.0", "1.2.0", ">=3.0.0"])
        expectEqual(VersionSet(matrix.columns), versions)
    }

    @Test func `every cell agrees with resolution, on random documents`() throws {
        for seed in 1...UInt64(TestScale.rounds(300)) {
            var random = SeededRandom(seed: seed)
            let count = Int.random(in: 1...5, using: &random)
            let document = try document((0..<count).map { _ in RandomSetting.json(using: &random) })
            let versions = seed.isMultiple(of: 2) ? VersionSet.all : RandomSetting.set(using: &random)
            let matrix = SettingsMatrix(
                of: Array(document.indices), in: document, within: versions, axes: CaseAxes(document))
            expectEqual(VersionSet(matrix.columns), versions, "seed \(seed)")
            for (left, right) in zip(matrix.columns, matrix.columns.dropFirst()) {
                expect(left.upper <= right.lower, "seed \(seed)")
            }
            for row in matrix.rows {
                expectEqual(row.segments.flatMap { Array($0.columns) }, Array(matrix.columns.indices), "seed \(seed)")
                for segment in row.segments {
                    for version in RandomSetting.probes {
                        guard segment.columns.contains(where: { matrix.columns[$0].contains(version) }) else {
                            continue
                        }
                        let value = try #require(document.resolve(row.settingIndex, for: version).value)
                        let isEqual = document.tree.isEqual(segment.value, to: document.tree, value)
                        expect(isEqual, "seed \(seed), version \(version)")
                    }
                }
            }
            let resolvable = document.indices.filter { document.resolve($0, for: "1.0.0").value != nil }
            expectEqual(matrix.rows.map(\.settingIndex), resolvable, "seed \(seed)")
        }
    }

    @Test func `neighbouring columns differ in some setting`() throws {
        for seed in 1...UInt64(TestScale.rounds(200)) {
            var random = SeededRandom(seed: seed)
            let document = try document((0..<3).map { _ in RandomSetting.json(using: &random) })
            let matrix = SettingsMatrix(of: Array(document.indices), in: document, axes: CaseAxes(document))
            for column in matrix.columns.indices.dropFirst() {
                let begins = matrix.rows.contains { $0.segments.contains { $0.columns.lowerBound == column } }
                expect(begins, "seed \(seed), column \(column)")
            }
        }
    }
}
