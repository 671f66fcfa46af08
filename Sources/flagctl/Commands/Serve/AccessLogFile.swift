import FlagAnalysis
import FlagServer
import FlagStore

/// The file of `--access-log`.
///
/// It is opened for each write, so that it can be renamed at any time. Nobody waits for it: lines for which there is no room are
/// dropped, and the next ones say how many.
struct AccessLogFile {
    private let log: LineLog

    /// - Returns: `nil` if the file cannot be written, which has been reported.
    init?(_ path: String, in session: inout Session) {
        let dropNote: @Sendable (Int) -> String = { #"{"dropped":\#($0)}"# }
        guard path != "-" else {
            log = LineLog(dropNote: dropNote) { try? StandardStream.output.write($0) }
            return
        }
        do throws(FileFailure) {
            try SystemFiles().append([], to: path)
        } catch {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: "the access log cannot be written: \(error)",
                    help: "name another file with --access-log"))
            return nil
        }
        log = LineLog(dropNote: dropNote) { try? SystemFiles().append($0, to: path) }
    }

    func accessLog(percentage: Int) -> AccessLog {
        AccessLog(percentage: percentage) { [log] line in log.write(line) }
    }

    /// Waits until everything is written, but not for long.
    func finish() { log.finish() }
}
