import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<Bool> {
    fileprivate static var check: Self {
        Option(
            name: "check",
            summary: "write nothing; list the files that would be reformatted, and exit 1 if there are any")
    }

    fileprivate static var diff: Self {
        Option(name: "diff", summary: "write nothing; print a patch, and exit 1 if it is not empty")
    }
}

extension Command {
    static let format = Command(
        name: "fmt",
        aliases: ["format"],
        summary: "write documents in the canonical layout, without changing any value",
        examples: [
            Example(line: "flagctl fmt Configs/app.json", meaning: "reformat a file"),
            Example(line: "flagctl fmt --check Configs", meaning: "list the files that would be reformatted"),
            Example(line: "flagctl fmt - < app.json", meaning: "reformat standard input to standard output"),
        ],
        operands: [.files],
        options: [.check, .diff, .exclude, .config, .standardInputName, .color, .exitZero],
        notes: [
            "Docs/DocumentFormat.md describes the layout. Only files whose text changes are written, all of them or none. "
                + "Standard input, pipes and files of a git revision are written to standard output.",
            "In a directory, and among the files that match a pattern, JSON files that are not settings documents are "
                + "skipped with a message. Files that the command line names are never skipped.",
            "Before anything is written, the JSON and the values for every version are compared with the original.",
            "Exit codes: 0 done, or nothing to reformat with --check or --diff; 1 something to reformat with --check or "
                + "--diff; 2 a file cannot be read or written, or is not a settings document.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let batch = EditableDocument.read(arguments, session: &session)
            let writes = !arguments[.check] && !arguments[.diff]
            if writes, batch.documents.count > 1 { try batch.documents.checkAreFiles(for: "fmt of several documents") }
            var status: ExitStatus = .clean
            var isComplete = batch.isComplete
            var replacements: [FileReplacement] = []
            for document in batch.documents {
                do throws(EditedDocument.Failure) {
                    let formatted = try FormattedDocument(document.loaded.settings)
                    if writes {
                        if !document.isFile {
                            session.output.write(bytes: formatted.bytes)
                        } else if !formatted.isUnchanged, let file = document.replacement(with: formatted.bytes) {
                            replacements.append(file)
                        }
                    } else if !formatted.isUnchanged {
                        status.take(.found)
                        if arguments[.diff] {
                            document.patch(to: formatted.bytes).write(to: &session.output)
                        } else {
                            session.output.write("\(PlainText.escaped(document.loaded.name))\n")
                        }
                    }
                } catch {
                    document.report(error, in: &session)
                    isComplete = false
                }
            }
            if replacements.write(isComplete: isComplete, session: &session) {
                for replacement in replacements {
                    session.messages.write("\(PlainText.escaped(replacement.path)): reformatted, no value changed\n")
                }
            }
            return status
        })
}
