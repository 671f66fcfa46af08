import FlagAnalysis
import FlagResolver
import FlagServer

/// Who satisfies an expression.
struct InspectedUsers {
    let lines: [String]

    /// - Throws: `Refusal` if the expression has no meaning in the document.
    init(_ text: String, in document: LoadedDocument) throws(Refusal) {
        let source = SatisfyingUsers.source(of: text)
        var session = Session()
        let expression: Expression
        do throws(PolicySyntaxError) {
            expression = try Expression(parsing: text)
        } catch {
            session.report(Diagnostic(error, in: source))
            throw .unanswerable(session.failures)
        }
        guard let users = SatisfyingUsers(expression, in: source, of: document, session: &session) else {
            throw .unanswerable(session.failures)
        }
        lines = users.lines
    }

    static let json = JSONObject<InspectedUsers> {
        Member("users", .list(of: .text), "A line for each case; none if nobody satisfies the expression.") { $0.lines }
    }
}
