import FlagResolver

/// The arguments of the process, before the parser has seen them.
///
/// It finds the options that decide how the parser runs and how its errors are shown.
struct RawArguments {
    private let arguments: ArraySlice<String>

    init(_ arguments: [String]) {
        self.arguments = arguments.prefix { $0 != "--" }
    }

    /// Whether `--help` is among the arguments.
    ///
    /// Help is shown even if the rest of the command line is wrong, because the user may not know what is right.
    var asksForHelp: Bool { arguments.contains { $0 == "--help" || $0 == "-h" } }

    /// Whether the word after an option can be its value; see the rules of ``ArgumentParser``.
    static func canBeValue(_ word: String) -> Bool { word == "-" || !word.starts(withBytesOf: "-") }

    /// The last value of an option; `nil` if it is not given.
    func value(of name: String) -> String? {
        var value: String?
        for (argument, next) in zip(arguments, arguments.dropFirst().map { $0 as String? } + [nil]) {
            if argument == "--\(name)", let next, Self.canBeValue(next) { value = next }
            if let inline = argument.after(prefix: "--\(name)=") { value = String(inline) }
        }
        return value
    }
}
