import FlagResolver

extension Option {
    private static let twoVersions =
        "the app version goes here, as in --version 1.4.0; the version of flagctl itself is \"flagctl --version\""

    /// The app versions to resolve for. The tool's own version has the same name, and the hint says so.
    static let versions = Option(
        name: "version", aliases: ["app-version"], argument: .text("V[,V…]"), use: .atLeastOnce,
        summary: "the app version to resolve for, or several", hintForMissingValue: twoVersions)

    /// The app version to explain.
    static let version = Option(
        name: "version", aliases: ["app-version"], argument: .text("V"),
        summary: "the app version; without it, every version is told", hintForMissingValue: twoVersions)

    fileprivate static let onlyOverridden = Option(
        name: "only-overridden", summary: "leave out the settings that have their default")
    fileprivate static let explain = Option(
        name: "explain", summary: "say for each value which entry gave it, and where")
    fileprivate static let expect = Option(
        name: "expect", argument: .file("FILE"),
        summary: "compare with a JSON result saved before; a difference is shown, and exits 1")
    fileprivate static let prefix = Option(
        name: "prefix", argument: .text("PREFIX"),
        summary: "begin every variable of the format env with this, such as APP_")
    fileprivate static let strict = Option(
        name: "strict", summary: "exit 1 where an entry or a setting has an issue", isCommon: true)
}

extension Command {
    private static let resolveFormats = ResolveReport.Format.allCases.map(\.rawValue)

    static let resolve = Command(
        name: "resolve",
        summary: "effective values for one or more app versions",
        examples: [
            Example(line: "flagctl resolve --version 1.4.0 Configs/app.json", meaning: "every value in 1.4.0"),
            Example(
                line: "flagctl resolve --version 1.4.2 --flag payments --format value Configs/app.json",
                meaning: "one bare value, for a script"),
            Example(
                line: "flagctl resolve --version 1.4.0,2.0.0 Configs", meaning: "two versions side by side, every file"),
            Example(
                line: "flagctl resolve --version 1.4.0 --format json origin/main:Configs/app.json",
                meaning: "the file as it is on another branch, as JSON"),
            Example(
                line: "flagctl resolve --version 1.4.0 --expect expected.json Configs/app.json",
                meaning: "fail where a value is not the one saved before"),
            Example(
                line: "flagctl resolve --version 1.4.0 --format env --prefix APP_ Configs/app.json",
                meaning: "assignments for a shell, such as APP_CHECKOUT='compact'"),
        ],
        operands: [
            Operand(name: "FILE", count: .oneOrMore, summary: "a file, a directory, a quoted glob, REV:PATH, or \"-\"")
        ],
        options: [
            .versions, .flag, .explain, .onlyOverridden, .expect, .prefix, .strict, .patch, .order,
            .format(resolveFormats),
            .report, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "The value of a setting is that of the first entry, in the document's order, whose requirement contains the "
                + "app version, or its default.",
            "Text and CSV show a string bare unless it could be taken for something else; then it is quoted as in JSON. "
                + "\"value\" is always bare.",
            "\"env\" writes NAME='value' for a shell: the name in upper case, every character that is not an ASCII letter or "
                + "digit as \"_\". A name that a shell or common programs use, such as PATH, is an error: --prefix avoids "
                + "it.",
            "Exit codes: 0 resolved; 1 a difference (--expect) or an issue (--strict); 2 a file cannot be read, a "
                + "setting cannot be resolved, or the command line is wrong.",
        ],
        run: { (arguments, session) throws(UsageError) in
            var run = ResolveRun(try ResolveRequest(arguments))
            return run.run(in: &session)
        })
}

extension ResolveRequest {
    /// Checks what the options say together.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        versions = try AppVersion.list(arguments.all(.versions), of: .versions)
        flags = arguments.all(.flag)
        isOnlyOverridden = arguments.has(.onlyOverridden)
        isExplained = arguments.has(.explain)
        isStrict = arguments.has(.strict)
        isInDocumentOrder = arguments.value(.order) == "document"
        expectation = arguments.value(.expect)
        patches = arguments.all(.patch)
        files = arguments.operands
        standardInputName = arguments.value(.standardInputName)
        let formats = ResolveReport.Format.allCases.map(\.rawValue)
        format = arguments.value(.format(formats)).flatMap(ResolveReport.Format.init) ?? .text
        reports = try ReportRequest.parse(arguments.all(.report), formats: formats)
        variablePrefix = try Self.variablePrefix(arguments)
        let all = [format] + reports.compactMap { ResolveReport.Format(rawValue: $0.format) }
        for format in all { try check(format) }
        guard all.contains(.environment) || variablePrefix.isEmpty else {
            throw .badValue(
                .prefix, value: variablePrefix, problem: "only the format env has variables", help: "add --format env")
        }
    }

    private static func variablePrefix(_ arguments: ParsedArguments) throws(UsageError) -> String {
        guard let prefix = arguments.value(.prefix) else { return "" }
        guard ShellVariable.isName(prefix) else {
            throw .badValue(
                .prefix, value: prefix, problem: "a shell variable cannot begin with this",
                help: "use ASCII letters, digits and \"_\", and no digit first: --prefix APP_")
        }
        return prefix
    }

    /// `env` and `value` have no place to name a version, and `value` none to name a setting.
    private func check(_ format: ResolveReport.Format) throws(UsageError) {
        let option = Option.format([])
        if format == .environment || format == .value, versions.count > 1 {
            throw .badValue(
                option, value: format.rawValue, problem: "one --version is needed, and there are \(versions.count)",
                help: "run once for each version, or use --format csv")
        }
        if format == .value, flags.count != 1 {
            throw .badValue(
                option, value: format.rawValue,
                problem: "one --flag is needed, and there \(flags.isEmpty ? "is none" : "are \(flags.count)")",
                help: "add --flag NAME, or use --format csv")
        }
    }
}

extension AppVersion {
    /// The versions in the values of an option, separated by commas; a version given twice counts once.
    static func list(_ values: [String], of option: Option) throws(UsageError) -> [AppVersion] {
        guard !values.isEmpty else { throw .missingOption(option) }
        var versions: [AppVersion] = []
        for value in values {
            for text in value.split(separator: ",", omittingEmptySubsequences: false) {
                let version = try one(String(text), of: option)
                if !versions.contains(version) { versions.append(version) }
            }
        }
        return versions
    }

    static func one(_ text: String, of option: Option) throws(UsageError) -> AppVersion {
        do throws(VersionSyntaxError) {
            return try AppVersion(parsing: text)
        } catch {
            // What has no digit was hardly meant as a version: a value was forgotten, and the next word taken for it.
            let hint = text.contains(where: \.isNumber) ? nil : option.hintForMissingValue
            throw .badValue(option, value: text, problem: "\(error)", help: hint)
        }
    }
}
