import FlagAnalysis
import FlagResolver

extension CommandOperand where Self == Operand<String> {
    fileprivate static var setting: Self {
        Operand(
            .setting("NAME"),
            summary: "a setting such as checkout.style; a group or a pattern such as 'checkout.*' lists its settings")
    }
}

extension Command {
    static let explain = Command(
        name: "explain",
        summary: "why a setting has its value",
        examples: [
            Example(
                line: "flagctl explain payments --version 1.4.2 Configs/app.json",
                meaning: "which entries match 1.4.2, which one wins, and for which versions the value holds"),
            Example(line: "flagctl explain payments Configs/app.json", meaning: "the values for all versions"),
            Example(
                line: "flagctl explain checkout --version 2.1.0 --attribute ring=beta Configs/targeting.json",
                meaning: "which conditions of each entry one user satisfies"),
            Example(line: "flagctl explain checkout Configs/targeting.json", meaning: "who gets which value"),
            Example(line: "flagctl explain checkout Configs/showcase.json", meaning: "the settings of a group"),
        ],
        operands: [.setting, .file],
        options: [
            .version, .attribute, .targetingKey, .instant, .context, .users, .cases, .releases, .readers, .patch,
            .documentTrust,
            .format(ExplainReport.Format.self),
            .report(ExplainReport.Format.self),
            .exclude, .config, .standardInputName,
            .color, .exitZero,
        ],
        notes: [
            "Entries are listed in document order, in which they are evaluated.",
            "With a part of the context (--version, --attribute, --key, --at, --context), a setting that tests more than the "
                + "version is explained for that one context. What is not given is absent.",
            "If the file of --context has overrides, as a debug menu of an app exports them, that of the setting is shown "
                + "before the value of the document, unless it ended before the date of the context.",
            "--where selects users and versions by conditions like those of entries.",
            "If more than 20 cases decide who gets what, text shows the entries in document order, each with whom it still "
                + "reaches; --cases shows the cases. JSON always has them.",
            "With --releases, each range names the shipped versions in it and their share of installs; for a setting that tests "
                + "more than the version, each value names the shipped versions in which some users get it. With --readers, it says "
                + "which recorded releases read the setting, as what, and what they get where that is not what the document says.",
            "Exit codes: 0 explained; 2 the file cannot be read, or has no such setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try MisplacedOperands.check(arguments[.setting], before: arguments[.file], of: "explain")
            let releases = ReleaseLists(arguments, in: &session)
            let readers = ReaderFolders(arguments, in: &session)
            let document = try arguments.oneDocument(among: arguments[.users], in: &session)
            let name = arguments[.setting]
            var given = arguments.contextWithOverrides(in: &session)
            if let version = arguments[.version] { given?.context.appVersion = version }
            let context = given?.context
            if arguments[.users] != nil, let context, context != EvaluationContext() {
                throw .other(
                    problem: "--where selects users, and the other options describe a single one",
                    help: "leave out --where, or --version, --attribute, --key, --at and --context")
            }
            var report = ExplainReport(name: name)
            if let document, let given, let context, let releases, let readers {
                if document.settings.index(named: name) == nil {
                    report.group = ExplainedGroup(
                        name, in: document, context, among: arguments[.users], releases.list(for: document.name),
                        session: &session)
                    report.group?.showsCases = arguments[.cases]
                    if let path = arguments[.context] { session.report(ignored: given.overrides, of: path) }
                }
                if report.group == nil {
                    report.explanation = Explanation(
                        of: name, in: document, context, among: arguments[.users], session: &session)
                    report.explanation?.releases = releases.list(for: document.name)
                    report.explanation?.readers = readers.readers(for: document.name)
                    report.explanation?.showsCases = arguments[.cases]
                    report.explanation?.override = given.override(of: name)
                }
            }
            return ReportOutput(arguments).write(report, in: &session)
        })
}

extension Explanation {
    /// Explains a setting. If the document does not have it, or it has no value, that is reported.
    init?(
        of name: String, in document: LoadedDocument, _ context: EvaluationContext,
        among selection: UserSelection? = nil,
        session: inout Session
    ) {
        guard let setting = document.settings.index(named: name) else {
            session.report(.unknownSetting(name, in: [document], &session.suggestions))
            return nil
        }
        for issue in document.issues where issue.settingIndex == setting {
            session.report(Diagnostic(issue, in: document))
        }
        let isForContext = context != EvaluationContext() && selection == nil
        let testsMore = document.loaded.testsMoreThanVersion(setting)
        // Conditions on the version alone look at nothing else in a context.
        let known = testsMore ? context : EvaluationContext(appVersion: context.appVersion)
        guard !document.loaded[setting].isUnresolvable else { return nil }
        guard !isForContext || !testsMore else {
            self.init(document: document, settingIndex: setting, function: nil, context: known)
            return
        }
        do throws(CaseSpace.Failure) {
            let space = document.space
            guard let function = try SettingFunction(of: setting, in: space) else { return nil }
            let users = try selection.map { (selection) throws(CaseSpace.Failure) in try selection.users(in: space) }
            self.init(
                document: document, settingIndex: setting, function: function,
                context: known == EvaluationContext() ? nil : known,
                answers: testsMore || selection != nil ? try Answers(of: function, among: users) : nil,
                isSelection: selection != nil)
        } catch {
            session.report(Diagnostic(error, of: name, in: document))
            return nil
        }
    }
}

extension Explanation.Answers {
    /// - Parameter users: Whom the answers are about, as a condition; `nil` for everybody.
    fileprivate init(of function: SettingFunction, among users: CaseMap?) throws(CaseSpace.Failure) {
        let space = function.space
        folded = try FoldedCases(function, among: users)
        self.users = users
        guard let users else {
            cases = try space.cases(of: function.winners)
            return
        }
        cases = try space.cases(of: space.selecting(users, in: function.winners)).compactMap { item in
            item.value(as: Winner.self).map { winner in
                Case(versions: item.versions, terms: item.terms, decision: .always(winner))
            }
        }
    }
}
