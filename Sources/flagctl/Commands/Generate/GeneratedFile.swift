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

    /// Compares the file with the code, and reports a difference.
    func check(against document: String, in session: inout Session) -> ExitStatus {
        let found: [UInt8]
        do throws(SystemError) {
            guard let file = try FileSystem.readRegularFile(path, atMost: Self.maximumByteCount) else {
                session.report(
                    Diagnostic(
                        subject: .name(path), severity: .error, message: "this is no file of generated code",
                        help: "name the file with --output"))
                return .failed
            }
            found = file.bytes
        } catch {
            guard error == .missing else {
                session.report(
                    Diagnostic(
                        subject: .name(path), severity: .error, message: "the code cannot be read: \(error)",
                        help: "name another file with --output"))
                return .failed
            }
            found = []
        }
        guard found != bytes else { return .clean }
        session.report(
            finding: Diagnostic(
                subject: .name(path), severity: .error,
                message: found.isEmpty
                    ? "there is no code yet, expected that of \(PlainText.escaped(document))"
                    : "the code is not that of \(PlainText.escaped(document)); the first difference is in line \(firstDifference(in: found))",
                code: "outdated-code", help: "run the command without --check"))
        return .found
    }

    /// The number of the first line that differs, counted from 1.
    private func firstDifference(in found: [UInt8]) -> Int {
        let common = zip(found, bytes).prefix { $0 == $1 }
        return 1 + common.count { $0.0 == UInt8(ascii: "\n") }
    }

    private static let maximumByteCount = 64 << 20

    private var isCurrent: Bool {
        let (limit, _) = bytes.count.addingReportingOverflow(1)
        return ((try? FileSystem.readRegularFile(path, atMost: limit)) ?? nil)?.bytes == bytes
    }
}
