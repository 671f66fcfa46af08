import FlagAnalysis
import FlagResolver

extension CommandOption where Self == Option<UserSelection?> {
    /// The users that a question is about.
    static var users: Self {
        Option(
            name: "where", value: .selection("JSON"),
            summary: "only users who satisfy these conditions, such as '{ \"when\": { \"country\": \"DE\" } }'")
    }
}

extension ArgumentType where Value == UserSelection {
    fileprivate static func selection(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            let help = "write conditions as those of an entry, such as '{ \"when\": { \"country\": \"DE\" } }'"
            let tree: JSONTree
            do throws(JSONSyntaxError) {
                tree = try JSONTree(parsing: Array(text.utf8))
            } catch {
                throw .badValue(label, value: text, problem: error.message, help: help)
            }
            do throws(UserSelection.Problem) {
                return try UserSelection(tree)
            } catch {
                throw .badValue(label, value: text, problem: error.message, help: help)
            }
        }
    }
}

extension UserSelection.Problem {
    var message: String {
        switch self {
        case .notAnObject: "expected an object of conditions"
        case .empty: "expected at least one condition"
        case .requires: "conditions on users cannot require settings"
        case .value(let member): "conditions on users have no value; delete \"\(member)\""
        case .malformed(let reason): reason
        }
    }
}
