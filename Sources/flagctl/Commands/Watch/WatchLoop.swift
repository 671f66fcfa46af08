/// Runs a command again whenever one of its files changes, until it is interrupted or nobody reads its results.
///
/// The files are looked at four times a second. That works on every system and file system alike, and tells of a file
/// that another one has taken the place of, as editors do it.
struct WatchLoop {
    private let command: Command
    private let arguments: ParsedArguments
    private let files: WatchedFiles
    /// What every run starts with: the look of the streams.
    private let session: Session

    private static let interval: Int32 = 250
    /// While files change they are looked at more often, until they have been quiet for one look.
    private static let quietInterval: Int32 = 50
    private static let greatestPatience = 20

    init(_ command: Command, _ arguments: ParsedArguments, in session: Session) throws(UsageError) {
        self.command = command
        self.arguments = arguments
        self.session = session
        files = try WatchedFiles(arguments, of: command)
    }

    /// - Returns: The status of the last run.
    /// - Throws: `UsageError` of the command. A change of a file does not correct it.
    func run() throws(UsageError) -> ExitStatus {
        while true {
            var run = session
            // Looked at before the files are read: what changes meanwhile is seen as a change.
            var state = files.state(further: [])
            var status = try command.perform(arguments, in: &run)
            state.merge(run.furtherFiles) { _, read in read }
            run.messages.write("watching \(Count.of(state.count, "file")); interrupt to end\n")
            status.take(run.flush())
            guard let changes = changes(since: state) else { return status }
            announce(changes)
        }
    }

    /// What has changed, once it has; `nil` where nobody reads the results any more.
    private func changes(since state: WatchedFiles.State) -> [String]? {
        while true {
            RunningProcess.wait(milliseconds: Self.interval)
            if StandardStream.output.hasNoReader { return nil }
            var now = files.state(further: state.keys)
            guard now != state else { continue }
            // A file is written in several steps, or goes for a moment before another one takes its place.
            for _ in 0..<Self.greatestPatience {
                RunningProcess.wait(milliseconds: Self.quietInterval)
                let next = files.state(further: state.keys)
                let isGone = next.contains { $0.value == nil && state[$0.key] ?? nil != nil }
                let isQuiet = next == now
                now = next
                if isQuiet, !isGone { break }
            }
            let changes = WatchedFiles.differences(state, now)
            if !changes.isEmpty { return changes }
        }
    }

    /// Keeps the runs apart: on a terminal by a clean screen, and everywhere by a line.
    private func announce(_ changes: [String]) {
        var next = session
        if StandardStream.output.isTerminal { next.output.write("\u{1B}[2J\u{1B}[H") }
        let names = changes.prefix(3).map { PlainText.escaped($0) }.joined(separator: ", ")
        let more = changes.count > 3 ? " and \(changes.count - 3) more" : ""
        next.messages.write("\n--- \(names)\(more) changed\n")
        _ = next.flush()
    }
}
