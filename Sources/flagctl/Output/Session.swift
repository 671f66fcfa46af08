/// What a command works with: what it writes, and what it may know of the world.
struct Session {
    /// Results.
    var output = TextBuffer(to: .output)
    /// Everything about the run.
    var messages = TextBuffer()
    /// Where the reports of the run go.
    var reports = ReportTargets()
    /// Files that were read and that the command line does not name: `--watch` looks at them too.
    private(set) var furtherFiles: WatchedFiles.State = [:]
    /// What could not be read or checked.
    private(set) var failures = RunFailures()
    /// How the diagnostics and the results may look.
    private(set) var renderer = DiagnosticRenderer(style: .plain, width: defaultWidth)
    private(set) var outputStyle = TextStyle.plain
    /// How many columns the terminal of the results has; `nil` where they go elsewhere.
    private(set) var outputWidth: Int?

    /// The width of excerpts where no terminal says its own.
    static let defaultWidth = 120

    /// Takes up `--color` and what the two streams lead to.
    mutating func decideLook(_ choice: ColorChoice) {
        func style(_ stream: StandardStream) -> TextStyle {
            TextStyle(
                isColored: choice.isColored(isTerminal: stream.isTerminal, variable: RunningProcess.variable))
        }
        outputStyle = style(.output)
        outputWidth = StandardStream.output.terminalWidth
        let width = StandardStream.error.terminalWidth ?? Self.defaultWidth
        renderer = DiagnosticRenderer(style: style(.error), width: min(width, 400))
    }

    /// Records a file that is about to be read and that the command line does not name.
    ///
    /// - Throws: `UsageError` if a report of the run would overwrite the file.
    mutating func willRead(_ path: String) throws(UsageError) {
        furtherFiles[path] = .some(FileStamp(of: path))
        try reports.protect(path)
    }

    /// Reports something about the run on standard error.
    ///
    /// After an error the run is incomplete: its outputs state what they lack, and the exit status is 2.
    mutating func report(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error { failures.append(diagnostic) }
        renderer.write(diagnostic, to: &messages)
    }

    /// Reports on standard error what a complete run found.
    mutating func report(finding: Diagnostic) {
        renderer.write(finding, to: &messages)
    }

    mutating func report(_ error: UsageError, from command: String?) {
        let subject = command.map { "flagctl \($0)" } ?? "flagctl"
        report(Diagnostic(subject: .name(subject), severity: .error, message: error.message, help: error.help))
    }
}

extension Session {
    /// Writes a report to its file, or appends it to the results if it goes to standard output.
    ///
    /// A failure is reported, and makes the status a failure.
    mutating func save(_ buffer: TextBuffer, to path: String, status: inout ExitStatus) {
        guard !ReportTargets.isStandardOutput(path) else {
            output.write(bytes: buffer.bytes)
            return
        }
        do throws(ReportTargets.Failure) {
            try reports.write(buffer.bytes, to: path)
        } catch {
            report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: "the report cannot be written: \(error.problem)",
                    help: error.help))
            status.take(.failed)
        }
    }
}
