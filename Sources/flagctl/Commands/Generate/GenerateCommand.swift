import FlagAnalysis
import FlagCode
import FlagResolver

extension CommandOperand where Self == Operand<CodeLanguage> {
    fileprivate static var language: Self {
        Operand(.choice("LANGUAGE"), summary: "the language of the code: swift")
    }
}

extension CommandOption where Self == Option<SwiftAccess> {
    fileprivate static var access: Self {
        Option(
            name: "access", value: .choice("LEVEL"), default: .internal,
            summary: "the access level of the declarations: internal (the default), package or public")
    }
}

extension CommandOption where Self == Option<SwiftIdentifier?> {
    fileprivate static var namespace: Self {
        Option(
            name: "namespace", value: .namespace("NAME"),
            summary: "the enum that contains the settings; Flags by default")
    }
}

extension CommandOption where Self == Option<Bool> {
    fileprivate static var check: Self {
        Option(
            name: "check",
            summary: "compare the file of --output with the code instead of writing it; exit 1 if it differs")
    }
}

extension CommandOption where Self == Option<String?> {
    fileprivate static var output: Self {
        Option(
            name: "output", value: .outputFile("FILE"),
            summary: "write a file, only if its content changes, instead of standard output")
    }
}

/// A language that code is generated in.
enum CodeLanguage: String, Sendable, CaseIterable {
    case swift
}

extension Command {
    static let generate: Command = Command(
        name: "generate",
        summary: "typed Swift keys for the settings of a document",
        examples: [
            Example(
                line: "flagctl generate swift Configs/app.json",
                meaning: "the keys of all settings, with their types and defaults"),
            Example(
                line:
                    "flagctl generate swift --access public --namespace Shop --output Shop.swift Configs/app.json",
                meaning: "the same for other modules, in a file"),
            Example(
                line: "flagctl generate swift --check --output Shop.swift Configs/app.json",
                meaning: "fail if the file is not what the document gives now"),
        ],
        operands: [.language, .file],
        options: [
            .access, .namespace, .output, .check, .patch, .exclude, .config, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "The code needs FlagStore and nothing else. The types come from the \"type\" and \"enum\" of each setting, or from "
                + "all of its values; the document's defaults become those of the code.",
            "The build tool plugin FlagKeys does the same at each build.",
            "With --check, nothing is written: give the options with which the file was generated.",
            "Exit codes: 0 generated, or current with --check; 1 the file is not current; 2 the document cannot be read or has an error, its values have no common type, two "
                + "names collide, or the file cannot be read or written.",
        ],
        run: { (arguments, session) throws(UsageError) in
            guard !arguments[.check] || arguments[.output].map({ !ReportTargets.isStandardOutput($0) }) ?? false else {
                throw .other(problem: "--check needs the file to compare with the code", help: "add --output FILE")
            }
            guard let document = try arguments.oneDocument(in: &session),
                let namespace = arguments[.namespace] ?? SwiftIdentifier(namespace: "Flags")
            else { return .failed }
            var problems: [CodeProblem] = []
            let source = SwiftSource(
                of: document.settings, fileName: document.fileName, namespace: namespace, access: arguments[.access],
                problems: &problems)
            for problem in problems { session.report(Diagnostic(problem, in: document)) }
            guard problems.isEmpty else { return .failed }
            guard let path = arguments[.output] else {
                session.output.write(source.text)
                return .clean
            }
            let inputs = RunInputs(arguments, of: generate)
            let file = GeneratedFile(path: path, bytes: Array(source.text.utf8), inputs: inputs)
            if arguments[.check] { return file.check(against: document.name, in: &session) }
            file.write(in: &session)
            return .clean
        })
}

extension ArgumentType where Value == SwiftIdentifier {
    fileprivate static func namespace(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            guard let namespace = SwiftIdentifier(namespace: text) else {
                throw .badValue(
                    label, value: text, problem: "expected the name of a Swift type that generated code does not use",
                    help: "as in Flags or ShopFlags")
            }
            return namespace
        }
    }
}

extension LoadedDocument {
    /// The last component of the name: no folder, and no git revision.
    fileprivate var fileName: String {
        name.split { $0 == "/" || $0 == ":" }.last.map { String($0) } ?? name
    }
}

extension Diagnostic {
    /// Why a document has no code.
    init(_ problem: CodeProblem, in document: LoadedDocument) {
        self.init(
            subject: document.subject(problem.span), severity: .error, message: problem.message, code: problem.code,
            help: problem.help)
        if let other = problem.related {
            related = [RelatedLocation(location: document.location(other.span), message: other.note)]
        }
    }
}
