import FlagAnalysis
import FlagResolver

extension CommandOperand where Self == Operand<String?> {
    fileprivate static var setting: Self {
        Operand(optional: .text("NAME"), summary: "only this setting, the settings of a group, or those of a pattern")
    }
}

extension CommandOperand where Self == Operand<String> {
    fileprivate static var tracked: Self {
        Operand(.file("FILE"), summary: "a file in a git repository")
    }
}

extension Command {
    static let log = Command(
        name: "log",
        summary: "since when settings have their values: the git revisions that changed them",
        examples: [
            Example(
                line: "flagctl log payments Configs/app.json", meaning: "when one setting changed, for which versions"),
            Example(line: "flagctl log Configs/app.json", meaning: "every revision that changed a value"),
            Example(
                line: "flagctl log 'checkout.*' --format json Configs/showcase.json",
                meaning: "the changes of a group, as JSON"),
        ],
        operands: [.setting, .tracked],
        options: [
            .format(LogReport.Format.self), .report(LogReport.Format.self), .config, .color, .exitZero,
        ],
        notes: [
            "Revisions are listed from the newest to the oldest, with the date and the name of the author. Renames of the file "
                + "are followed. A revision that changes the text and no value is left out.",
            "A revision whose document cannot be read is listed, and the next one is compared with the last readable one.",
            "Exit codes: 0 a revision changed a value; 1 none did; 2 the history cannot be read, or no revision has such a "
                + "setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            var report = LogReport(name: arguments[.setting], file: arguments[.tracked])
            do throws(InputError) {
                if (try? FileSystem.entry(at: report.file))?.kind == .folder {
                    throw .git(name: report.file, .folderWithoutHistory)
                }
                let revisions = try GitHistory.revisions(of: report.file)
                guard !revisions.isEmpty else { throw .git(name: report.file, .noHistory) }
                var reader = LogReader(report.name.map { SettingPattern($0) }, file: report.file)
                try reader.read(revisions)
                if let problem = reader.entries.last?.problem, reader.entries.last?.revision == revisions.first {
                    session.report(
                        Diagnostic(
                            subject: .name(report.file), severity: .error,
                            message: "the newest revision cannot be read: \(problem)",
                            help: "\"flagctl check\" explains it; the revisions before it are listed"))
                }
                if let name = report.name, !reader.isKnown {
                    session.report(.unknownSetting(name, in: [reader.newest].compactMap { $0 }))
                }
                report.entries = reader.entries.reversed()
            } catch {
                session.report(error.diagnostic)
            }
            return ReportOutput(arguments).write(report, in: &session)
        })
}
