import FlagServer
import FlagServerMicrohttpd

/// The work of a server apart from its responses: time limits, messages and signals, until it ends.
struct ServeLoop {
    let server: HTTPServer
    let service: FlagService
    let sources: [ServedSource]

    private static let intervalInMilliseconds: Int32 = 100
    /// The number of intervals that responses may take after SIGTERM.
    private static let drainingIntervals = 100
    /// How long a connection must be quiet to count as idle: its client has its response and sends nothing.
    private static let quietMilliseconds = 250

    /// The number of intervals without a change after which streams are woken, for their heartbeats.
    private static let heartbeatIntervals = 20

    func run(in session: inout Session) -> ExitStatus {
        var state = service.state(at: ServeClock.now)
        var quietIntervals = 0
        while true {
            RunningProcess.wait(milliseconds: Self.intervalInMilliseconds)
            server.sweep()
            let now = service.state(at: ServeClock.now)
            quietIntervals += 1
            if now != state || quietIntervals >= Self.heartbeatIntervals {
                state = now
                quietIntervals = 0
                server.wakeStreams()
            }
            report(in: &session)
            switch ServeSignals.take() {
            case .reload?: for source in sources { source.reload() }
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

    private func report(in session: inout Session) {
        for source in sources {
            for event in source.takeEvents() { session.report(finding: event.diagnostic(keepsDocument: true)) }
        }
        _ = session.flush()
    }

    /// Completes requests that have begun, for at most ten seconds.
    private func end(in session: inout Session) {
        session.messages.write("stopping: no new connections\n")
        _ = session.flush()
        server.drain()
        for _ in 0..<Self.drainingIntervals where server.busyConnections(within: Self.quietMilliseconds) > 0 {
            RunningProcess.wait(milliseconds: Self.intervalInMilliseconds)
            server.sweep()
        }
        server.stop()
        session.messages.write("stopped\n")
        _ = session.flush()
    }
}
