/// What was given to a command, checked against its declaration.
struct ParsedArguments: Sendable, Equatable {
    private var values: [String: [String]] = [:]
    private(set) var operands: [String] = []

    /// Whether an option was given.
    func has(_ option: Option) -> Bool { values[option.name] != nil }

    /// Every value given to an option, in order; none where it was not given.
    func all(_ option: Option) -> [String] { values[option.name] ?? [] }

    /// The value of an option that is given once; `nil` where it was not given.
    func value(_ option: Option) -> String? { values[option.name]?.last }

    /// Records that an option was given, with its value if it takes one.
    mutating func add(_ value: String?, to option: Option) {
        values[option.name, default: []].append(contentsOf: value.map { [$0] } ?? [])
    }

    mutating func add(operand: String) {
        operands.append(operand)
    }
}
