import Testing

/// A table of `Docs/DocumentFormat.md`, *Numbers in Swift*: what types read from a number.
package enum NumberTable {
    package struct Row: CustomTestStringConvertible, Sendable {
        package let number: String
        /// The values as the table has them; `nil` for a number that is not read.
        package let int64: String?
        package let uint64: String?
        package let double: String?
        package let float: String?

        package var testDescription: String { number }
    }

    /// The rule.
    package static var rows: [Row] { tables.first ?? [] }

    /// What a decoder alone reads differently.
    package static var rowsOfDecoders: [Row] { tables.count > 1 ? tables[1] : [] }

    private static let tables: [[Row]] = {
        let text = (try? ProjectFile.text("Docs/DocumentFormat.md")) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "### Numbers in Swift" }.prefix { !$0.hasPrefix("## ") }
        let tables = section.split { !$0.hasPrefix("|") }.filter { $0.first?.hasPrefix("| number |") == true }
        return tables.map { $0.dropFirst(2).flatMap(rows) }
    }()

    private static func rows(_ line: Substring) -> [Row] {
        let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        guard cells.count == 5 else { return [] }
        let values = cells.dropFirst().map { $0 == "–" ? nil : $0 }
        return cells[0].split(separator: ",").map { number in
            Row(
                number: number.filter { $0 != "`" && $0 != " " }, int64: values[0], uint64: values[1],
                double: values[2],
                float: values[3])
        }
    }
}
