import FlagResolver

/// Overrides that were given as text at launch.
///
/// Launch arguments have the form `--flag checkout.style=modern` or `--flag=checkout.style=modern`. Environment variables
/// have the form `FLAG_CHECKOUT_STYLE=modern`. Arguments take precedence.
///
/// The name of a variable has the words of the setting's name in capitals, with `_` between them: `FLAG_NEW_CHECKOUT` is
/// `newCheckout`, `new.checkout` and `new_checkout`. A name with capitals may also be written as one word:
/// `FLAG_NEWCHECKOUT`.
struct TextOverrides: Sendable {
    private var arguments: [ExactText: String] = [:]
    private var variables: [String: String] = [:]

    /// Arguments of `--flag` without the form `name=value`; `--flag` itself if it is the last argument.
    private(set) var malformed: [String] = []

    private static let option = "--flag"
    private static let prefix = "FLAG_"

    init(arguments: [String] = [], environment: [String: String] = [:]) {
        for (name, value) in environment where name.starts(withBytesOf: Self.prefix) {
            variables[name] = value
        }
        var isExpected = false
        for argument in arguments {
            if isExpected {
                add(argument)
                isExpected = false
            } else if argument == Self.option {
                isExpected = true
            } else if let assignment = argument.after(prefix: Self.option + "=") {
                add(String(assignment))
            }
        }
        if isExpected { malformed.append(Self.option) }
    }

    private mutating func add(_ assignment: String) {
        guard let (name, value) = assignment.divided(at: "="), !name.isEmpty else {
            malformed.append(assignment)
            return
        }
        arguments[ExactText(String(name))] = String(value)
    }

    var isEmpty: Bool { arguments.isEmpty && variables.isEmpty }

    /// The text that overrides a setting.
    func text(for name: String) -> String? {
        if let text = arguments[ExactText(name)] { return text }
        guard !variables.isEmpty else { return nil }
        return variables[Self.variable(for: name)] ?? variables[Self.variable(for: name, separatesWords: false)]
    }

    /// The overrides of settings that are not in the list.
    func unknown(besides names: [String]) -> [UnknownOverride] {
        let known = Set(names.map { ExactText($0) })
        let variableNames = Dictionary(grouping: names) { Self.variable(for: $0) }
        let asOneWord = Set(names.map { Self.variable(for: $0, separatesWords: false) })
        let unknownArguments = arguments.keys.filter { !known.contains($0) }.map { name in
            UnknownOverride(name: name.text, suggestion: Spelling.nearestSetting(to: name.text, in: names))
        }
        let unknownVariables = variables.keys.filter { variableNames[$0] == nil && !asOneWord.contains($0) }.map {
            name in
            UnknownOverride(name: name, suggestion: Spelling.nearest(to: name, in: variableNames.keys))
        }
        return unknownArguments + unknownVariables
    }

    /// The variables that override more than one of some settings, sorted, each with the names of its settings.
    func ambiguousVariables(among names: [String]) -> [(variable: String, names: [String])] {
        variables.keys.sorted().compactMap { variable in
            let matching = Set(names).filter {
                variable == Self.variable(for: $0) || variable == Self.variable(for: $0, separatesWords: false)
            }
            return matching.count > 1 ? (variable, matching.sorted()) : nil
        }
    }

    private static func variable(for name: String, separatesWords: Bool = true) -> String {
        VariableName.text(for: name.utf8, prefix: prefix, separatesWords: separatesWords)
    }
}

/// An override of a setting that is not declared.
struct UnknownOverride: Sendable {
    /// The name of a setting or of a variable.
    let name: String

    /// What was probably meant.
    let suggestion: String?
}

extension DebugOverrides {
    /// The sorted overrides of settings that are not in the list.
    func unknown(besides names: [String]) -> [UnknownOverride] {
        let known = Set(names.map { ExactText($0) })
        let unknown = values.keys.filter { !known.contains($0) }.map { name in
            UnknownOverride(name: name.text, suggestion: Spelling.nearestSetting(to: name.text, in: names))
        }
        return (unknown + texts.unknown(besides: names)).sorted { ExactText($0.name) < ExactText($1.name) }
    }
}
