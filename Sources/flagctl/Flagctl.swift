/// The process: it passes its arguments to `Program`, and writes both streams.
@main
enum Flagctl {
    static func main() {
        RunningProcess.handleSignals()
        var session = Session()
        var status = Program.run(Array(CommandLine.arguments.dropFirst()), in: &session)
        status.combine(with: session.flush())
        RunningProcess.end(status.rawValue)
    }
}
