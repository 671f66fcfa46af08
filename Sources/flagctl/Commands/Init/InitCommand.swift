import FlagAnalysis
import FlagResolver
import FlagStore

extension CommandOperand where Self == Operand<String?> {
    fileprivate static var folder: Self {
        Operand(optional: .text("DIRECTORY"), summary: "where to create the files; the working directory by default")
    }
}

extension CommandOption where Self == Option<String?> {
    fileprivate static var document: Self {
        Option(
            name: "document", value: .pathBelow("PATH"),
            summary: "the path of the document in DIRECTORY; the only document there or Flags.json is the default")
    }
}

extension CommandOption where Self == Option<String> {
    fileprivate static var repository: Self {
        Option(
            name: "repository", value: .repository("OWNER/NAME"), default: ToolRevision.officialRepository,
            summary: "the repository on GitHub that flagctl and its schemas come from")
    }

    fileprivate static var revision: Self {
        Option(
            name: "revision", value: .revision("REV"), default: ToolVersion.current,
            summary: "the tag or commit of the repository; \(ToolVersion.current) is the default")
    }
}

extension ArgumentType where Value == String {
    /// The path of a file below a folder.
    fileprivate static func pathBelow(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            let names = FilePath.names(of: text)
            guard !FilePath.isAbsolute(text), !names.contains(".."), text.ends(withBytesOf: ".json"),
                FolderContent.documents.includes(text)
            else {
                throw .badValue(
                    label, value: text, problem: "expected a path below the directory that ends with \".json\"",
                    help: "as in Sources/App/Flags.json")
            }
            guard InitialFiles.canName(text) else {
                throw .badValue(
                    label, value: text, problem: InitialFiles.unusablePath, help: InitialFiles.helpForUnusablePath)
            }
            return names.filter { $0 != "." }.joined(separator: "/")
        }
    }

    fileprivate static func revision(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            let isPlain = text.utf8.allSatisfy { $0.isNameCharacter || $0 == UInt8(ascii: "/") }
            guard isPlain, !text.isEmpty, !text.starts(withBytesOf: "-") else {
                throw .badValue(
                    label, value: text, problem: "expected a tag or a commit", help: "as in \(ToolVersion.current)")
            }
            return text
        }
    }

    fileprivate static func repository(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            let parts = text.parts(separatedBy: "/")
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isNameCharacter) }) else {
                throw .badValue(
                    label, value: text, problem: "expected the owner and the name of a repository on GitHub",
                    help: "as in example/version-flags")
            }
            return text
        }
    }
}

extension Command {
    static let `init` = Command(
        name: "init",
        summary: "create a first document, a policy, a project file and a workflow",
        examples: [
            Example(line: "flagctl init", meaning: "in the working directory, for the document there if there is one"),
            Example(
                line: "flagctl init --document Sources/App/Flags.json",
                meaning: "with the document in a target of a Swift package, for the plugin FlagKeys"),
        ],
        operands: [.folder],
        options: [
            .document, .repository, .revision, .format(InitReport.Format.self), .report(InitReport.Format.self), .color,
        ],
        notes: [
            "For a document that exists, the policies state what holds for its settings today; a new document is an example. Without "
                + "--document, the directory is searched for one.",
            "Nothing is overwritten: a file that exists is kept. All files can be changed freely.",
            "Exit codes: 0 every file exists now; 2 a file cannot be created, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let folder = arguments[.folder] ?? ""
            let files = InitialFiles(
                for: try ExistingProject(in: folder, document: arguments[.document]),
                tool: ToolRevision(repository: arguments[.repository], name: arguments[.revision]))
            do throws(ReportTargets.Conflict) {
                let report = try InitReport(creating: files, in: folder, &session)
                return ReportOutput(arguments).write(report, in: &session)
            } catch {
                throw error.usageError
            }
        })
}
