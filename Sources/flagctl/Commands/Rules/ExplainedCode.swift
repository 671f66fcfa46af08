import FlagAnalysis

/// What `rules CODE` explains: a rule, or the code of a message.
enum ExplainedCode: Sendable {
    case rule(any Rule)
    case message(MessageCode)

    init?(_ code: String) {
        if let rule = Rules.rule(named: code) {
            self = .rule(rule)
        } else if let message = MessageCode.named(code) {
            self = .message(message)
        } else {
            return nil
        }
    }

    /// The codes of all rules and messages.
    static var names: [String] { Rules.documented.map(\.code.rawValue) + MessageCode.all.map(\.code) }
}

extension ArgumentType where Value == ExplainedCode {
    /// A code of any command.
    static func code(_ placeholder: String) -> Self {
        .name(
            placeholder, of: "code", listedBy: "flagctl rules", among: { ExplainedCode.names },
            find: { ExplainedCode($0) })
    }
}
