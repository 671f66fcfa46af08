extension Command {
    /// Every command, in the order of the help.
    static let all: [Command] = [
        .resolve, .check, .explain, .matrix, .diff, .when, .prove, .release, .test, .stale, .retarget, .format, .rules,
        .schema, .completion, .man, .help,
    ]
}
