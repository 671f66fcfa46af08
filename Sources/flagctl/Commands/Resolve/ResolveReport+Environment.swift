import FlagAnalysis
import FlagResolver
import FlagStore

extension ResolveReport {
    /// Assignments for a shell: `CHECKOUT_STYLE='modern'`. The values in ``variableProblems`` are omitted.
    func writeEnvironment(to buffer: inout TextBuffer) {
        let unusable = Set(problems().map(\.variable))
        for result in results {
            forEachRow(of: result) { row in
                let variable = variable(of: row)
                guard !unusable.contains(variable) else { return }
                var value = TextBuffer()
                ValueText.writeBare(row.value, to: &value)
                buffer.write(variable)
                buffer.write("=")
                ShellQuoting.write(value.bytes, to: &buffer)
                buffer.endLine()
            }
        }
    }

    /// The bare value and a line end; nothing if the setting has no value.
    func writeValue(to buffer: inout TextBuffer) {
        for result in results {
            forEachRow(of: result) { row in
                ValueText.writeBare(row.value, to: &buffer)
                buffer.endLine()
            }
        }
    }

    /// The values that cannot be assigned to a shell variable.
    var variableProblems: [Diagnostic] { problems().map(\.diagnostic) }

    private struct Problem {
        let variable: String
        let diagnostic: Diagnostic
    }

    private func problems() -> [Problem] {
        var first: [String: Row] = [:]
        var problems: [Problem] = []
        for result in results {
            forEachRow(of: result) { row in
                let variable = variable(of: row)
                if let problem = ShellVariable.problem(with: variable) {
                    problems.append(
                        Problem(variable: variable, diagnostic: unusable(row, as: variable, because: problem)))
                } else if let other = first[variable] {
                    problems.append(
                        Problem(variable: variable, diagnostic: Self.collision(of: row, with: other, variable)))
                } else {
                    first[variable] = row
                }
                if row.value.string?.utf8.contains(0) ?? false {
                    problems.append(Problem(variable: variable, diagnostic: Self.unwritable(row)))
                }
            }
        }
        return problems
    }

    private func variable(of row: Row) -> String {
        VariableName.text(for: row.name, prefix: variablePrefix)
    }

    private func unusable(_ row: Row, as variable: String, because problem: String) -> Diagnostic {
        Diagnostic(
            subject: row.result.document.subject(row.keySpan), severity: .error,
            message: "\(row.quotedName) would set \(quoted(variable)), which \(problem)",
            code: "unusable-variable",
            help: variablePrefix.isEmpty
                ? "add a prefix: --prefix APP_" : "choose a prefix other than \(variablePrefix)")
    }

    private static func collision(of row: Row, with other: Row, _ variable: String) -> Diagnostic {
        let location = other.result.document.location(other.keySpan)
        return Diagnostic(
            subject: row.result.document.subject(row.keySpan), severity: .error,
            message: "\(row.quotedName) and \(other.quotedName) would both be \(variable)",
            code: "variable-collision",
            related: [Diagnostic.RelatedLocation(location: location, message: "\(other.quotedName) is here")],
            help: "choose one with --flag, or use --format json")
    }

    private static func unwritable(_ row: Row) -> Diagnostic {
        Diagnostic(
            subject: row.result.document.subject(row.value.span), severity: .error,
            message:
                "the value of \(row.quotedName) contains the character U+0000, which a shell variable cannot contain",
            code: "unwritable-value", help: "use --format json")
    }
}

extension ResolveReport.Row {
    fileprivate var quotedName: String { NameText.quoted(String(decoding: name, as: UTF8.self)) }

    fileprivate var keySpan: Range<Int> {
        result.document.tree.nodes[Int(result.document.settings.loaded[settingIndex].key)].span
    }
}
