import FlagAnalysis
import FlagImport
import FlagResolver

/// A system whose files can be imported.
enum ImportedSystem: String, Sendable, CaseIterable {
    case firebase
    case configcat
}

extension CommandOperand where Self == Operand<ImportedSystem> {
    static var importedSystem: Self {
        Operand(.choice("SYSTEM"), summary: "the system that the file comes from: firebase or configcat")
    }
}

extension CommandOperand where Self == Operand<String> {
    static var importedFile: Self {
        Operand(.file("FILE"), summary: "the file of the system, or \"-\"")
    }
}

extension CommandOption where Self == Option<[String]> {
    static var accept: Self {
        Option(
            name: "accept", values: .text("NAME"),
            summary: "accept that this setting differs, or is left out; patterns such as \"checkout_*\" are possible")
    }
}

extension CommandOption where Self == Option<[GivenDefault]> {
    static var givenDefault: Self {
        Option(
            name: "default", values: .givenDefault("NAME=VALUE"),
            summary: "the default of a setting that has none in the file; the difference is stated", eachFor: \.name)
    }
}

extension CommandOption where Self == Option<[ImportedApp]> {
    static var importedApp: Self {
        Option(
            name: "app", values: .importedApp("ID[=PLATFORM]"),
            summary:
                "the platform of a Firebase app, such as 1:1:ios:a=ios; without a platform, the only app of the document",
            eachFor: \.identifier)
    }
}

extension CommandOption where Self == Option<String?> {
    static var comparedImport: Self {
        Option(
            name: "onto", value: .file("FILE"),
            summary: "also show what changes from this document, which was imported before")
    }

    static var importOutput: Self {
        Option(
            name: "output", value: .outputFile("FILE"),
            summary: "write the document to a file instead of standard output")
    }
}

extension Command {
    static let `import`: Command = Command(
        name: "import",
        summary: "a document from the file of another system, and for whom it differs",
        examples: [
            Example(
                line: "flagctl import firebase Configs/import/template.json",
                meaning: "the document, and on standard error for whom it differs"),
            Example(
                line: "flagctl import firebase Configs/import/template.json | flagctl check -",
                meaning: "find errors in a template, without any migration"),
            Example(
                line:
                    "flagctl import firebase --app 1:1:ios:a=ios --default banner='{\"title\":\"\"}' Configs/import/template.json",
                meaning: "with what the template does not say"),
            Example(
                line:
                    "flagctl import firebase --accept new_cart --output Shop.json --report markdown=import.md Configs/import/template.json",
                meaning: "a document and a report; the setting new_cart may differ"),
            Example(
                line: "flagctl import configcat Configs/import/config_v6.json",
                meaning: "the same for the configuration that apps with ConfigCat fetch"),
        ],
        operands: [.importedSystem, .importedFile],
        options: [
            .accept, .givenDefault, .importedApp, .comparedImport, .importOutput, .report(ImportReport.Format.self),
            .standardInputName, .color, .exitZero,
        ],
        notes: [
            "A condition that entries cannot express becomes no entry: nothing is guessed. The report states exactly for whom a "
                + "setting may therefore differ, with the place in the file that is the reason. Everybody else gets the value of "
                + "the other system, if the remarks of the report hold: they name what it relies on.",
            "A setting is suspect, and not exact, if check finds a condition in it that nobody satisfies, or a value that a store never "
                + "gives.",
            "Without --report, the report is text on standard error.",
            "Exit codes: 0 everybody gets the same values, if the remarks hold; 1 a setting differs for somebody, the old value "
                + "cannot be known, or a setting is suspect or left out, and --accept does not name it; 2 a part of the file cannot be read, and is left out, or "
                + "the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try ImportRun(arguments).run(in: &session)
        })
}

/// The value of `--default`.
struct GivenDefault: Sendable {
    let name: String
    let value: String
}

/// The value of `--app`.
struct ImportedApp: Sendable {
    let identifier: String
    /// `nil` for the only app of the document.
    let platform: String?
}

extension ArgumentType where Value == GivenDefault {
    fileprivate static func givenDefault(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            guard let (name, value) = text.divided(at: "="), !name.isEmpty else {
                throw .badValue(
                    label, value: text, problem: "expected a name, \"=\" and a value",
                    help: "as in --default timeout=30")
            }
            return GivenDefault(name: String(name), value: String(value))
        }
    }
}

extension ArgumentType where Value == ImportedApp {
    fileprivate static func importedApp(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            let parts = text.parts(separatedBy: "=", maxSplits: 1)
            guard let identifier = parts.first, !identifier.isEmpty, parts.last?.isEmpty == false else {
                throw .badValue(
                    label, value: text, problem: "expected the ID of an app, or an ID, \"=\" and a platform",
                    help: "as in --app 1:1:ios:a=ios")
            }
            return ImportedApp(
                identifier: String(identifier), platform: parts.count == 2 ? String(parts[1]) : nil)
        }
    }
}
