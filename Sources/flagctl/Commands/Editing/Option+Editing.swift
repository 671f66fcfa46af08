import FlagAnalysis

// The options of all commands that edit documents.

extension CommandOption where Self == Option<Bool> {
    static var diff: Self {
        Option(name: "diff", summary: "write nothing, and show the edits as a patch; this is the default")
    }

    static var apply: Self {
        Option(
            name: "apply",
            summary: "write the files, all of them or none, and keep their formatting; print the result for \"-\"")
    }
}

/// What happens with the edits of a run.
enum EditMode: Equatable {
    /// They are shown as a patch.
    case diff
    /// The files are written.
    case write
    /// The one document, which is not a file, is printed.
    case print

    /// What the options ask for. Edits are only shown by default.
    ///
    /// - Throws: `UsageError` if the options contradict each other, or the documents cannot be written.
    init(_ arguments: ParsedArguments, of documents: [EditableDocument]) throws(UsageError) {
        guard arguments[.apply] else {
            self = .diff
            return
        }
        guard !arguments[.diff] else {
            throw .other(problem: "--diff and --apply exclude each other", help: "omit one of the two")
        }
        guard let document = documents.first(where: { !$0.isFile }) else {
            self = .write
            return
        }
        guard documents.count == 1 else {
            throw .other(
                problem: "--apply writes several files, and \(document.loaded.name) is not a file",
                help: "run it for \(document.loaded.name) alone, which prints the document")
        }
        self = .print
    }

    /// Checks that nothing but the document is printed.
    ///
    /// - Throws: `UsageError` if a format other than text is to be printed.
    func check<Format: ReportFormat>(_ output: ReportOutput<Format>) throws(UsageError) {
        guard self == .print, let format = output.formats.first, format != .text else { return }
        throw .other(
            problem: "--apply prints the document, and --format \(format.rawValue) prints a report",
            help: "write the report to a file: --report \(format.rawValue)=PATH")
    }
}
