/// An operand of a command, with the type of its value.
///
/// An operand is declared like an ``Option``: once, as a static member, with the type that parses it. A command lists
/// it as `.files` and reads `arguments[.files]`. The initializer decides the type: `T` for one operand, `T?` for an
/// optional one, `[T]` for one or more. At most one operand of a command is optional or repeated, and only the last one
/// repeated.
struct Operand<Value: Sendable>: CommandOperand {
    private(set) var declaration: OperandDeclaration
    private let parse: @Sendable (_ texts: [String]) throws(UsageError) -> Value

    func value(of texts: [String]) throws(UsageError) -> Value {
        try parse(texts)
    }

    /// The same operand, with the inputs of the project as its default.
    var orInputsOfProject: Self {
        var operand = self
        operand.declaration.standsForInputs = true
        return operand
    }

    /// The same operand, with the inputs of the project as its default if the command line has an option.
    func orInputsOfProject(with option: some CommandOption) -> Self {
        var operand = orInputsOfProject
        operand.declaration.optionForInputs = option.declaration.name
        return operand
    }
}

/// An ``Operand`` of any type, so that a command can list all of its operands.
protocol CommandOperand<Value>: Sendable {
    associatedtype Value: Sendable

    var declaration: OperandDeclaration { get }

    /// The value for the texts of the operand, in order.
    ///
    /// - Throws: `UsageError` if a text is not a value of the operand.
    func value(of texts: [String]) throws(UsageError) -> Value
}

/// An operand as the command line shows it: `FILE…`.
///
/// The parser, the help, the completions and the manual page read this declaration.
struct OperandDeclaration: Sendable {
    enum Count: Sendable {
        case one
        case optional
        case oneOrMore
        case anyNumber
    }

    let form: ArgumentForm
    let role: ArgumentRole?
    let count: Count
    /// What it is, in a few words without a full stop.
    let summary: String
    let hintForMissingValue: String?
    /// Whether its default is the inputs of the project.
    var standsForInputs = false
    /// The option without which there is no default; `nil` if none is required.
    var optionForInputs: String?
    /// The words to complete; empty for any text. Computed on use, because most runs need no completions.
    let words: @Sendable () -> [String]

    var name: String { form.placeholder }
    var label: ArgumentLabel { ArgumentLabel(text: name, hintForMissingValue: hintForMissingValue) }
    var isFile: Bool { if case .file = form { true } else { false } }
    var isSetting: Bool { if case .setting = form { true } else { false } }

    var synopsis: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .oneOrMore: "\(name)…"
        case .anyNumber: "[\(name)…]"
        }
    }

    /// Whether it can be given several times.
    var isRepeated: Bool { maximum > 1 }

    var minimum: Int { count == .optional || count == .anyNumber ? 0 : 1 }
    var maximum: Int { count == .oneOrMore || count == .anyNumber ? .max : 1 }

    /// - Parameter words: `nil` for the choices of the form.
    fileprivate init(
        _ form: ArgumentForm, _ role: ArgumentRole?, _ count: Count, summary: String,
        hintForMissingValue: String? = nil,
        words: (@Sendable () -> [String])? = nil
    ) {
        self.form = form
        self.role = role
        self.count = count
        self.summary = summary
        self.hintForMissingValue = hintForMissingValue
        if case .choice(_, let choices) = form {
            self.words = words ?? { choices }
        } else {
            self.words = words ?? { [] }
        }
    }
}

extension Operand {
    /// One operand.
    init(_ type: ArgumentType<Value>, summary: String, hintForMissingValue: String? = nil) {
        let declaration = OperandDeclaration(
            type.form, type.role, .one, summary: summary, hintForMissingValue: hintForMissingValue)
        self.init(declaration: declaration) { (texts) throws(UsageError) in
            guard let text = texts.first else {
                throw .missingOperand(name: declaration.name, summary: summary, hint: hintForMissingValue)
            }
            return try type.parse(text, declaration.label)
        }
    }

    /// One operand, or none.
    init<Single>(
        optional type: ArgumentType<Single>, summary: String, words: (@Sendable () -> [String])? = nil
    ) where Value == Single? {
        let declaration = OperandDeclaration(type.form, type.role, .optional, summary: summary, words: words)
        self.init(declaration: declaration) { (texts) throws(UsageError) in
            guard let text = texts.first else { return nil }
            return try type.parse(text, declaration.label)
        }
    }

    /// Any number of operands.
    init<Single>(any type: ArgumentType<Single>, summary: String) where Value == [Single] {
        let declaration = OperandDeclaration(type.form, type.role, .anyNumber, summary: summary)
        self.init(declaration: declaration) { (texts) throws(UsageError) in
            try texts.map { (text) throws(UsageError) in try type.parse(text, declaration.label) }
        }
    }

    /// One operand or more.
    init<Single>(several type: ArgumentType<Single>, summary: String) where Value == [Single] {
        let declaration = OperandDeclaration(type.form, type.role, .oneOrMore, summary: summary)
        self.init(declaration: declaration) { (texts) throws(UsageError) in
            try texts.map { (text) throws(UsageError) in try type.parse(text, declaration.label) }
        }
    }
}
