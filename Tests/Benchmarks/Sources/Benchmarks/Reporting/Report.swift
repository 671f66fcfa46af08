#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The figures of a run, printed as a table or written as JSON.
struct Report: Encodable {
    private(set) var figures: [Figure] = []

    /// Only work whose name holds this text is measured.
    let filter: String

    private enum CodingKeys: CodingKey {
        case figures
    }

    init(filter: String) {
        self.filter = filter
    }

    func includes(_ work: String) -> Bool {
        filter.isEmpty || work.contains(filter)
    }

    mutating func add(_ figure: Figure) {
        figures.append(figure)
    }

    /// Measures work in this process, unless it is filtered out.
    ///
    /// - Parameters:
    ///   - operations: How many operations one call of `body` does.
    ///   - most: The most nanoseconds that an operation may take.
    mutating func measure<Result>(
        _ work: String,
        on input: String,
        operations: Int = 1,
        most: Double? = nil,
        _ body: () throws -> Result
    ) rethrows {
        guard includes(work) else { return }
        let value = try Measurement.nanoseconds(operations: operations, body)
        add(Figure(work: work, input: input, value: value, unit: .nanoseconds, limit: most.map { .most($0) }))
    }

    /// Figures as JSON, in the order in which they were measured.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}

extension Report {
    /// A line for each kind of work, a column for each document, and the limit.
    var table: String {
        let inputs = unique(figures.map(\.input))
        let header = ["work"] + inputs + ["limit", ""]
        let lines = unique(figures.map(\.work)).map { work in line(for: work, inputs: inputs) }
        let rows = [header] + lines
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column in
                let blanks = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + blanks : blanks + row[column]
            }
            return cells.joined(separator: "  ") + "\n"
        }
        .joined()
    }

    private func line(for work: String, inputs: [String]) -> [String] {
        let figures = figures.filter { $0.work == work }
        let cells = inputs.map { input in
            figures.first { $0.input == input }.map { $0.unit.text($0.value) } ?? ""
        }
        let limited = figures.filter { $0.limit != nil }
        let limits = unique(
            limited.compactMap { figure in
                figure.limit.map { ($0.isLeast ? "≥ " : "≤ ") + figure.unit.text($0.value) }
            })
        let verdict = limited.allSatisfy(\.keepsLimit) ? "" : "missed"
        return [work] + cells + [limits.joined(separator: ", "), verdict]
    }

    private func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
