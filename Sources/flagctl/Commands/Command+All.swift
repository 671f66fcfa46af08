extension Command {
    /// Every command, in the order of the help.
    static let all: [Command] = [
        .resolve, .check, .explain, .matrix, .diff, .when, .prove, .release, .test, .stale, .retarget, .format, .rules,
        .schema, .completion, .man, .help,
    ]

    /// The command with a name or an alias.
    static func named(_ name: String) -> Command? {
        all.first { $0.name == name } ?? all.first { $0.aliases.contains(name) }
    }
}
