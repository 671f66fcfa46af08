import FlagAnalysis
import FlagResolver

extension CommandOperand where Self == Operand<String> {
    fileprivate static var setting: Self {
        Operand(.setting("NAME"), summary: "the setting, with the names of its groups: checkout.style")
    }
}

extension CommandOption where Self == Option<RolloutPercentage> {
    fileprivate static var percent: Self {
        Option(
            name: "percent", required: .percentage("PERCENT"),
            summary: "the new percentage, with at most three decimals")
    }
}

extension CommandOption where Self == Option<String?> {
    fileprivate static var entry: Self {
        Option(
            name: "entry", value: .text("NAME"),
            summary: "the name of the entry, or entry-2 for the second one; needed if several have a rollout")
    }
}

extension Command {
    static let rollout = Command(
        name: "rollout",
        summary: "set the percentage of a rollout",
        examples: [
            Example(
                line: "flagctl rollout checkout --percent 50 Configs/targeting.json",
                meaning: "show the patch, and the share of all keys that the rollout gains or loses"),
            Example(
                line: "flagctl rollout checkout --percent 50 --entry rollout --apply Configs/targeting.json",
                meaning: "write the file; choose one of several entries by its name"),
        ],
        operands: [.setting, .file],
        options: [
            .percent, .entry, .readers, .diff, .apply, .format(RolloutReport.Format.self),
            .report(RolloutReport.Format.self),
            .exclude, .config, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "Only the number changes; the formatting and the salt do not. So a larger percentage includes everybody that the "
                + "smaller one did. A smaller one loses the keys with the highest buckets, which is a warning.",
            "With --readers, the recorded releases are named that do not get the value, or get another one, as their code reads the "
                + "setting.",
            "A slice, and a list of slices or of rollouts, are refused: one number does not determine which edge moves.",
            "Exit codes: 0 the percentage can change, or has; 1 it is the same already; 2 there is no such rollout, the file "
                + "cannot be read or written, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let percent = arguments.texts(ofOptionNamed: "percent").first.map { " --percent \($0)" } ?? ""
            try MisplacedOperands.check(arguments[.setting], before: arguments[.file], of: "rollout\(percent)")
            let run = RolloutRun(arguments)
            let output = ReportOutput<RolloutReport.Format>(arguments)
            return output.write(try run.report(for: output, in: &session), in: &session)
        })
}

/// One run of `rollout`.
private struct RolloutRun {
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func report(
        for output: ReportOutput<RolloutReport.Format>, in session: inout Session
    ) throws(UsageError) -> RolloutReport {
        let read = try EditableDocument.readOne(arguments, session: &session)
        let mode = try EditMode(arguments, of: [read].compactMap { $0 })
        try mode.check(output)
        var report = RolloutReport(mode: mode)
        guard let document = read else { return report }
        document.reportIssues(in: &session)
        let name = arguments[.setting]
        do throws(RolloutEdit.Refusal) {
            let edit = try RolloutEdit(
                document.loaded.settings, setting: name, entry: arguments[.entry], percentage: arguments[.percent])
            let readers = ReaderFolders(arguments, in: &session)?.readers(for: document.loaded.name)
            var change = RolloutReport.Change(name: name, document: document, edit: edit, readers: readers)
            if let warning = change.warning { session.report(warning) }
            switch mode {
            case .diff: session.reportRefusal(of: change.patch, to: document.loaded.name)
            case .write: apply(&change, in: &session)
            case .print:
                if session.failures.isEmpty {
                    session.print(
                        change.edit.edited, insteadOf: document.loaded.settings, named: document.loaded.name)
                }
            }
            report.changes = [change]
        } catch {
            session.report(
                RolloutRefusal(name: name, label: arguments[.entry], refusal: error, loaded: document.loaded).diagnostic
            )
        }
        return report
    }

    private func apply(_ change: inout RolloutReport.Change, in session: inout Session) {
        guard let edited = change.edit.edited,
            let replacement = change.document.replacement(with: edited.editedBytes),
            [replacement].write(isComplete: session.failures.isEmpty, session: &session)
        else { return }
        change.isApplied = true
    }
}
