import FlagAnalysis
import FlagResolver

extension Option {
    static let policy = Option(
        name: "policy", argument: .file("FILE"), use: .repeated, summary: "a file of policies, one a line")
    static let statement = Option(
        name: "statement", letter: "e", argument: .text("POLICY"), use: .repeated,
        summary: "one policy, such as 'for >=2.0.0: payments == true'")
    fileprivate static let strictVacuous = Option(
        name: "strict-vacuous", summary: "exit 1 where a policy is about no version at all")
}

extension Command {
    static let prove = Command(
        name: "prove",
        summary: "policies that must hold for every version",
        examples: [
            Example(
                line: "flagctl prove --policy Configs/app.policies Configs/app.json",
                meaning: "prove each policy, or show every version that breaks it"),
            Example(
                line: "flagctl prove -e 'for >=2.0.0: payments == true' Configs/app.json", meaning: "one policy"),
            Example(
                line: "flagctl prove -e 'changes payments only at 1.4.0, 2.0.0' Configs", meaning: "for several files"),
        ],
        operands: [
            Operand(name: "FILE", count: .oneOrMore, summary: "a file, a directory, a quoted glob, REV:PATH, or \"-\"")
        ],
        options: [
            .policy, .statement, .releases, .strictVacuous, .patch,
            .format(ProofReport.Format.allCases.map(\.rawValue)), .report, .watch, .standardInputName, .color,
            .exitZero,
        ],
        notes: [
            "A policy is one of: for REQUIREMENT: EXPRESSION; monotone NAME: VALUE -> VALUE; changes NAME only at "
                + "VERSION, VERSION; constant for REQUIREMENT: NAME. A label and a colon may stand before it, and # "
                + "begins a comment. Docs/Policies.md has the grammar.",
            "Exit codes: 0 all proved; 1 one is violated, or with --strict-vacuous about no version; 2 a policy or a "
                + "file cannot be read, or a file has no such setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let formats = ProofReport.Format.allCases.map(\.rawValue)
            let reports = try ReportRequest.parse(arguments.all(.report), formats: formats)
            let format = arguments.value(.format(formats)).flatMap(ProofReport.Format.init) ?? .text
            guard !arguments.all(.policy).isEmpty || !arguments.all(.statement).isEmpty else {
                throw .other(
                    problem: "no policy is given",
                    help: "name a file with --policy, or write one: -e 'for >=2.0.0: payments == true'")
            }
            var run = ProofRun(arguments)
            let report = run.report(in: &session)
            var status = run.status
            report.write(format, to: &session.output)
            for further in reports {
                guard let format = ProofReport.Format(rawValue: further.format) else { continue }
                var buffer = TextBuffer()
                report.write(format, to: &buffer)
                session.save(buffer, to: further.path, status: &status)
            }
            report.writeSummary(to: &session.messages)
            status.take(report.status(isVacuousAFinding: arguments.has(.strictVacuous)))
            return status
        })
}
