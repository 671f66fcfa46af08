import FlagResolver

/// Rows of a table about several documents. What several of them have in common is one row, with their names.
struct SharedRows<Row> {
    /// In the order in which the first document of each was added.
    private(set) var rows: [(row: Row, files: [String])] = []
    private var positions: [[String]: Int] = [:]

    /// - Parameter cells: What the row shows, apart from the document. Rows with equal cells are one row.
    mutating func add(_ row: Row, showing cells: [String], of file: String) {
        guard let position = positions[cells] else {
            positions[cells] = rows.count
            rows.append((row, [file]))
            return
        }
        if rows[position].files.last?.hasSameBytes(as: file) != true { rows[position].files.append(file) }
    }
}
