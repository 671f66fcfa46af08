import FlagAnalysis
import FlagResolver
import FlagSigning
import FlagStore

/// The result of `config`: the arguments from the project file, the environment and the defaults of options.
struct ConfigReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
    }

    /// An argument with its effective value.
    struct Row {
        /// The member of the project file: `failOn`, `formats.check`, `platforms.ios.inputs`.
        let member: String
        /// The option; `nil` for operands and platforms.
        let option: OptionDeclaration?
        let value: ArgumentDefaults.Value

        /// The texts of the value, without keys that somebody has written in the place of a name.
        var texts: [String] {
            value.texts.map { text in
                // The folder of the project file is put before a path.
                let isKey = [text, FilePath.split(text).name].contains { PrivateKeyText.isKey($0) }
                return isKey && !FileSystem.exists(text) ? "(a key, which is not shown)" : text
            }
        }
    }

    /// The path of the project file; `nil` if there is none.
    let project: String?
    let rows: [Row]
    var failures = RunFailures()

    /// - Returns: `nil` if the project file cannot be read, which has been reported.
    /// - Throws: `UsageError` if a variable has a value that its option does not accept.
    init?(_ arguments: ParsedArguments, in session: inout Session) throws(UsageError) {
        let path = arguments[.config]
        guard let defaults = ProjectFile.defaults(in: path, &session) else { return nil }
        project = path
        var rows: [Row] = [
            Row(
                member: ProjectMember.inputs.rawValue, option: nil,
                value: defaults.documents ?? .init(texts: [], origin: .builtIn))
        ]
        for platform in defaults.platforms {
            let member = "\(ProjectMember.platforms.rawValue).\(platform.name)"
            rows.append(Row(member: "\(member).inputs", option: nil, value: platform.inputs))
            if let releases = platform.releases {
                rows.append(Row(member: "\(member).releases", option: nil, value: releases))
            }
            if let readers = platform.readers {
                rows.append(Row(member: "\(member).readers", option: nil, value: readers))
            }
        }
        for member in ProjectMember.allCases {
            guard let (command, option) = member.option else { continue }
            rows.append(
                Row(
                    member: member.rawValue, option: option.declaration,
                    value: try defaults.effectiveValue(of: option, in: command)))
        }
        for command in Command.all {
            guard let option = command.option(named: "format") else { continue }
            let value = try defaults.effectiveValue(of: option, in: command.name)
            if case .builtIn = value.origin { continue }
            rows.append(
                Row(
                    member: "\(ProjectMember.formats.rawValue).\(command.name)", option: option.declaration,
                    value: value))
        }
        self.rows = rows
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    private func writeText(to buffer: inout TextBuffer) {
        var table = TextTable(columns: 3)
        func add(_ member: String, _ value: String, _ origin: String) {
            table.cell(member)
            table.cell(value)
            table.cell(origin)
        }
        add("project file", project.map { PlainText.escaped($0) } ?? "–", "")
        for row in rows {
            let texts = row.texts.map { PlainText.escaped($0) }
            add(row.member, texts.isEmpty ? "–" : texts.joined(separator: ", "), row.value.origin.text)
        }
        table.write(to: &buffer)
    }
}

extension ArgumentDefaults {
    /// The value that a command uses for an option that its command line omits.
    fileprivate func effectiveValue(of option: any CommandOption, in command: String) throws(UsageError) -> Value {
        guard let value = value(of: option.declaration, in: command) else {
            return Value(texts: (option.valueIfAbsent as? Severity).map { [$0.rawValue] } ?? [], origin: .builtIn)
        }
        if case .variable(let name) = value.origin {
            do throws(UsageError) {
                _ = try option.value(of: value.texts)
            } catch {
                throw .badVariable(name, message: error.message, help: error.help)
            }
        }
        return value
    }
}

extension ArgumentDefaults.Origin {
    fileprivate var text: String {
        switch self {
        case .variable(let name): name
        case .project(let location): "\(PlainText.escaped(location.source.name)):\(location.start.line)"
        case .builtIn: "default"
        }
    }
}

extension ConfigReport {
    static let json = JSONDocument<ConfigReport>("config", "the arguments of the project file and the environment") {
        Member(optional: "project", .text, "The path of the project file; missing if there is none.") { $0.project }
        Member("values", .list(of: row), "The arguments that the project file can give.") { $0.rows }
    }

    private static let row = JSONObject<Row> {
        Member(
            "member", .text,
            "The member of the project file; for a format, with the name of the command, and for a platform with its name."
        ) {
            $0.member
        }
        Member(optional: "option", .text, "The option that has precedence; missing for documents and platforms.") {
            $0.option.map { "--\($0.name)" }
        }
        Member(optional: "variable", .text, "The environment variable; missing for documents and platforms.") {
            $0.option?.variable
        }
        Member("value", .list(of: .text), "The effective texts; none if nothing gives a value.") { $0.texts }
        Member("origin", .text(matching: "^(variable|project|default)$"), "Where the value comes from.") {
            $0.value.origin.name
        }
        Member(optional: "location", Diagnostic.Location.json.type, "The location in the project file.") {
            $0.value.origin.location
        }
    }
}

extension ArgumentDefaults.Origin {
    fileprivate var name: String {
        switch self {
        case .variable: "variable"
        case .project: "project"
        case .builtIn: "default"
        }
    }

    fileprivate var location: Diagnostic.Location? {
        if case .project(let location) = self { location } else { nil }
    }
}
