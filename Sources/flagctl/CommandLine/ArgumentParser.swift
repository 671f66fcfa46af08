import FlagAnalysis
import FlagResolver
import FlagSigning

/// Parses the arguments of a command by its declaration.
///
/// 1. `--name value` and `--name=value` are the same. `--` ends the options. `-` alone is an operand.
/// 2. Options and operands may appear in any order.
/// 3. The word after an option that needs a value is its value, unless it begins with a hyphen: then the value has most
///    likely been forgotten. A value that does begin with a hyphen is written `--name=-value`.
struct ArgumentParser {
    private let command: Command
    private var remaining: ArraySlice<String>
    private var parsed: ParsedArguments
    private var operands: [String] = []
    /// The last option whose value was the next word, and that word.
    private var lastTaken: (option: OptionDeclaration, value: String)?
    private let defaults: ArgumentDefaults

    /// What a command line asks for.
    enum Request {
        case run(ParsedArguments)
        case help
    }

    /// - Parameter defaults: The values of arguments that the command line omits.
    static func parse(
        _ arguments: ArraySlice<String>, for command: Command, defaults: ArgumentDefaults = ArgumentDefaults()
    ) throws(UsageError) -> Request {
        var parser = ArgumentParser(command: command, remaining: arguments, defaults: defaults)
        return try parser.parse()
    }

    private init(command: Command, remaining: ArraySlice<String>, defaults: ArgumentDefaults) {
        self.command = command
        parsed = ParsedArguments(of: command)
        self.remaining = remaining
        self.defaults = defaults
    }

    private mutating func parse() throws(UsageError) -> Request {
        if remaining.contains(where: { PrivateKeyText.isMarked($0) }) { throw .key("an argument") }
        if RawArguments(Array(remaining)).asksForHelp { return .help }
        while let argument = remaining.popFirst() {
            if argument == "--" {
                operands += remaining
                break
            }
            if argument.starts(withBytesOf: "--") {
                try readLong(argument)
            } else if argument.starts(withBytesOf: "-"), argument != "-" {
                try readLettered(argument)
            } else {
                operands.append(argument)
            }
        }
        addInputsOfProject()
        parsed.platforms = defaults.platforms.map(\.platform)
        parsed.projectTexts = defaults.options.mapValues(\.texts)
        try checkCounts()
        for option in command.options {
            if parsed.has(option.declaration) {
                try parsed.parse(option, after: defaults.projectTexts(addedTo: option.declaration))
            } else {
                try useDefault(of: option)
            }
        }
        try parseOperands()
        return .run(parsed)
    }

    /// Adds the inputs of the project if only the operand for documents is missing.
    ///
    /// A command for one document uses them only if the project has a single one.
    private mutating func addInputsOfProject() {
        let declarations = command.operandDeclarations
        guard let last = declarations.last, last.standsForInputs, operands.count == declarations.count - 1,
            let inputs = defaults.documents?.texts, inputs.count <= last.maximum
        else { return }
        if let name = last.optionForInputs {
            guard let option = command.option(named: name), parsed.has(option.declaration) else { return }
        }
        operands += inputs
    }

    private mutating func useDefault(of option: some CommandOption) throws(UsageError) {
        guard let value = defaults.value(of: option.declaration, in: command.name) else { return }
        do throws(UsageError) {
            try parsed.use(value, for: option)
        } catch {
            // The values of a project file are checked when it is read.
            guard case .variable(let name) = value.origin else { throw error }
            throw .badVariable(name, message: error.message, help: error.help)
        }
    }

    /// Gives each operand one text, and the last one all that remain. An optional operand gets none that later ones need.
    private mutating func parseOperands() throws(UsageError) {
        var texts = operands[...]
        var needed = command.operandDeclarations.reduce(0) { $0 + $1.minimum }
        for operand in command.operands {
            needed -= operand.declaration.minimum
            let count = min(operand.declaration.maximum, max(0, texts.count - needed))
            try parsed.parse(operand, Array(texts.prefix(count)))
            texts = texts.dropFirst(count)
        }
    }

    private mutating func readLong(_ argument: String) throws(UsageError) {
        let text = argument.after(prefix: "--") ?? ""
        let (before, after) = text.divided(at: "=").map { ($0.before, Optional($0.after)) } ?? (text, nil)
        let name = String(before)
        guard let option = command.option(named: name) else {
            throw .unknownOption("--\(name)", command: command.name, suggestion: suggestion(for: name))
        }
        try read(option, inlineValue: after.map { String($0) })
    }

    private mutating func readLettered(_ argument: String) throws(UsageError) {
        // A combining mark after the letter belongs to the value.
        let letters = argument.unicodeScalars.dropFirst()
        guard let letter = letters.first, let option = command.option(lettered: Character(letter)) else {
            // `-version` is a misspelling of `--version`.
            let name = Substring(letters.prefix { $0 != "=" })
            let exact = command.option(named: String(name)).map { "--\($0.declaration.name)" }
            throw .unknownOption(
                argument, command: command.name, suggestion: letters.count > 1 ? exact ?? suggestion(for: name) : nil)
        }
        let rest = letters.dropFirst()
        try read(option, inlineValue: rest.isEmpty ? nil : String(Substring(rest)))
    }

    private mutating func read(_ option: some CommandOption, inlineValue: String?) throws(UsageError) {
        let declaration = option.declaration
        guard declaration.form != nil else {
            if let inlineValue { throw .surplusValue(declaration, value: inlineValue) }
            parsed.add(nil, to: declaration)
            return
        }
        if !declaration.isRepeatable, parsed.has(declaration) { throw .repeated(declaration) }
        var value = inlineValue
        if value == nil, let next = remaining.first, RawArguments.canBeValue(next) {
            value = remaining.popFirst()
            lastTaken = value.map { (declaration, $0) }
        }
        guard let value else { throw .missingValue(declaration) }
        parsed.add(value, to: declaration)
        // Report an invalid choice first: it explains a missing operand better than the number of operands does.
        if case .choice = declaration.form { try parsed.parse(option, after: []) }
    }

    /// Options of other programs, and what they are called here.
    static let meanings = ["no-color": "--color never", "no-colour": "--color never"]

    private func suggestion(for name: some StringProtocol) -> String? {
        if let meant = Self.meanings[String(name)], command.option(named: "color") != nil { return meant }
        let names = command.declarations.flatMap { [$0.name] + $0.aliases }
        return Spelling.nearest(to: String(name), in: names).map { "--\($0)" }
    }

    private func checkCounts() throws(UsageError) {
        for option in command.declarations where option.isRequired && !parsed.has(option) {
            throw .missingOption(option)
        }
        let declarations = command.operandDeclarations
        let needed = declarations.filter { $0.minimum > 0 }
        if needed.indices.contains(operands.count) {
            let operand = needed[operands.count]
            // `--version app.json`: the value is missing, and the file was taken for it.
            if let (option, value) = lastTaken, case .text = option.form, operand.isFile,
                value.ends(withBytesOf: ".json")
            {
                throw .badValue(
                    option.label, value: value,
                    problem: "this was taken as the value, so no \(operand.name) is left",
                    help: option.hintForMissingValue ?? "write the value of --\(option.name) before the file")
            }
            throw .missingOperand(name: operand.name, summary: operand.summary, hint: "usage: \(command.synopsis)")
        }
        let maximum = declarations.reduce(0) {
            $0.addingReportingOverflow($1.maximum).overflow ? .max : $0 + $1.maximum
        }
        if operands.count > maximum {
            throw .surplusOperand(operands[maximum], hint: "usage: \(command.synopsis)")
        }
    }
}
