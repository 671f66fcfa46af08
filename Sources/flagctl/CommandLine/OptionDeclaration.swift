/// An option as the command line shows it: `--version V[,V…]`.
///
/// The parser, the help, the completions and the manual page read this declaration. ``Option`` adds the type of the value.
struct OptionDeclaration: Sendable, Equatable {
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
    /// What follows the option; `nil` for a switch.
    var form: ArgumentForm?
    var role: ArgumentRole?
    var use: Use = .once
    /// What the option does, in a few words without a full stop.
    let summary: String
    var hintForMissingValue: String?
    /// Whether the usage line omits the option because most commands have it.
    var isCommon = false
    /// Whether an environment variable or the project file can supply the value.
    var isConfigurable = false
    /// Whether its values are added to those of the project file, and do not replace them.
    var addsToProject = false
    /// Whether its default is the inputs of the project.
    var standsForInputs = false

    /// The word that stands for the value in usage lines; `nil` for a switch.
    var placeholder: String? { form?.placeholder }

    var isRequired: Bool { use == .required || use == .atLeastOnce }
    var isRepeatable: Bool { use == .repeated || use == .atLeastOnce }

    /// The option as usage lines show it: `--flag NAME`.
    var synopsis: String {
        placeholder.map { "--\(name) \($0)" } ?? "--\(name)"
    }

    var label: ArgumentLabel { ArgumentLabel(text: "--\(name)", hintForMissingValue: hintForMissingValue) }

    /// Each way to write the option: `--app-version`, `-e`.
    var spellings: [String] { ([name] + aliases).map { "--\($0)" } + (letter.map { ["-\($0)"] } ?? []) }
}
