import FlagAnalysis
import FlagResolver

extension Command {
    static let explain = Command(
        name: "explain",
        summary: "why a setting has its value",
        examples: [
            Example(
                line: "flagctl explain payments --version 1.4.2 Configs/app.json",
                meaning: "which entries match 1.4.2, which one wins, and for which versions the value holds"),
            Example(line: "flagctl explain payments Configs/app.json", meaning: "its value for every version"),
        ],
        operands: [
            Operand(name: "NAME", isFile: false, summary: "the name of the setting, such as checkout.style"),
            Operand(name: "FILE", summary: "one file, REV:PATH, or \"-\""),
        ],
        options: [
            .version, .patch, .format(Explanation.Format.allCases.map(\.rawValue)), .report, .standardInputName, .color,
            .exitZero,
        ],
        notes: [
            "Entries are listed in the document's order, which is the order in which they are tried.",
            "Exit codes: 0 explained; 2 the file cannot be read, or has no such setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let formats = Explanation.Format.allCases.map(\.rawValue)
            let reports = try ReportRequest.parse(arguments.all(.report), formats: formats)
            let text = arguments.value(.version)
            var version: AppVersion?
            if let text { version = try AppVersion.one(text, of: .version) }
            let format = arguments.value(.format(formats)).flatMap(Explanation.Format.init) ?? .text

            var status: ExitStatus = .clean
            let document = try arguments.oneDocument(dropping: 1, status: &status, session: &session)
            let name = arguments.operands.first ?? ""
            let explanation = document.flatMap { Explanation(of: name, in: $0, version: version, session: &session) }
            let failures = session.failures
            func write(_ format: Explanation.Format, to buffer: inout TextBuffer) {
                if let explanation {
                    explanation.write(format, to: &buffer)
                } else {
                    Explanation.writeNone(named: name, format, failures, to: &buffer)
                }
            }
            write(format, to: &session.output)
            for report in reports {
                var buffer = TextBuffer()
                write(Explanation.Format(rawValue: report.format) ?? .text, to: &buffer)
                session.save(buffer, to: report.path, status: &status)
            }
            return status
        })
}

extension Explanation {
    /// Explains a setting; `nil` where the document has none of the name or the setting has no value, which is
    /// reported.
    fileprivate init?(of name: String, in document: LoadedDocument, version: AppVersion?, session: inout Session) {
        guard let setting = document.settings.index(named: name) else {
            session.report(.unknownSetting(name, in: [document]))
            return nil
        }
        for issue in document.issues where issue.settingIndex == setting {
            session.report(Diagnostic(issue, in: document))
        }
        guard let history = SettingHistory(of: setting, in: document.settings) else { return nil }
        self.init(
            document: document, settingIndex: setting, version: version, history: history, failures: session.failures)
    }
}
