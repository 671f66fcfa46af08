import FlagAnalysis

extension Command {
    static let config = Command(
        name: "config",
        summary: "show the arguments that the project file and the environment give",
        examples: [
            Example(line: "flagctl config", meaning: "each value, and where it comes from"),
            Example(
                line: "flagctl config --config Configs/release-checks/shop/flagctl.json",
                meaning: "of another project file"),
        ],
        options: [.format(ConfigReport.Format.self), .report(ConfigReport.Format.self), .config, .color],
        notes: [
            "flagctl.json has these members, all optional: inputs, the documents of a command that gets none; excludes, files "
                + "that directories and globs leave out; policies; releases; readers; against, at and findings, for check; failOn and "
                + "severities, for check and references; trust and state, for signed documents; formats, the format of each command. Paths "
                + "are relative to the file. \"flagctl schema project\" is its JSON Schema.",
            "Without --config, the nearest flagctl.json counts: in this directory or above, up to the top of the git repository. "
                + "An option has precedence over its variable, such as FLAGCTL_FAIL_ON for --fail-on, and that over the project "
                + "file. --config \"\" reads no project file.",
            "Exit codes: 0 printed; 2 the project file or a variable has an error, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            guard let report = try ConfigReport(arguments, in: &session) else { return .failed }
            return ReportOutput(arguments).write(report, in: &session)
        })
}
