import FlagAnalysis

extension CommandOption where Self == Option<Bool> {
    static var fixesFindings: Self {
        Option(name: "fix", summary: "also show the fixes that change no value, as a patch")
    }

    static var unsafeFixes: Self {
        Option(
            name: "unsafe-fixes", summary: "with --fix: also fixes that change values, with what changes for whom")
    }

    static var showsFixes: Self {
        Option(name: "diff", summary: "with --fix: write nothing, and show the fixes as a patch; this is the default")
    }

    static var appliesFixes: Self {
        Option(
            name: "apply", summary: "with --fix: write the files, all of them or none; print what \"-\" becomes")
    }
}

/// What happens with the fixes of a run.
enum FixMode: Equatable {
    /// They are shown as a patch.
    case diff
    /// The files are written.
    case write
    /// The one document, which is not a file, is printed.
    case print

    /// What the options ask for; `nil` without `--fix`.
    ///
    /// - Throws: `UsageError` if the options contradict each other.
    static func of(_ arguments: ParsedArguments) throws(UsageError) -> FixMode? {
        guard arguments[.fixesFindings] else {
            for option: Option<Bool> in [.unsafeFixes, .showsFixes, .appliesFixes] where arguments[option] {
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
        guard arguments[.appliesFixes] else { return .diff }
        guard !arguments[.showsFixes] else {
            throw .other(problem: "--diff writes nothing, and --apply writes", help: "leave out one of the two")
        }
        let others = arguments[.files].filter { $0 == "-" }
        guard !others.isEmpty else { return .write }
        guard arguments[.files].count == 1 else {
            throw .other(
                problem: "--apply writes several files, and standard input is not a file",
                help: "run it for \"-\" alone, which prints the document")
        }
        return .print
    }
}
