extension Command {
    static let man = Command(
        name: "man",
        summary: "print the manual page",
        examples: [
            Example(line: "flagctl man | man -l -", meaning: "read it"),
            Example(
                line: "flagctl man > /usr/local/share/man/man1/flagctl.1", meaning: "put it where man looks for it"),
        ],
        options: [.color],
        notes: ["Exit codes: 0 printed; 2 the command line is invalid."],
        run: { (_, session) throws(UsageError) in
            ManualPage.write(Command.all, to: &session.output)
            return .clean
        })
}
