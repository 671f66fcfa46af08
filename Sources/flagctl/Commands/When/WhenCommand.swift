import FlagAnalysis
import FlagResolver

extension CommandOperand where Self == Operand<String> {
    /// The expression as text. It is parsed later, so that its syntax errors show the source line, as those of policies do.
    fileprivate static var expression: Self {
        Operand(.text("EXPRESSION"), summary: "such as 'payments == true and checkout != \"legacy\"'")
    }
}

extension Command {
    static let when = Command(
        name: "when",
        summary: "which versions and users satisfy an expression",
        examples: [
            Example(
                line: "flagctl when 'payments == true and checkout == \"compact\"' Configs/app.json",
                meaning: "all versions for which both are true, as one requirement"),
            Example(
                line: "flagctl when 'syncInterval < 300 or not exists(payments)' Configs/app.json",
                meaning: "numbers can be compared by order; exists tests whether the document has the setting"),
            Example(
                line: "flagctl when 'checkout == \"modern\" and @country == \"AT\"' Configs/targeting.json",
                meaning: "the users in one country who get a value; a line for each case"),
            Example(
                line:
                    "flagctl when 'checkout == \"modern\"' --where '{ \"when\": { \"ring\": \"beta\" } }' Configs/targeting.json",
                meaning: "the same among some users, by conditions like those of entries"),
        ],
        operands: [.expression, .file],
        options: [.users, .releases, .patch, .documentTrust, .exclude, .config, .standardInputName, .color, .exitZero],
        notes: [
            "Expressions: NAME == VALUE, also with !=, <, <=, >, >=; NAME in [VALUE, …]; exists(NAME); and, or, not, => and "
                + "parentheses. A name is a word or a JSON string; a value is a JSON scalar.",
            "Attributes begin with @: @country == \"DE\", @launches >= 5, @country in [\"DE\", \"AT\"], @osVersion in "
                + "version(\">=17\"), exists(@country). A comparison with what is absent or of another type is false, and != "
                + "is true.",
            "If more than the version decides, each line is a case: its versions, attributes, dates and rollouts.",
            "With --releases, standard error names the shipped versions among them, and their share of installs.",
            "Exit codes: 0 some versions satisfy it; 1 none does; 2 the expression is invalid, or the file cannot be read "
                + "or has no such setting.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let text = arguments[.expression]
            try MisplacedOperands.check(text, before: arguments[.file], of: "when")
            let source = SatisfyingUsers.source(of: text)
            let expression: Expression
            do throws(PolicySyntaxError) {
                expression = try Expression(parsing: text)
            } catch {
                session.report(Diagnostic(error, in: source))
                return .failed
            }
            let releases = ReleaseLists(arguments, in: &session)
            guard let document = try arguments.oneDocument(in: &session), session.failures.isEmpty else {
                return .failed
            }
            let users = document.versionStyle.apply {
                SatisfyingUsers(expression, in: source, of: document, among: arguments[.users], session: &session)
            }
            guard let users else { return .failed }
            if users.versions != nil, users.lines.isEmpty { return .found }
            session.output.writeForLogs { for line in users.lines { $0.write("\(line)\n") } }
            if let list = releases?.list(for: document.name) {
                document.versionStyle.apply {
                    session.messages.write("\(list.phrase(for: users.versions ?? users.possibleVersions))\n")
                }
            }
            return .clean
        })
}
