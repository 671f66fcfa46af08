import FlagResolver

extension ResolveReport {
    /// Assignments for a shell: `CHECKOUT_STYLE='modern'`. Names that collide are left out; they are reported.
    func writeEnvironment(to buffer: inout TextBuffer) {
        let unusable = Set(problems().map(\.variable))
        for result in results {
            forEachRow(of: result) { row in
                let variable = Self.variable(for: row.name)
                guard !unusable.contains(variable) else { return }
                var value = TextBuffer()
                ValueText.writeBare(row.value, of: row.tree, to: &value)
                buffer.write(variable)
                buffer.write("=")
                ShellQuoting.write(value.bytes, to: &buffer)
                buffer.endLine()
            }
        }
    }

    /// The bare value and a line end; nothing where the setting has none.
    func writeValue(to buffer: inout TextBuffer) {
        for result in results {
            forEachRow(of: result) { row in
                ValueText.writeBare(row.value, of: row.tree, to: &buffer)
                buffer.endLine()
            }
        }
    }

    /// What cannot be written as `env`, if that is one of the formats.
    func collisions(for formats: [Format]) -> [Diagnostic] {
        guard formats.contains(.environment) else { return [] }
        return problems().map(\.diagnostic)
    }

    private struct Problem {
        let variable: String
        let diagnostic: Diagnostic
    }

    private func problems() -> [Problem] {
        var first: [String: Row] = [:]
        var problems: [Problem] = []
        for result in results {
            forEachRow(of: result) { row in
                let variable = Self.variable(for: row.name)
                if let other = first[variable] {
                    problems.append(
                        Problem(variable: variable, diagnostic: Self.collision(of: row, with: other, variable)))
                } else {
                    first[variable] = row
                }
                if row.tree.stringBytes(at: row.value)?.contains(0) ?? false {
                    problems.append(Problem(variable: variable, diagnostic: Self.unwritable(row)))
                }
            }
        }
        return problems
    }

    private static func collision(of row: Row, with other: Row, _ variable: String) -> Diagnostic {
        var diagnostic = Diagnostic(
            subject: row.result.document.subject(row.keySpan), severity: .error,
            message: "\(row.quotedName) and \(other.quotedName) would both be \(variable)",
            code: "variable-collision", help: "choose one with --flag, or use --format json")
        if let place = other.result.document.place(other.keySpan) {
            diagnostic.related = [Diagnostic.RelatedPlace(place: place, message: "\(other.quotedName) is here")]
        }
        return diagnostic
    }

    private static func unwritable(_ row: Row) -> Diagnostic {
        Diagnostic(
            subject: row.result.document.subject(row.tree.nodes[row.value].span), severity: .error,
            message: "the value of \(row.quotedName) holds the character U+0000, which no shell variable can hold",
            code: "unwritable-value", help: "use --format json")
    }

    /// The name in upper case, every other character as `_`; one that begins with a digit gets `_` before it.
    static func variable(for name: ArraySlice<UInt8>) -> String {
        var variable = ""
        for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "a"..."z": variable += String(scalar).uppercased()
            case "0"..."9" where variable.isEmpty: variable += "_" + String(scalar)
            case "A"..."Z", "0"..."9": variable += String(scalar)
            default: variable += "_"
            }
        }
        return variable.isEmpty ? "_" : variable
    }
}

extension ResolveReport.Row {
    fileprivate var quotedName: String { NameText.quoted(String(decoding: name, as: UTF8.self)) }

    fileprivate var keySpan: Range<Int> {
        tree.nodes[Int(result.document.settings.loaded.settings[slot].key)].span
    }
}
