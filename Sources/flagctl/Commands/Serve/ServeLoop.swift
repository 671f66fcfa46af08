import FlagAnalysis
import FlagServer
import FlagServerMicrohttpd
import FlagStore

/// The work of a server apart from its responses: time limits, messages and signals, until it ends.
struct ServeLoop {
    let server: HTTPServer
    /// What answers requests about the server on an address of its own; `nil` if nothing does.
    let management: HTTPServer?
    let service: FlagService
    let sources: [ServedSource]
    /// The keys, which are read again when they change; `nil` if requests need none.
    let keyFile: KeyFile?
    /// For how many seconds the server still takes requests when it has announced its end.
    let drainDelay: Int

    init(
        server: HTTPServer, management: HTTPServer?, service: FlagService, sources: [ServedSource], keyFile: KeyFile?,
        drainDelay: Int
    ) {
        self.drainDelay = drainDelay
        self.server = server
        self.management = management
        self.service = service
        self.sources = sources
        self.keyFile = keyFile
    }

    private static let intervalInMilliseconds: Int32 = 100
    /// The number of intervals that responses may take after SIGTERM.
    private static let drainingIntervals = 100
    /// How long a connection must be quiet to count as idle: its client has its response and sends nothing.
    private static let quietMilliseconds = 250

    /// The number of intervals without a change after which streams are woken, for their heartbeats.
    private static let heartbeatIntervals = 20

    private let log = LineLog(
        dropNote: { "flagctl serve: \(Count.of($0, "line")) of this log dropped, because nobody read them" },
        output: { try? StandardStream.error.write($0) })

    func run(in session: inout Session) -> ExitStatus {
        var state = service.state(at: WallClock.now)
        var quietIntervals = 0
        var keyFingerprint = keyFile?.fingerprint
        while true {
            RunningProcess.wait(milliseconds: Self.intervalInMilliseconds)
            sweep()
            service.note(connectionCount: server.connectionCount)
            let now = service.state(at: WallClock.now)
            quietIntervals += 1
            if now != state || quietIntervals >= Self.heartbeatIntervals {
                state = now
                quietIntervals = 0
                server.wakeStreams()
            }
            let fingerprint = keyFile?.fingerprint
            if fingerprint != keyFingerprint {
                keyFingerprint = fingerprint
                readKeys(in: &session)
            }
            report(in: &session)
            switch ServeSignals.take() {
            case .reload?:
                for source in sources { source.reload() }
                readKeys(in: &session)
            case .terminate?:
                end(in: &session)
                return .clean
            case .interrupt?:
                end(in: &session)
                for source in sources { source.close() }
                RunningProcess.end(130)
            case nil: break
            }
        }
    }

    /// Reads the keys again. If they cannot be read, the old ones apply: a mistake must neither lock everybody out nor let
    /// everybody in.
    private func readKeys(in session: inout Session) {
        guard let keyFile else { return }
        switch keyFile.read() {
        case .keys(let keys):
            service.replaceKeys(by: keys)
            server.wakeStreams()
            session.report(
                finding: Diagnostic(subject: .name(keyFile.path), severity: .note, message: "the keys were read again"))
        case .problem(let problem):
            session.report(
                finding: Diagnostic(
                    subject: problem.subject, severity: .error, message: "\(problem.message); the old keys still apply",
                    code: problem.code, help: problem.help))
        }
    }

    private func sweep() {
        server.sweep()
        management?.sweep()
    }

    private func report(in session: inout Session) {
        for source in sources {
            for event in source.takeEvents() { session.report(finding: event.diagnostic(keepsDocument: true)) }
        }
        write(&session)
    }

    /// Passes on what there is to say, and does not wait until somebody reads it.
    private func write(_ session: inout Session) {
        log.write(session.messages.bytes)
        session.messages.removeAll()
    }

    /// Announces the end, and completes requests that have begun, for at most ten seconds.
    private func end(in session: inout Session) {
        service.announceEnd()
        if drainDelay > 0 {
            session.messages.write("stopping in \(drainDelay) s: not ready any more\n")
            write(&session)
            // A second signal ends the delay.
            for _ in 0..<drainDelay * 10 {
                guard ServeSignals.take() == nil else { break }
                RunningProcess.wait(milliseconds: Self.intervalInMilliseconds)
                sweep()
            }
        }
        session.messages.write("stopping: no new connections\n")
        write(&session)
        server.drain()
        for _ in 0..<Self.drainingIntervals where server.busyConnections(within: Self.quietMilliseconds) > 0 {
            RunningProcess.wait(milliseconds: Self.intervalInMilliseconds)
            sweep()
        }
        server.stop()
        management?.drain()
        management?.stop()
        session.messages.write("stopped\n")
        write(&session)
        log.finish()
    }
}
