/// The shell around `Program`: arguments in, both streams and the exit status out.
@main
enum Flagctl {
    static func main() {
        RunningProcess.handleSignals()
        var session = Session()
        var status = Program.run(Array(CommandLine.arguments.dropFirst()), in: &session)
        status.take(session.flush())
        RunningProcess.end(status.rawValue)
    }
}
