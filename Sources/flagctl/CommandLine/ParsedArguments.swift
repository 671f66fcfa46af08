/// The arguments of a command, checked against its declaration and parsed.
struct ParsedArguments: Sendable {
    /// The names of the options that the command declares.
    private let declaredNames: Set<String>
    /// The texts given to each option, by its name; no text for a switch.
    private var texts: [String: [String]] = [:]
    /// The value of each option that was given.
    private var values: [String: any Sendable] = [:]
    /// The names of the options whose values are not from the command line.
    private var defaultNames: Set<String> = []
    /// The names of the options whose values are from the project file.
    private var projectNames: Set<String> = []
    /// The texts of the project file, by the names of the options, whether or not they are used.
    var projectTexts: [String: [String]] = [:]
    /// The platforms that the project file names.
    var platforms: [ProjectPlatform] = []
    /// The texts and the value of each operand, by its name.
    private var operands: [String: (texts: [String], value: any Sendable)] = [:]

    init(of command: Command) {
        declaredNames = Set(command.options.map(\.declaration.name))
    }

    /// The value of an option; that of an absent option if it is not given.
    ///
    /// - Precondition: The command declares the option.
    subscript<Requested: CommandOption>(_ option: Requested) -> Requested.Value {
        guard let value = self[ifDeclared: option] else {
            preconditionFailure("the command reads the option --\(option.declaration.name) without declaring it")
        }
        return value
    }

    /// The value of an option that only some commands have; `nil` if this one does not have it.
    subscript<Requested: CommandOption>(ifDeclared option: Requested) -> Requested.Value? {
        let name = option.declaration.name
        guard declaredNames.contains(name) else { return nil }
        return values[name] as? Requested.Value ?? option.valueIfAbsent
    }

    /// The value of an operand.
    ///
    /// - Precondition: The command declares the operand.
    subscript<Requested: CommandOperand>(_ operand: Requested) -> Requested.Value {
        guard let value = operands[operand.declaration.name]?.value as? Requested.Value else {
            preconditionFailure("the command reads the operand \(operand.declaration.name) without declaring it")
        }
        return value
    }

    func has(_ option: OptionDeclaration) -> Bool { texts[option.name] != nil }

    /// Whether the value of an option is from the environment or the project file.
    func isDefault(_ option: some CommandOption) -> Bool { defaultNames.contains(option.declaration.name) }

    /// The texts given to an option, in order; none if the command does not have it.
    func texts(ofOptionNamed name: String) -> [String] { texts[name] ?? [] }

    /// The texts given to an operand, in order; none if the command does not have it.
    func texts(ofOperandNamed name: String) -> [String] { operands[name]?.texts ?? [] }

    /// Records that an option was given, with its text unless it is a switch.
    mutating func add(_ text: String?, to option: OptionDeclaration) {
        texts[option.name, default: []].append(contentsOf: text.map { [$0] } ?? [])
    }

    /// Parses the texts given to an option, after those of the project file that they are added to.
    mutating func parse(_ option: some CommandOption, after texts: [String]) throws(UsageError) {
        guard let given = self.texts[option.declaration.name] else { return }
        values[option.declaration.name] = try option.value(of: texts + given)
    }

    /// Uses a default for an option that the command line omits.
    mutating func use(_ value: ArgumentDefaults.Value, for option: some CommandOption) throws(UsageError) {
        let name = option.declaration.name
        values[name] = try option.value(of: value.texts)
        texts[name] = value.texts
        defaultNames.insert(name)
        if case .project = value.origin { projectNames.insert(name) }
    }

    /// Whether each document has the value of its platform: neither the command line nor a variable gives the option.
    func usesPlatformValues(of option: String) -> Bool { texts[option] == nil || projectNames.contains(option) }

    /// Parses the texts given to an operand.
    mutating func parse(_ operand: some CommandOperand, _ texts: [String]) throws(UsageError) {
        operands[operand.declaration.name] = (texts, try operand.value(of: texts))
    }
}
