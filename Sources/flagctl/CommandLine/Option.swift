/// One option that a command declares: `--version V[,V…]`.
///
/// The declaration is all there is to know about an option. The parser, the help, the completions and the manual page
/// read it.
struct Option: Sendable, Equatable {
    /// What stands after an option.
    enum Argument: Sendable, Equatable {
        /// Nothing: the option is a switch.
        case none
        /// Any text, shown as this word.
        case text(String)
        /// A path, shown as this word.
        case file(String)
        /// One of a closed list, shown as this word.
        case choice(String, of: [String])
    }

    /// How often an option may be given.
    enum Use: Sendable, Equatable {
        case once
        case required
        case repeated
        case atLeastOnce
    }

    /// The name without its two hyphens.
    let name: String
    /// Other names of the same option.
    var aliases: [String] = []
    /// The one-letter form, as in `-h`.
    var letter: Character?
    var argument: Argument = .none
    var use: Use = .once
    /// What the option does, in a few words without a full stop.
    let summary: String
    /// What is added to the message when the value is missing, for options that are easily misunderstood.
    var hintForMissingValue: String?
    /// Whether the option is left out of the usage line because every command has it.
    var isCommon = false

    /// What stands for the value in usage lines; `nil` for a switch.
    var placeholder: String? {
        switch argument {
        case .none: nil
        case .text(let word), .file(let word), .choice(let word, _): word
        }
    }

    var isRequired: Bool { use == .required || use == .atLeastOnce }
    var isRepeatable: Bool { use == .repeated || use == .atLeastOnce }

    /// The option as it is written in usage lines: `--flag NAME`.
    var synopsis: String {
        placeholder.map { "--\(name) \($0)" } ?? "--\(name)"
    }
}

/// What stands on a command's line beside its options: `FILE…`.
struct Operand: Sendable, Equatable {
    enum Count: Sendable, Equatable {
        case one
        case optional
        case oneOrMore
    }

    let name: String
    var count: Count = .one
    /// Whether it is a path, for completions.
    var isFile = true
    /// The words that it can be, for completions; empty where it is not one of a few.
    var choices: [String] = []
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
