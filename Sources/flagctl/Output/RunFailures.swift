/// What a run could not read or check: the errors that it reported about itself.
///
/// While there is one the exit status is 2, and every format states it, so that no output of an incomplete run looks
/// complete. Only formats that are a bare value (`--format value`, `when`, `fmt`, a patch) have no room for it: there
/// standard error and the exit status are all there is.
struct RunFailures {
    private(set) var diagnostics: [Diagnostic] = []

    var isEmpty: Bool { diagnostics.isEmpty }

    mutating func append(_ diagnostic: Diagnostic) {
        diagnostics.append(diagnostic)
    }

    /// The failures of each input, in the order in which the first of each was reported.
    var byInput: [(input: String, diagnostics: [Diagnostic])] {
        var groups: [(input: String, diagnostics: [Diagnostic])] = []
        var positions: [String: Int] = [:]
        for diagnostic in diagnostics {
            let input = diagnostic.subject.name
            if let position = positions[input] {
                groups[position].diagnostics.append(diagnostic)
            } else {
                positions[input] = groups.count
                groups.append((input, [diagnostic]))
            }
        }
        return groups
    }

    /// What a summary says of its coverage in parentheses: `every version, exhaustive`, or what the run left out.
    ///
    /// - Parameter complete: The words for a run that left out nothing.
    func coverage(_ complete: String) -> String {
        guard !isEmpty else { return complete }
        let inputs = byInput.map { PlainText.escaped($0.input) }
        let more = inputs.count > 3 ? " and \(inputs.count - 3) more" : ""
        return "incomplete: \(inputs.prefix(3).joined(separator: ", "))\(more)"
    }

    /// Writes them below a text that goes to a file. Beside standard output, standard error has them already.
    func writeText(to buffer: inout TextBuffer) {
        guard !isEmpty, !buffer.leadsToStream else { return }
        if !buffer.isEmpty { buffer.endLine() }
        let renderer = DiagnosticRenderer(style: .plain, width: Session.defaultWidth)
        for diagnostic in diagnostics { renderer.write(diagnostic, to: &buffer) }
    }
}

extension Diagnostic.Subject {
    /// The name of the file, or of what else it is.
    var name: String {
        switch self {
        case .place(let place): place.source.name
        case .name(let name): name
        }
    }
}
