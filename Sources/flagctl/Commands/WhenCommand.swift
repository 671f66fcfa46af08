import FlagAnalysis
import FlagResolver

extension CommandOperand where Self == Operand<String> {
    /// The expression as text: its syntax errors are shown with the line that they are in, as those of policies are.
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
                meaning: "numbers can be compared by order; exists tests whether there is such a setting"),
            Example(
                line: "flagctl when 'checkout == \"modern\" and @country == \"AT\"' Configs/targeting.json",
                meaning: "who in one country gets a value; a line for each case"),
            Example(
                line:
                    "flagctl when 'checkout == \"modern\"' --where '{ \"when\": { \"ring\": \"beta\" } }' Configs/targeting.json",
                meaning: "the same among some users, by conditions like those of entries"),
        ],
        operands: [.expression, .file],
        options: [.users, .releases, .patch, .exclude, .config, .standardInputName, .color, .exitZero],
        notes: [
            "Expressions: NAME == VALUE, also with !=, <, <=, >, >=; NAME in [VALUE, …]; exists(NAME); and, or, not, => and "
                + "parentheses. A name is a word or a JSON string; a value is a JSON scalar.",
            "Attributes have an @: @country == \"DE\", @launches >= 5, @country in [\"DE\", \"AT\"], @osVersion in "
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
            let source = SourceText(name: "<expression>", bytes: Array(text.utf8)[...])
            let expression: Expression
            do throws(PolicySyntaxError) {
                expression = try Expression(parsing: text)
            } catch {
                session.report(Diagnostic(error, in: source))
                return .failed
            }
            let releases = arguments[.releases].map { ReleaseFile.read($0, in: &session) }
            guard let document = try arguments.oneDocument(in: &session), session.failures.isEmpty else {
                return .failed
            }
            var evaluator = ExpressionEvaluator(
                document.settings, for: [expression], among: arguments[.users])
            let satisfied = evaluator.selectedCases(satisfying: expression)
            for problem in evaluator.problems { session.report(Diagnostic(problem, in: source, for: document)) }
            guard session.failures.isEmpty else { return .failed }
            if let versions = satisfied.onlyVersions {
                guard !versions.isEmpty else { return .found }
                session.output.write("\(versions)\n")
                if case .some(.some(let list)) = releases {
                    session.messages.write("\(list.phrase(for: versions))\n")
                }
                return .clean
            }
            do throws(CaseSpace.Failure) {
                if case .some(.some(let list)) = releases {
                    session.messages.write("\(list.phrase(for: satisfied.possibleVersions))\n")
                }
                for item in try evaluator.space.cases(of: satisfied) where item.decision == .yes {
                    session.output.write("\(PlainText.escaped(evaluator.space.text(of: item) ?? "*"))\n")
                }
                return .clean
            } catch {
                session.report(Diagnostic(.tooComplex(error), in: source, for: document))
                return .failed
            }
        })
}
