import FlagAnalysis
import FlagImport
import FlagResolver
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The matrices of expected values that ConfigCat publishes for its own libraries (`Samples/README.md`).
struct ConfigCatMatrixTests {
    private static func file(_ name: String) throws -> String {
        let path = PackageFolder.path + "/Tests/FlagImportTests/Samples/" + name
        return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// A row: the attributes of a user, and the expected value of each setting.
    private struct Row {
        let context: EvaluationContext
        let expected: [(setting: String, value: String)]
    }

    private static func rows(_ name: String) throws -> [Row] {
        let lines = try file(name).split(whereSeparator: \.isNewline).map {
            $0.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        }
        let names = try #require(lines.first)
        return lines.dropFirst().map { cells in
            var context = EvaluationContext()
            for (name, cell) in zip(names, cells).prefix(4) where cell != "##null##" && !cell.isEmpty {
                if name == "Identifier" {
                    context.targetingKey = cell
                } else {
                    context[name] = .string(cell)
                }
            }
            return Row(context: context, expected: zip(names, cells).dropFirst(4).map { ($0, $1) })
        }
    }

    @Test(
        arguments: [
            ("sample_and_or_v6.json", "testmatrix_and_or.csv", 5),
            ("sample_comparators_v6.json", "testmatrix_comparators_v6.csv", 5),
            ("sample_flagdependency_v6.json", "testmatrix_prerequisite_flag.csv", 60),
            ("sample_segments_v6.json", "testmatrix_segments.csv", 2),
        ])
    func `each row agrees, or is covered by the statement`(_ sample: String, _ matrix: String, _ leastExact: Int) throws
    {
        let tree = try JSONTree(parsing: Array(Self.file(sample).utf8))
        let source = ConfigCatConfig.source(of: tree)
        expectEqual(source.problems, [])
        let document = try ImportedDocument(source)
        let statement = try ImportStatement(source, document)
        let space = CaseSpace(statement.axes)
        let settings = document.settings
        var counts = (compared: 0, exact: 0)
        for row in try Self.rows(matrix) {
            for (name, expected) in row.expected {
                guard let setting = statement.settings.first(where: { $0.name == name }),
                    let index = settings.index(named: name)
                else { continue }
                let value = settings.resolve(index, for: row.context, version: "1.0.0")
                let cases: [Case] =
                    if case .differs(let difference) = setting.outcome { difference.groups.flatMap(\.cases) } else {
                        []
                    }
                let isCovered = cases.contains { space.contains($0, "1.0.0", row.context) }
                counts.compared += 1
                if !isCovered { counts.exact += 1 }
                expect(isCovered || value == expected.lowercased() || value == expected, "\(name), \(row.context)")
            }
        }
        // A matrix whose settings are all unknown, or of which everything is stated, would compare nothing.
        expect(counts.compared > 0)
        expect(counts.exact >= leastExact, "\(counts)")
    }
}

extension SettingsDocument {
    /// The value of a setting as text: the content of a string, or JSON.
    fileprivate func resolve(_ setting: SettingIndex, for context: EvaluationContext, version: AppVersion) -> String {
        var context = context
        context.appVersion = version
        let space = CaseSpace(self)
        guard let function = try? SettingFunction(of: setting, in: space) else { return "no value" }
        let winner = Winner(leaf: space.leaf(of: function.winners, for: version, context))
        let node = function.value(of: winner)
        return tree.string(at: node) ?? String(decoding: tree.text(of: node), as: UTF8.self)
    }
}
