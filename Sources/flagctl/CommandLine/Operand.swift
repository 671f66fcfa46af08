/// An argument of a command that is not an option: `FILE…`.
struct Operand: Sendable {
    enum Count: Sendable, Equatable {
        case one
        case optional
        case oneOrMore
    }

    let name: String
    var count: Count = .one
    /// Whether it is a path, for completions.
    var isFile = true
    /// The words to complete; empty for any text. Made only on use, because most runs need no completions.
    var choices: @Sendable () -> [String] = { [] }
    /// Whether it is the name of a command, for completions.
    var isCommand = false
    /// What it is, in a few words without a full stop.
    let summary: String

    var synopsis: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .oneOrMore: "\(name)…"
        }
    }

    var minimum: Int { count == .optional ? 0 : 1 }
    var maximum: Int { count == .oneOrMore ? .max : 1 }
}

extension Operand: Equatable {
    /// Whether both look the same in the help. Closures cannot be compared.
    static func == (left: Operand, right: Operand) -> Bool {
        left.synopsis == right.synopsis && left.summary == right.summary
    }
}

/// The files that a directory operand stands for.
enum FolderContent: Hashable, Sendable {
    /// Every `*.json`, except schemas and expectation files.
    case documents
    /// Every `*.expectations.json`.
    case expectations

    private static let expectationSuffix = ".expectations.json"

    func includes(_ path: String) -> Bool {
        switch self {
        case .documents:
            path.hasSuffix(".json") && !path.hasSuffix(".schema.json") && !path.hasSuffix(Self.expectationSuffix)
        case .expectations: path.hasSuffix(Self.expectationSuffix)
        }
    }
}
