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
            .version, .attribute, .targetingKey, .instant, .context, .users, .releases, .patch,
            .format(ExplainReport.Format.self),
            .report(ExplainReport.Format.self),
            .exclude, .config, .standardInputName,
            .color, .exitZero,
        ],
        notes: [
            "Entries are listed in document order, in which they are evaluated.",
            "With a part of the context (--version, --attribute, --key, --at, --context), a setting that tests more than the "
                + "version is explained for that one context. What is not given is absent.",
            "--where selects users and versions by conditions like those of entries.",
            "With --releases, each range names the shipped versions in it and their share of installs; for a setting that tests "
                + "more than the version, each value names those of which some users get it.",
            "Exit codes: 0 explained; 2 the file cannot be read, or has no such setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            try MisplacedOperands.check(arguments[.setting], before: arguments[.file], of: "explain")
            let releases = ReleaseLists(arguments, in: &session)
            let document = try arguments.oneDocument(among: arguments[.users], in: &session)
            let name = arguments[.setting]
            var context = arguments.context(in: &session)
            if let version = arguments[.version] { context?.appVersion = version }
            if arguments[.users] != nil, let context, context != EvaluationContext() {
                throw .other(
                    problem: "--where selects users, and the other options describe a single one",
                    help: "leave out --where, or --version, --attribute, --key, --at and --context")
            }
            var report = ExplainReport(name: name)
            if let document, let context, let releases {
                if document.settings.index(named: name) == nil {
                    report.group = ExplainedGroup(
                        name, in: document, context, among: arguments[.users], releases.list(for: document.name),
                        session: &session)
                }
                if report.group == nil {
                    report.explanation = Explanation(
                        of: name, in: document, context, among: arguments[.users], session: &session)
                    report.explanation?.releases = releases.list(for: document.name)
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
            session.report(.unknownSetting(name, in: [document]))
            return nil
        }
        for issue in document.issues where issue.settingIndex == setting {
            session.report(Diagnostic(issue, in: document))
        }
        guard document.loaded.testsMoreThanVersion(setting) || selection != nil else {
            guard let history = SettingHistory(of: setting, in: document.settings) else { return nil }
            self.init(
                document: document, settingIndex: setting, content: .history(history, version: context.appVersion))
            return
        }
        guard context == EvaluationContext() else {
            guard !document.loaded[setting].isUnresolvable else { return nil }
            self.init(document: document, settingIndex: setting, content: .context(context))
            return
        }
        do throws(CaseSpace.Failure) {
            guard let cases = try SettingCases(of: setting, in: document.settings, document.space) else { return nil }
            let space = document.space
            guard let selection else {
                let folded = try FoldedCases(cases.winners, in: space, base: 0)
                let items = try space.cases(of: cases.winners)
                self.init(document: document, settingIndex: setting, content: .cases(cases, folded, items))
                return
            }
            let users = try selection.users(in: space)
            let folded = try FoldedCases(cases.winners, in: space, base: 0, among: users)
            let items = try space.cases(of: space.selecting(users, in: cases.winners)).compactMap { item in
                item.decision.leaf.flatMap { leaf in
                    leaf == 0 ? nil : Case(versions: item.versions, terms: item.terms, decision: .leaf(leaf - 1))
                }
            }
            self.init(
                document: document, settingIndex: setting, content: .cases(cases, folded, items), isSelection: true)
        } catch {
            session.report(Diagnostic(error, of: name, in: document))
            return nil
        }
    }
}
