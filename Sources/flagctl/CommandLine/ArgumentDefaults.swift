/// Values for arguments that the command line omits: from the environment, then from the project file.
///
/// The command line takes precedence over a variable, a variable over the project file, and the project file over the
/// default of the option.
struct ArgumentDefaults {
    /// Where a value comes from.
    enum Origin {
        /// An environment variable, by its name.
        case variable(String)
        case project(Diagnostic.Location)
        /// The default of the option.
        case builtIn
    }

    /// The texts of an argument, as they would be on the command line.
    struct Value {
        var texts: [String]
        let origin: Origin
    }

    /// The values of options, by their names.
    var options: [String: Value] = [:]
    /// The formats of commands, by their names.
    var formats: [String: Value] = [:]
    /// The documents, if the command line names none.
    var documents: Value?
    /// The platforms of the project, in the order of the file.
    var platforms: [Platform] = []
    /// The value of an environment variable; `nil` if it is not set.
    var variable: (_ name: String) -> String? = { _ in nil }

    /// The value of an option of a command; `nil` if there is none.
    func value(of option: OptionDeclaration, in command: String) -> Value? {
        if option.standsForInputs { return documents }
        guard option.isConfigurable else { return nil }
        if let text = variable(option.variable), !text.isEmpty {
            return Value(texts: projectTexts(addedTo: option) + [text], origin: .variable(option.variable))
        }
        return option.name == "format" ? formats[command] : options[option.name]
    }

    /// The texts of the project file that come before those of the command line or of a variable.
    func projectTexts(addedTo option: OptionDeclaration) -> [String] {
        option.addsToProject ? options[option.name]?.texts ?? [] : []
    }
}

extension OptionDeclaration {
    /// The environment variable that stands for the option: `FLAGCTL_FAIL_ON`.
    var variable: String {
        "FLAGCTL_"
            + String(decoding: name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
            .uppercased()
    }
}
