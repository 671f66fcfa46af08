extension Session {
    /// Writes what has been collected to both streams, and forgets it.
    ///
    /// - Returns: A failure where the results cannot be written.
    mutating func flush() -> ExitStatus {
        var status: ExitStatus = .clean
        do throws(SystemError) {
            try output.finish(to: .output)
        } catch {
            report(
                Diagnostic(
                    subject: .name("flagctl"), severity: .error, message: "the output cannot be written: \(error.text)")
            )
            status = .failed
        }
        // When not even standard error can be written there is nobody left to tell; the exit status still says it.
        try? StandardStream.error.write(messages.bytes)
        output.removeAll()
        messages.removeAll()
        return status
    }
}
