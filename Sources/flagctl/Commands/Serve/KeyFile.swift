import FlagAnalysis
import FlagServer
import FlagServerMicrohttpd
import FlagStore

/// The file of `--keys`.
struct KeyFile {
    let path: String

    /// What became of reading the file.
    enum Result {
        case keys(AccessKeys)
        /// It cannot be used.
        case problem(Diagnostic)
    }

    init(_ path: String) {
        self.path = path
    }

    /// What changes when the file does; `nil` if it does not exist.
    var fingerprint: FileFingerprint? { FileFingerprint(of: path) }

    func read() -> Result {
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try InputSource.file(path).readText(atMost: 1 << 20)
        } catch {
            return .problem(error.diagnostic)
        }
        guard SystemDigest.sha256([]) != nil else {
            return .problem(
                Diagnostic(
                    subject: .name(path), severity: .error,
                    message: "keys need SHA-256, but no library of the system computes it", help: SystemDigest.advice))
        }
        do throws(AccessKeys.FormatError) {
            return .keys(try AccessKeys(parsing: bytes) { SystemDigest.sha256($0) })
        } catch {
            return .problem(
                Diagnostic(
                    subject: .name("\(path):\(error.line)"), severity: .error, message: error.message,
                    code: "bad-keys"))
        }
    }
}
