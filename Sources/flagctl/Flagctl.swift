/// The shell around `Program`: arguments in, both streams and the exit status out.
@main
enum Flagctl {
    static func main() {
        RunningProcess.handleSignals()
        var session = Session()
        var status = Program.run(Array(CommandLine.arguments.dropFirst()), in: &session)
        do throws(SystemError) {
            try StandardStream.output.write(session.output.bytes)
        } catch {
            session.report(
                Diagnostic(
                    subject: .name("flagctl"), severity: .error, message: "the output cannot be written: \(error.text)")
            )
            status.take(.failed)
        }
        // When not even standard error can be written there is nobody left to tell; the exit status still says it.
        try? StandardStream.error.write(session.messages.bytes)
        RunningProcess.end(status.rawValue)
    }
}
