/// The manual page in troff with the macros of man(7), generated from the declarations.
enum ManualPage {
    static func write(_ commands: [Command], to buffer: inout TextBuffer) {
        var page = Troff()
        page.macro("TH", "FLAGCTL", "1", "", "flagctl \(ToolVersion.current)", "User Commands")
        page.section("NAME")
        page.raw("flagctl \\- feature flags and remote settings by app version\n")
        page.section("SYNOPSIS")
        page.raw(".B flagctl\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fIFILE\\fR]...\n")
        page.section("DESCRIPTION")
        page.paragraph(
            "A document keeps, per setting, a default and values for ranges of app versions; the first entry whose "
                + "requirement contains the app version wins, otherwise the default. flagctl states exactly what a document "
                + "means, for one version or for every version: nothing is sampled.")
        page.paragraph(
            "FILE is a file, a directory (every *.json below it, except *.schema.json, *.expectations.json and what "
                + "is hidden), a quoted glob, - for standard input, or REV:PATH for a file at a git revision. Results go to standard output, "
                + "everything about the run to standard error.")
        page.section("COMMANDS")
        for command in commands { write(command, to: &page) }
        page.section("EXIT STATUS")
        for (status, meaning) in [
            ("0", "It ran, and there is nothing to report."),
            ("1", "It ran and found something: a finding, a difference, no match, a violated policy, a failed test."),
            ("2", "It could not do the job: usage, unreadable or unparsable input. 2 wins over 1."),
            ("130", "It was interrupted."),
        ] {
            page.item(status, meaning)
        }
        page.section("ENVIRONMENT")
        for (name, meaning) in [
            ("NO_COLOR", "Set and not empty: no colour, where --color is auto."),
            ("FORCE_COLOR", "Set, not empty and not 0: colour even without a terminal, where --color is auto."),
            ("TERM", "dumb: a terminal without colour."),
            ("PATH", "Where git is looked for, which reads revisions."),
        ] {
            page.item(name, meaning)
        }
        page.section("EXAMPLES")
        for command in commands {
            guard let example = command.examples.first else { continue }
            page.example(example.line, example.meaning)
        }
        page.section("SEE ALSO")
        page.raw(".BR git (1)\n")
        buffer.write(page.text)
    }

    private static func write(_ command: Command, to page: inout Troff) {
        page.macro("SS", command.name)
        page.literal(command.synopsis)
        page.paragraph(sentence(command.summary))
        if !command.aliases.isEmpty { page.paragraph("Also: \(command.aliases.joined(separator: ", ")).") }
        for operand in command.operandDeclarations {
            page.item(operand.synopsis, sentence(operand.summary), isItalic: true)
        }
        for option in command.declarations {
            let words = option.spellings.joined(separator: ", ")
            let summary =
                if case .choice(_, let choices) = option.form, choices.contains(where: option.summary.hasPrefix) {
                    "One of \(option.summary)"
                } else {
                    option.summary
                }
            page.item(option.placeholder.map { "\(words) \($0)" } ?? words, sentence(summary))
        }
        for note in command.allNotes { page.paragraph(note) }
        for example in command.examples { page.example(example.line, example.meaning) }
    }

    /// A sentence from a summary, which begins with a lowercase letter and has no full stop.
    private static func sentence(_ summary: String) -> String {
        let first = summary.prefix(1)
        let start = first.allSatisfy(\.isLetter) ? first.uppercased() : String(first)
        return "\(start)\(summary.dropFirst())\(summary.hasSuffix(".") ? "" : ".")"
    }
}
