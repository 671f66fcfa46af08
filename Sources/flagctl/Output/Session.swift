import FlagAnalysis
import FlagResolver
import FlagSigning
import FlagStore

/// The state of one run: its output, its messages, and what went wrong.
struct Session {
    /// The results, for standard output.
    var output = TextBuffer(to: .output)
    /// Everything about the run, for standard error.
    var messages = TextBuffer()
    /// The files that the reports of the run go to.
    var reports = ReportTargets()
    /// The files that the run read although the command line does not name them, for `--watch`.
    private(set) var furtherFiles: [ExactText: FileFingerprint?] = [:]
    /// The styles of versions for documents that name none.
    var givenStyles = GivenVersionStyles()
    /// For the names of settings that do not exist: a hostile file can name very many.
    var suggestions = SuggestionBudget()
    /// Which documents the run trusts; `nil` if it does not verify them.
    var trust: TrustRules?
    /// Whether a document may have expired. A server decides that later: one that was in use stays in use.
    var trustsExpired = false
    /// How many diagnostics are on standard error, and how many more there are.
    private var reportedCount = 0
    /// What could not be read or checked. While there is a failure, the exit status is 2.
    private(set) var failures = RunFailures()

    /// Sets colour and width from `--color`, `COLUMNS` and the streams.
    mutating func setDisplays(_ choice: ColorChoice) {
        let leadsToStreams = output.leadsToStream
        let requestedWidth = Display.requestedWidth(RunningProcess.variable("COLUMNS"))
        func display(_ stream: StandardStream) -> Display {
            // Without a stream, the results stay in memory.
            let isTerminal = leadsToStreams && stream.isTerminal
            let isColored = choice.isColored(isTerminal: isTerminal, variable: RunningProcess.variable)
            return Display(
                style: TextStyle(isColored: isColored),
                width: requestedWidth ?? (leadsToStreams ? stream.terminalWidth : nil), isTerminal: isTerminal,
                canMoveCursor: isTerminal && RunningProcess.variable("TERM") != "dumb")
        }
        output.display = display(.output)
        messages.display = display(.error)
    }

    /// Records a file that is about to be read and that the command line does not name.
    ///
    /// - Throws: `ReportTargets.Conflict` if a report of the run would overwrite the file.
    mutating func willRead(_ path: String) throws(ReportTargets.Conflict) {
        furtherFiles[ExactText(path)] = .some(FileFingerprint(of: path))
        guard !reports.isEmpty else { return }
        reports.protect(path)
        try reports.checkInputs()
    }

    /// Reports something about the run on standard error.
    ///
    /// An error makes the run incomplete: its outputs state the failure, and the exit status is 2.
    mutating func report(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error { failures.append(diagnostic) }
        report(finding: diagnostic)
    }

    /// Reports a finding of a complete run on standard error.
    ///
    /// Standard error gets the first ones; hostile files can have millions.
    mutating func report(finding: Diagnostic) {
        reportedCount += 1
        guard reportedCount <= Diagnostic.maximumShownCount else { return }
        messages.writeForLogs { $0.display.renderer.write(finding, to: &$0) }
    }

    /// Writes a report to its file, or appends it to the results if it goes to standard output.
    ///
    /// A file that cannot be written is reported.
    mutating func save(_ buffer: TextBuffer, to path: String) {
        guard !ReportTargets.isStandardOutput(path) else {
            output.write(bytes: buffer.bytes)
            return
        }
        let links = HardLinks(of: [path])
        do throws(ReportTargets.Failure) {
            try reports.write(buffer.bytes, to: path)
            report(links)
        } catch {
            report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: "the report cannot be written: \(error.problem)",
                    help: error.help))
        }
    }

    /// Says how many messages are not shown.
    mutating func endMessages() {
        let more = reportedCount - Diagnostic.maximumShownCount
        if more > 0 { messages.write("and \(Count.of(grouped: more, "more message")) about the run\n") }
        reportedCount = 0
    }

    /// Writes the results and the messages to their streams, and clears them.
    ///
    /// - Returns: `.failed` if the results cannot be written.
    mutating func flush() -> ExitStatus {
        var status: ExitStatus = .clean
        endMessages()
        do throws(SystemError) {
            try output.finish(to: .output)
        } catch {
            report(
                Diagnostic(
                    subject: .name("flagctl"), severity: .error, message: "the output cannot be written: \(error.text)")
            )
            status = .failed
        }
        var text = messages.bytes
        LogCommands.escape(&text)
        // If standard error cannot be written either, only the exit status can report it.
        try? StandardStream.error.write(text)
        output.removeAll()
        messages.removeAll()
        return status
    }
}
