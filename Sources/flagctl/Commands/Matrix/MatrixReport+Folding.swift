import FlagAnalysis
import FlagResolver

// Text and tables for people have one row for a setting with very many groups of users.
extension MatrixReport {
    /// A row of the matrix, or one in place of all rows of a setting.
    struct ShownRow {
        /// The rows of a setting that are shown as one.
        let rows: ArraySlice<SettingsMatrix.Row>

        /// Whether it is in place of several rows.
        var isFolded: Bool { rows.count > 1 }
    }

    /// What a row shows in a column.
    struct Cell {
        /// The node of the value, or of one of them.
        let value: Int
        /// How many values the users of the row have.
        let valueCount: Int
        /// Whether this is not what the column to the left shows.
        let isNew: Bool

        /// `(3 values)`; `nil` if there is only one.
        var count: String? { valueCount > 1 ? "(\(valueCount) values)" : nil }
    }

    /// The rows to show: for a setting with many groups of users a single one, unless all cases are wanted.
    func shownRows(of part: Part) -> [ShownRow] {
        guard !showsCases else { return part.matrix.rows.indices.map { ShownRow(rows: part.matrix.rows[$0...$0]) } }
        return part.rowsBySetting.flatMap { rows in
            rows.count > FoldedCases.maximumReadableCount
                ? [ShownRow(rows: rows)] : rows.indices.map { ShownRow(rows: rows[$0...$0]) }
        }
    }

    /// How to see the rows that are folded; `nil` if none is.
    func remarkOnFolding(of rows: [ShownRow], in part: Part) -> String? {
        let folded = rows.filter(\.isFolded)
        guard let first = folded.first?.rows.first else { return nil }
        guard folded.count == 1 else {
            return "\(folded.count) settings have more than \(FoldedCases.maximumReadableCount) groups of users: "
                + "--cases shows them, \"flagctl explain NAME\" the entries of one"
        }
        return
            "--cases shows the groups of users, \"flagctl explain \(NameText.text(of: part.document.settings.name(of: first.settingIndex)))\" the entries"
    }
}

extension MatrixReport.Part {
    /// The rows of each setting.
    var rowsBySetting: [ArraySlice<SettingsMatrix.Row>] {
        var result: [ArraySlice<SettingsMatrix.Row>] = []
        var start = matrix.rows.startIndex
        for index in matrix.rows.indices
        where index + 1 == matrix.rows.endIndex
            || matrix.rows[index + 1].settingIndex != matrix.rows[start].settingIndex
        {
            result.append(matrix.rows[start...index])
            start = index + 1
        }
        return result
    }

    /// `checkout, country DE`; `checkout, 98 groups of users` for a folded row.
    func writeName(of shown: MatrixReport.ShownRow, to buffer: inout TextBuffer) {
        guard let first = shown.rows.first else { return }
        guard shown.isFolded else { return writeName(of: first, to: &buffer) }
        NameText.write(document.settings.nameBytes(of: first.settingIndex), to: &buffer)
        buffer.write(", \(Count.of(shown.rows.count, "group of users", "groups of users"))")
    }

    /// The cells of a row, the oldest versions first.
    func cells(of shown: MatrixReport.ShownRow) -> [MatrixReport.Cell] {
        var classes: [Set<Int>] = Array(repeating: [], count: matrix.columns.count)
        var values: [Int] = Array(repeating: 0, count: matrix.columns.count)
        var areNew: [Bool] = Array(repeating: false, count: matrix.columns.count)
        for row in shown.rows {
            row.forEachColumn { column, segment, isNew in
                if classes[column].isEmpty { values[column] = segment.value }
                classes[column].insert(segment.valueClass)
                areNew[column] = areNew[column] || isNew
            }
        }
        return matrix.columns.indices.map { column in
            MatrixReport.Cell(value: values[column], valueCount: classes[column].count, isNew: areNew[column])
        }
    }
}
