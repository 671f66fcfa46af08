import FlagResolver

/// An option of a command, with the type of its value.
///
/// An option is declared once, as a static member, with the type that parses its value:
///
///     extension CommandOption where Self == Option<VersionSet?> {
///         static var within: Self {
///             Option(name: "within", value: .requirement("REQUIREMENT"), summary: "only these versions")
///         }
///     }
///
/// A command lists it as `.within` and reads `arguments[.within]`, which here is a `VersionSet?`. The initializer decides
/// the type: `Bool` for a switch, `T?` for `value:`, `T` for `value:default:` and `required:`, `[T]` for `values:`.
struct Option<Value: Sendable>: CommandOption {
    let declaration: OptionDeclaration
    let valueIfAbsent: Value?
    private let parse: @Sendable (_ texts: [String]) throws(UsageError) -> Value

    private init(
        _ declaration: OptionDeclaration, ifAbsent valueIfAbsent: Value?,
        parse: @escaping @Sendable (_ texts: [String]) throws(UsageError) -> Value
    ) {
        self.declaration = declaration
        self.valueIfAbsent = valueIfAbsent
        self.parse = parse
    }

    func value(of texts: [String]) throws(UsageError) -> Value {
        try parse(texts)
    }

    /// The same option, with the inputs of the project as its default.
    var orInputsOfProject: Self {
        var declaration = declaration
        declaration.standsForInputs = true
        return Self(declaration, ifAbsent: valueIfAbsent, parse: parse)
    }

    /// The same option, whose values are added to those of the project file.
    var addedToProject: Self {
        var declaration = declaration
        declaration.addsToProject = true
        return Self(declaration, ifAbsent: valueIfAbsent, parse: parse).configurable
    }

    /// The same option, whose value can come from an environment variable or the project file.
    var configurable: Self {
        var declaration = declaration
        declaration.isConfigurable = true
        return Self(declaration, ifAbsent: valueIfAbsent, parse: parse)
    }
}

/// An ``Option`` of any type, so that a command can list all of its options.
protocol CommandOption<Value>: Sendable {
    associatedtype Value: Sendable

    var declaration: OptionDeclaration { get }
    /// The value if the option is not given; `nil` for a required option.
    var valueIfAbsent: Value? { get }

    /// The value for the texts that were given to the option, in order.
    ///
    /// - Throws: `UsageError` if a text is not a value of the option.
    func value(of texts: [String]) throws(UsageError) -> Value
}

extension Option {
    /// A switch.
    init(name: String, letter: Character? = nil, summary: String, isCommon: Bool = false) where Value == Bool {
        self.init(
            OptionDeclaration(name: name, letter: letter, summary: summary, isCommon: isCommon), ifAbsent: false
        ) { _ in true }
    }

    /// An option with one value, or none if it is not given.
    init<Single>(
        name: String, aliases: [String] = [], value type: ArgumentType<Single>, summary: String,
        hintForMissingValue: String? = nil, isCommon: Bool = false
    ) where Value == Single? {
        let declaration = OptionDeclaration(
            name: name, aliases: aliases, form: type.form, role: type.role, summary: summary,
            hintForMissingValue: hintForMissingValue, isCommon: isCommon)
        self.init(declaration, ifAbsent: .some(nil)) { (texts) throws(UsageError) in
            guard let text = texts.last else { return nil }
            return try type.parse(text, declaration.label)
        }
    }

    /// An option with one value, which has a default.
    init(
        name: String, value type: ArgumentType<Value>, default: Value, summary: String, isCommon: Bool = false
    ) {
        let declaration = OptionDeclaration(
            name: name, form: type.form, role: type.role, summary: summary, isCommon: isCommon)
        self.init(declaration, ifAbsent: `default`) { (texts) throws(UsageError) in
            try texts.last.map { (text) throws(UsageError) in try type.parse(text, declaration.label) } ?? `default`
        }
    }

    /// An option that must be given once.
    init(
        name: String, aliases: [String] = [], required type: ArgumentType<Value>, summary: String,
        hintForMissingValue: String? = nil
    ) {
        let declaration = OptionDeclaration(
            name: name, aliases: aliases, form: type.form, role: type.role, use: .required, summary: summary,
            hintForMissingValue: hintForMissingValue)
        self.init(declaration, ifAbsent: nil) { (texts) throws(UsageError) in
            guard let text = texts.last else { throw .missingOption(declaration) }
            return try type.parse(text, declaration.label)
        }
    }

    /// An option that may be given several times.
    ///
    /// - Parameter subject: The name of what a value is for, such as an attribute; two values for one subject are an error.
    ///   `nil` if all values can be combined.
    init<Single>(
        name: String, letter: Character? = nil, values type: ArgumentType<Single>, summary: String,
        isCommon: Bool = false, eachFor subject: (@Sendable (Single) -> String)? = nil
    ) where Value == [Single] {
        let declaration = OptionDeclaration(
            name: name, letter: letter, form: type.form, role: type.role, use: .repeated, summary: summary,
            isCommon: isCommon)
        self.init(declaration, ifAbsent: []) { (texts) throws(UsageError) in
            var subjects: Set<ExactText> = []
            return try texts.map { (text) throws(UsageError) in
                let value = try type.parse(text, declaration.label)
                if let name = subject?(value), !subjects.insert(ExactText(name)).inserted {
                    throw .badValue(
                        declaration.label, value: text,
                        problem: "\(quoted(name)) was given twice, but takes only one value",
                        help: "delete one of them")
                }
                return value
            }
        }
    }

    /// An option that may be given several times, with several values separated by commas each time.
    ///
    /// A value given twice counts once.
    init<Single: Equatable>(
        name: String, aliases: [String] = [], commaSeparated type: ArgumentType<Single>, isRequired: Bool = false,
        summary: String, hintForMissingValue: String? = nil
    ) where Value == [Single] {
        let declaration = OptionDeclaration(
            name: name, aliases: aliases, form: type.form, role: type.role, use: isRequired ? .atLeastOnce : .repeated,
            summary: summary, hintForMissingValue: hintForMissingValue)
        self.init(declaration, ifAbsent: isRequired ? nil : []) { (texts) throws(UsageError) in
            var values: [Single] = []
            for text in texts.flatMap({ $0.parts(separatedBy: ",") }) {
                let value = try type.parse(String(text), declaration.label)
                if !values.contains(value) { values.append(value) }
            }
            return values
        }
    }
}
