import FlagAnalysis
import FlagResolver
import FlagSigning

extension CommandOption where Self == Option<Bool> {
    fileprivate static var check: Self {
        Option(
            name: "check",
            summary: "like --diff, but list the files instead of a patch")
    }
}

extension Command {
    static let format = Command(
        name: "fmt",
        aliases: ["format"],
        summary: "write documents in the canonical layout, without changing any value",
        examples: [
            Example(line: "flagctl fmt Configs/app.json", meaning: "show what would change, as a patch"),
            Example(line: "flagctl fmt --apply Configs", meaning: "reformat all files in a directory"),
            Example(line: "flagctl fmt --check Configs", meaning: "list the files that would be reformatted"),
            Example(
                line: "flagctl fmt --apply - < Configs/app.json", meaning: "reformat standard input to standard output"),
        ],
        operands: [.files],
        options: [.diff, .check, .apply, .exclude, .config, .standardInputName, .color, .exitZero],
        notes: [
            "The layout has two spaces per level, a line for each member and each entry, and a fixed order of the members of "
                + "settings and entries. A signed document that changes loses its signatures. With --apply, only files whose text changes are written, all "
                + "of them or none. Standard input, a pipe or a file of a git revision is printed.",
            "In a directory, and among the files that match a pattern, JSON files that are not settings documents are "
                + "skipped with a message. Files that the command line names are never skipped.",
            "Before anything is written, the JSON and the values for every version are compared with the original.",
            "Exit codes: 0 nothing to reformat, or done with --apply; 1 something to reformat; 2 a file cannot be read or "
                + "written, or is not a settings document.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let batch = EditableDocument.read(arguments, session: &session)
            guard !arguments[.check] || !arguments[.apply] else {
                throw .other(problem: "--check and --apply exclude each other", help: "omit one of the two")
            }
            let mode = try EditMode(arguments, of: batch.documents)
            var status: ExitStatus = .clean
            var isComplete = batch.isComplete
            var replacements: [FileReplacement] = []
            for document in batch.documents {
                do throws(EditedDocument.Failure) {
                    let formatted = try FormattedDocument(document.unsigned)
                    // The signatures of a document in the canonical layout stay.
                    let old = document.loaded.tree.bytes
                    let isUnchanged =
                        formatted.isUnchanged && !document.isSigned
                        || document.isSigned
                            && SignedDocument.prefix(of: formatted.bytes) == SignedDocument.prefix(ofSigned: old)
                    switch mode {
                    case .print where isUnchanged: session.output.write(bytes: old)
                    case .print:
                        session.noteRemovedSignatures(of: document.loaded.name, from: old, to: formatted.bytes)
                        session.output.write(bytes: formatted.bytes)
                    case .diff where isUnchanged: break
                    case .write where isUnchanged: break
                    case .write:
                        if let file = document.replacement(with: formatted.bytes) { replacements.append(file) }
                    case .diff:
                        status.combine(with: .found)
                        if arguments[.check] {
                            session.output.writeForLogs { $0.write("\(PlainText.escaped(document.loaded.name))\n") }
                        } else {
                            let patch = document.patch(to: formatted.bytes)
                            patch.write(for: session.output.display, to: &session.output)
                            session.reportRefusal(of: patch, to: document.loaded.name)
                        }
                    }
                } catch {
                    session.report(error, of: document.loaded.name)
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
