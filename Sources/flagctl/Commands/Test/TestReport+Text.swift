import FlagResolver

extension TestReport {
    /// A row for each verdict. A failure has a row for every value responsible.
    func writeText(to buffer: inout TextBuffer) {
        for (index, part) in parts.enumerated() {
            if parts.count > 1 {
                if index > 0 { buffer.endLine() }
                buffer.write("\(PlainText.escaped(part.file.name)):\n")
            }
            var table = TextTable(columns: 4)
            for result in part.results {
                for (position, row) in part.rows(of: result).enumerated() {
                    table.cell(position == 0 ? result.verdict.word : "")
                    table.cell(position == 0 ? PlainText.escaped(result.test.name) : "")
                    table.cell(PlainText.escaped(row.text))
                    table.cell(row.location)
                }
            }
            table.write(to: &buffer)
        }
    }

    /// The Test Anything Protocol, version 14, with a YAML block below each failure.
    func writeTAP(to buffer: inout TextBuffer) {
        let inputs = failures.byInput
        let count = parts.reduce(inputs.count) { $0 + $1.results.count }
        buffer.write("TAP version 14\n1..\(count)\n")
        var number = 0
        for part in parts {
            for result in part.results {
                number += 1
                let isPassed = if case .passed = result.verdict { true } else { false }
                buffer.write("\(isPassed ? "ok" : "not ok") \(number) - \(Self.escaped(result.test.name))\n")
                guard !isPassed else { continue }
                let location = part.file.location(of: result.test.node).start
                buffer.write("  ---\n  verdict: \(result.verdict.outcome.rawValue)\n")
                buffer.write("  file: \(YAMLText.quoted(part.file.name))\n  line: \(location.line)\n  because:\n")
                for row in part.rows(of: result) {
                    let text = [row.text, row.location].filter { !$0.isEmpty }.joined(separator: "  ")
                    buffer.write("    - \(YAMLText.quoted(text))\n")
                }
                buffer.write("  ...\n")
            }
        }
        for (input, diagnostics) in inputs {
            number += 1
            buffer.write("not ok \(number) - \(Self.escaped(input)): \(RunFailures.caseName)\n")
            buffer.write("  ---\n  verdict: incomplete\n  file: \(YAMLText.quoted(input))\n  because:\n")
            for diagnostic in diagnostics { buffer.write("    - \(YAMLText.quoted(diagnostic.firstLine))\n") }
            buffer.write("  ...\n")
        }
    }

    /// A description with `#` escaped, which would begin a directive.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in PlainText.escaped(text).unicodeScalars {
            if scalar == "#" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// A suite for each file, a case for each expectation.
    var junitReport: JUnitReport {
        let suites = parts.map { part in
            JUnitReport.Suite(
                name: part.file.name,
                cases: part.results.map { result in
                    let rows = part.rows(of: result)
                    let details = rows.map { [$0.text, $0.location].filter { !$0.isEmpty }.joined(separator: "  ") }
                        .joined(separator: "\n")
                    let outcome: JUnitReport.Case.Outcome =
                        switch result.verdict {
                        case .passed: .passed(remarks: details)
                        case .failed, .vacuous:
                            .failed(
                                message: "\(result.verdict.outcome.rawValue): \(rows.first?.text ?? "")",
                                details: details)
                        case .error: .error(message: rows.first?.text ?? "", details: details)
                        }
                    return JUnitReport.Case(name: result.test.name, outcome: outcome)
                })
        }
        return JUnitReport(name: "flagctl test", suites: suites + failures.suites)
    }
}
