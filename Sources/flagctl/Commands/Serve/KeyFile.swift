import FlagServer
import FlagServerMicrohttpd

/// The file of `--keys`.
struct KeyFile {
    let path: String

    /// Why no keys can be read.
    struct Problem: Error {
        let diagnostic: Diagnostic
    }

    init(_ path: String) {
        self.path = path
    }

    /// What changes when the file does; `nil` if it does not exist.
    var fingerprint: FileFingerprint? { FileFingerprint(of: path) }

    /// Reads the file.
    ///
    /// - Throws: `Problem` if it cannot be used.
    func keys() throws(Problem) -> AccessKeys {
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try InputSource.file(path).readText(atMost: 1 << 20)
        } catch {
            throw Problem(diagnostic: error.diagnostic)
        }
        guard SystemDigest.sha256([]) != nil else {
            throw Problem(
                diagnostic: Diagnostic(
                    subject: .name(path), severity: .error,
                    message: "keys need SHA-256, but no library of the system computes it", help: SystemDigest.advice))
        }
        do throws(AccessKeys.FormatError) {
            return try AccessKeys(parsing: bytes) { SystemDigest.sha256($0) }
        } catch {
            throw Problem(
                diagnostic: Diagnostic(
                    subject: .name("\(path):\(error.line)"), severity: .error, message: error.message,
                    code: "bad-keys"))
        }
    }
}
