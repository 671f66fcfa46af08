extension Command {
    /// Every command, in the order of the help.
    static let all: [Command] = [.resolve, .explain, .check, .help]
}
