/// Runs a command again whenever one of its files changes, until it is interrupted or its output pipe is closed.
///
/// The files are compared four times a second. That works on every system and file system, and also notices a file that
/// another one has replaced, as editors do.
struct WatchLoop {
    private let command: Command
    private let arguments: ParsedArguments
    private let files: WatchedFiles
    /// The initial state of every run.
    private let session: Session

    private static let intervalInMilliseconds: Int32 = 250
    /// The interval while files change, until two comparisons in a row agree.
    private static let quietIntervalInMilliseconds: Int32 = 50
    private static let maximumQuietIntervals = 20

    init(_ command: Command, _ arguments: ParsedArguments, in session: Session) throws(UsageError) {
        self.command = command
        self.arguments = arguments
        self.session = session
        files = try WatchedFiles(arguments, of: command)
    }

    /// - Returns: The status of the last run.
    /// - Throws: `UsageError` of the command, which no change of a file can correct.
    func run() throws(UsageError) -> ExitStatus {
        while true {
            var run = session
            // Recorded before the files are read, so that a change during the run is noticed.
            var state = files.state(further: [])
            var status = try command.perform(arguments, in: &run)
            state.merge(run.furtherFiles) { _, read in read }
            run.messages.write("watching \(Count.of(state.count, "file")); press Ctrl-C to stop\n")
            status.combine(with: run.flush())
            guard let changes = changes(since: state) else { return status }
            announce(changes)
        }
    }

    /// Waits for changes.
    ///
    /// - Returns: The changed files; `nil` if the output pipe is closed.
    private func changes(since state: WatchedFiles.State) -> [String]? {
        while true {
            RunningProcess.wait(milliseconds: Self.intervalInMilliseconds)
            if StandardStream.output.hasNoReader { return nil }
            var now = files.state(further: state.keys)
            guard now != state else { continue }
            // A file is written in several steps, or is missing for a moment before another one replaces it.
            for _ in 0..<Self.maximumQuietIntervals {
                RunningProcess.wait(milliseconds: Self.quietIntervalInMilliseconds)
                let next = files.state(further: state.keys)
                let isMissing = next.contains { $0.value == nil && state[$0.key] ?? nil != nil }
                let isQuiet = next == now
                now = next
                if isQuiet, !isMissing { break }
            }
            let changes = WatchedFiles.differences(state, now)
            if !changes.isEmpty { return changes }
        }
    }

    /// Separates two runs: clears the screen of a terminal, and writes a line.
    private func announce(_ changes: [String]) {
        var next = session
        if StandardStream.output.isTerminal { next.output.write("\u{1B}[2J\u{1B}[H") }
        let names = changes.prefix(3).map { PlainText.escaped($0) }.joined(separator: ", ")
        let more = changes.count > 3 ? " and \(changes.count - 3) more" : ""
        next.messages.write("\n--- \(names)\(more) changed\n")
        _ = next.flush()
    }
}
