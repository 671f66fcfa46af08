import FlagAnalysis

/// A file of generated code. It is written only if its content changes, so that builds do not compile it again.
struct GeneratedFile {
    let path: String
    let bytes: [UInt8]
    /// What the run has read, which it never overwrites.
    let inputs: RunInputs

    /// Writes the file; a file that cannot be written is reported.
    func write(in session: inout Session) {
        guard !ReportTargets.isStandardOutput(path) else { return session.output.write(bytes: bytes) }
        var targets = ReportTargets()
        targets.protect(inputs, with: inputs.sources)
        guard !isCurrent else { return }
        let links = HardLinks(of: [path])
        do throws(ReportTargets.Failure) {
            try targets.write(bytes, to: path)
            session.report(links)
        } catch {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: "the code cannot be written: \(error.problem)",
                    help: "name another file with --output"))
        }
    }

    private var isCurrent: Bool {
        let (limit, _) = bytes.count.addingReportingOverflow(1)
        return ((try? FileSystem.readRegularFile(path, atMost: limit)) ?? nil)?.bytes == bytes
    }
}
