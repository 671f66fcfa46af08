import FlagAnalysis
import FlagImport
import FlagResolver

/// One run of `import`.
struct ImportRun {
    private let arguments: ParsedArguments
    private let options: FirebaseOptions

    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.arguments = arguments
        let isFirebase = arguments[.importedSystem] == .firebase
        guard isFirebase || arguments[.importedApp].isEmpty && arguments[.givenDefault].isEmpty else {
            throw .other(
                problem: "--app and --default are for templates of Firebase: other files say this themselves",
                help: "omit them")
        }
        var options = FirebaseOptions()
        for app in arguments[.importedApp] {
            if let platform = app.platform {
                options.platforms[ExactText(app.identifier)] = platform
            } else {
                guard options.onlyApp == nil else {
                    throw .other(
                        problem: "two apps are given without a platform, and a document is for one of them",
                        help: "give one app, or platforms: --app ID=PLATFORM")
                }
                options.onlyApp = app.identifier
            }
        }
        for given in arguments[.givenDefault] { options.defaults[ExactText(given.name)] = given.value }
        self.options = options
    }

    func run(in session: inout Session) throws(UsageError) -> ExitStatus {
        guard let reader = DocumentReader(patches: [], session: &session),
            let tree = reader.json(of: inputSource, in: &session)
        else { return .failed }
        let name = inputSource.name
        let source = source(of: tree)
        let text = SourceText(name: name, bytes: tree.bytes[...])
        for problem in source.problems { session.report(Diagnostic(problem, in: text)) }
        try checkNames(source)
        let document: ImportedDocument
        let statement: ImportStatement
        do throws(DocumentError) {
            document = try ImportedDocument(source)
            statement = try ImportStatement(source, document)
        } catch {
            session.report(
                Diagnostic(
                    subject: .name(name), severity: .error,
                    message: "the file cannot be imported: \(error.message)", code: error.code.rawValue))
            return .failed
        }
        guard !source.problems.contains(where: { $0.code == .badTemplate }) || !source.settings.isEmpty else {
            return .failed
        }
        var report = ImportReport(text, source, document, statement, accepting: arguments[.accept])
        for setting in statement.settings {
            guard case .failed(let failure) = setting.outcome else { continue }
            session.report(Diagnostic(failure, of: setting, in: text))
        }
        if let path = arguments[.comparedImport] {
            guard let old = reader.document(from: .optionFile(path), in: &session) else { return .failed }
            report.compare(with: old, as: arguments[.importOutput] ?? name)
        }
        session.reportUnused(
            arguments[.accept].map { SettingPattern($0) }, of: "--accept", found: report.inexact.map(\.name))
        write(document, in: &session)
        return ReportOutput<ImportReport.Format>.writeBesideResult(report, of: arguments, in: &session)
    }

    private var inputSource: InputSource {
        arguments[.importedFile] == "-"
            ? .standardInput(name: arguments[.standardInputName]) : .file(arguments[.importedFile])
    }

    private func source(of tree: JSONTree) -> ImportSource {
        switch arguments[.importedSystem] {
        case .firebase:
            FirebaseTemplate.source(of: tree, options, zones: TimeZones(file: FileSystem.timeZoneFile(named:)))
        case .configcat: ConfigCatConfig.source(of: tree)
        }
    }

    /// - Throws: `UsageError` if an option names a setting that the file does not have, or that does not need it.
    private func checkNames(_ source: ImportSource) throws(UsageError) {
        guard source.problems.isEmpty else { return }
        let names = source.settings.map(\.name)
        for given in arguments[.givenDefault] {
            guard let setting = source.settings.first(where: { $0.name.hasSameBytes(as: given.name) }) else {
                throw .other(
                    problem: "--default \(quoted(given.name)): the file has no such \(source.settingWord)",
                    help: Spelling.nearest(to: given.name, in: names).map { Spelling.didYouMean("\"\($0)\"") }
                        ?? "correct the name")
            }
            guard setting.defaultValue.json == nil else {
                throw .other(
                    problem: "--default \(quoted(given.name)): the \(source.settingWord) has a default in the file",
                    help: "omit the option")
            }
        }
        for name in arguments[.accept] {
            let pattern = SettingPattern(name)
            guard !names.contains(where: { pattern.matches(Array($0.utf8)) }) else { continue }
            throw .other(
                problem: "--accept \(quoted(name)): the file has no such \(source.settingWord)",
                help: Spelling.nearest(to: name, in: names).map { Spelling.didYouMean("\"\($0)\"") }
                    ?? "correct the name")
        }
    }

    private func write(_ document: ImportedDocument, in session: inout Session) {
        guard let path = arguments[.importOutput] else { return session.output.write(bytes: document.bytes) }
        GeneratedFile(path: path, bytes: document.bytes, inputs: RunInputs(arguments, of: .import)).write(in: &session)
    }
}

extension Diagnostic {
    /// Something in a file of another system that cannot be read.
    init(_ problem: ImportProblem, in text: SourceText) {
        self.init(
            subject: .location(Location(source: text, span: problem.span)), severity: .error,
            message: PlainText.escaped(problem.message), code: problem.code.rawValue, help: problem.help)
        if let span = problem.related {
            related = [RelatedLocation(location: Location(source: text, span: span), message: "the first is here")]
        }
    }

    /// A setting that cannot be compared with the other system.
    fileprivate init(_ failure: CaseSpace.Failure, of setting: ImportStatement.Setting, in text: SourceText) {
        let escape = { (text: String) in PlainText.escaped(text) }
        self.init(
            subject: .location(Location(source: text, span: setting.source.span)), severity: .error,
            message: "in \(NameText.quoted(setting.name)): \(failure.message(escape: escape))", code: failure.code,
            setting: setting.name, notes: [failure.note(escape: escape)].compactMap { $0 }, help: failure.help)
    }
}
