import FlagAnalysis

extension CommandOption where Self == Option<Bool> {
    static var fixesFindings: Self {
        Option(name: "fix", summary: "also fix findings where no value changes: show a patch, or with --apply write it")
    }

    static var unsafeFixes: Self {
        Option(
            name: "unsafe-fixes",
            summary: "with --fix: also make fixes that change values, and show what changes for whom")
    }
}

extension EditMode {
    /// What the options of `check` ask for; `nil` without `--fix`.
    ///
    /// - Throws: `UsageError` if the options contradict each other.
    static func ofFixes(_ arguments: ParsedArguments) throws(UsageError) -> EditMode? {
        guard arguments[.fixesFindings] else {
            for option: Option<Bool> in [.unsafeFixes, .diff, .apply] where arguments[option] {
                throw .other(
                    problem: "\(option.declaration.label.text) is about fixes, and there are none without --fix",
                    help: "add --fix, or leave it out")
            }
            return nil
        }
        guard arguments[.patch].isEmpty else {
            throw .other(
                problem: "--fix edits one text, and --patch makes a document of several",
                help: "fix the document and the patch separately")
        }
        // Whether files can be written is not known until they are read.
        guard arguments[.apply], arguments[.files].contains("-") else { return try EditMode(arguments, of: []) }
        guard arguments[.files].count == 1 else {
            throw .other(
                problem: "--apply writes several files, and standard input is not a file",
                help: "run it for \"-\" alone, which prints the document")
        }
        guard !arguments[.diff] else { return try EditMode(arguments, of: []) }
        return .print
    }
}
