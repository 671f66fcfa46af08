import FlagAnalysis
import FlagResolver

extension Option {
    fileprivate static let check = Option(
        name: "check", summary: "write nothing; list the files that are laid out otherwise, and exit 1 if there are any"
    )
    fileprivate static let diff = Option(
        name: "diff", summary: "write nothing; print a patch, and exit 1 if there is anything in it")
}

extension Command {
    static let format = Command(
        name: "fmt",
        aliases: ["format"],
        summary: "the canonical layout, proved to change no value",
        examples: [
            Example(line: "flagctl fmt Configs/app.json", meaning: "lay the file out, if it is laid out otherwise"),
            Example(line: "flagctl fmt --check Configs", meaning: "list the files that are laid out otherwise"),
            Example(line: "flagctl fmt - < app.json", meaning: "from standard input to standard output"),
        ],
        operands: [
            Operand(name: "FILE", count: .oneOrMore, summary: "a file, a directory, a quoted glob, REV:PATH, or \"-\"")
        ],
        options: [.check, .diff, .standardInputName, .color, .exitZero],
        notes: [
            "Docs/DocumentFormat.md describes the layout. Only files whose text changes are written, all of them or none; "
                + "standard input, pipes and files of a git revision go to standard output.",
            "A directory or a pattern stands for the documents in it: other JSON files are skipped, with a message. A file "
                + "that is named itself is not.",
            "The JSON before and after is compared, and the values for every version, before anything is written.",
            "Exit codes: 0 done, or with --check and --diff nothing to do; 1 with these, something to do; 2 a file "
                + "cannot be read, is no document of settings, or cannot be written.",
        ],
        run: { (arguments, session) throws(UsageError) in
            var status: ExitStatus = .clean
            let batch = EditableDocument.read(arguments.operands, arguments, status: &status, session: &session)
            let writes = !arguments.has(.check) && !arguments.has(.diff)
            if writes, batch.documents.count > 1 { try batch.documents.checkAreFiles(for: "fmt of several documents") }
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
                        if arguments.has(.diff) {
                            document.patch(to: formatted.bytes).write(to: &session.output)
                        } else {
                            session.output.write("\(PlainText.escaped(document.loaded.name))\n")
                        }
                    }
                } catch {
                    document.report(error, status: &status, session: &session)
                    isComplete = false
                }
            }
            if replacements.write(isComplete: isComplete, status: &status, session: &session) {
                for replacement in replacements {
                    session.messages.write("\(PlainText.escaped(replacement.path)): laid out anew, no value changed\n")
                }
            }
            return status
        })
}
