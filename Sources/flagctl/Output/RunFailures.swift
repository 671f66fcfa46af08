import FlagAnalysis
import FlagResolver

/// The errors that a run reported about itself: what it could not read or check.
///
/// If there is one, the exit status is 2 and every format states it, so that no output of an incomplete run looks
/// complete. Formats that are a bare value (`--format value`, `when`, `fmt`, a patch) cannot state it; for them, only
/// standard error and the exit status do.
struct RunFailures {
    private var first: [Diagnostic] = []
    /// The number of failures after the first ones.
    private var furtherCount = 0

    /// The first failures, and then how many further ones there are.
    var diagnostics: [Diagnostic] {
        guard furtherCount > 0, let last = first.last else { return first }
        return first + [
            Diagnostic(
                subject: .name(last.subject.name), severity: .error,
                message: "and \(Count.of(furtherCount, "further error")) of the run")
        ]
    }

    var count: Int { first.count + furtherCount }
    var isEmpty: Bool { first.isEmpty }

    mutating func append(_ diagnostic: Diagnostic) {
        if first.count < Diagnostic.maximumShownCount { first.append(diagnostic) } else { furtherCount += 1 }
    }

    /// The failures by input, in the order of the first failure of each input.
    var byInput: [(input: String, diagnostics: [Diagnostic])] {
        var groups: [(input: String, diagnostics: [Diagnostic])] = []
        var positions: [ExactText: Int] = [:]
        for diagnostic in diagnostics {
            let input = diagnostic.subject.name
            let key = ExactText(input)
            if let position = positions[key] {
                groups[position].diagnostics.append(diagnostic)
            } else {
                positions[key] = groups.count
                groups.append((input, [diagnostic]))
            }
        }
        return groups
    }

    /// The coverage in a summary: `every version, exhaustive`, or the inputs that the run omitted.
    ///
    /// - Parameter complete: The text for a complete run.
    func coverage(_ complete: String) -> String {
        guard !isEmpty else { return complete }
        let inputs = byInput.map { PlainText.escaped($0.input) }
        let more = inputs.count > 3 ? " and \(inputs.count - 3) more" : ""
        return "incomplete: \(inputs.prefix(3).joined(separator: ", "))\(more)"
    }

    /// Writes the failures below text that goes to a file. For standard output, they are already on standard error.
    func writeText(to buffer: inout TextBuffer) {
        guard !isEmpty, !buffer.leadsToStream else { return }
        if !buffer.isEmpty { buffer.endLine() }
        let renderer = Display.plain.renderer
        for diagnostic in diagnostics { renderer.write(diagnostic, to: &buffer) }
    }
}
