import FlagAnalysis
import FlagPublishing
import FlagResolver
import FlagStore

extension CommandOption where Self == Option<[NamedFile]> {
    static var headerFile: Self {
        Option(
            name: "header-file", values: .namedFile("[NAME=]FILE"),
            summary: "the fields that requests over https: have, such as a key; each line is \"Name: value\"")
    }
}

extension CommandOption where Self == Option<String?> {
    static var authorityFile: Self {
        Option(
            name: "ca-file", value: .file("FILE"),
            summary: "the authorities to trust, as PEM, instead of those of the system")
    }

    static var etcdUser: Self {
        Option(
            name: "etcd-user", value: .file("FILE"),
            summary: "the user of etcd; the file has one line, USER:PASSWORD")
    }
}

extension CommandOption where Self == Option<Bool> {
    static var allowPlainEtcd: Self {
        Option(
            name: "allow-plain-etcd",
            summary: "allow etcd: without TLS to another machine: everybody on the network can then change the document"
        )
    }
}

/// A file of an option: `FILE` or `NAME=FILE`.
struct NamedFile: Sendable, Equatable {
    /// What the file is for; `nil` for everything.
    let name: String?
    let path: String
}

extension ArgumentType where Value == NamedFile {
    static func namedFile(_ placeholder: String) -> Self {
        ArgumentType(form: .file(placeholder: placeholder)) { text, _ in
            let parts = text.parts(separatedBy: "=", maxSplits: 1).map { String($0) }
            guard parts.count == 2, !FileSystem.exists(text) else { return NamedFile(name: nil, path: text) }
            return NamedFile(name: parts[0], path: parts[1])
        }
    }
}

extension ParsedArguments {
    /// The location that an argument names.
    ///
    /// - Throws: `UsageError` if it is an address that cannot be used.
    func location(_ text: String, of label: String) throws(UsageError) -> DocumentLocation {
        do throws(TransportFailure) {
            return try DocumentLocation(text, allowsPlainEtcd: self[.allowPlainEtcd])
        } catch {
            throw .other(problem: "\(label): \(error.detail)", help: nil)
        }
    }

    /// What connections need; `nil` if one of the files cannot be used, which has been reported.
    ///
    /// - Parameter name: The name of the document, for files of fields that name one.
    func connectionOptions(for name: String = "", in session: inout Session) -> ConnectionOptions? {
        var options = ConnectionOptions()
        var isComplete = true
        if let path = self[.authorityFile] {
            options.authorities = path
            if !AuthorityFile.isUsable(path, in: &session) { isComplete = false }
        }
        for file in self[.headerFile] where file.name == nil || file.name == name {
            if !options.headers.add(linesOf: file.path, in: &session) { isComplete = false }
        }
        if let path = self[.etcdUser] {
            options.credentials = ConnectionOptions.Credentials(file: path, in: &session)
            if options.credentials == nil { isComplete = false }
        }
        return isComplete ? options : nil
    }
}

extension RequestHeaders {
    /// Adds the fields of a file; a problem is reported.
    ///
    /// - Returns: Whether all of them were added.
    fileprivate mutating func add(linesOf path: String, in session: inout Session) -> Bool {
        guard let text = SecretFile.text(path, in: &session) else { return false }
        var isComplete = true
        for (index, line) in text.parts(separatedBy: "\n").enumerated() {
            let line = line.before(suffix: "\r") ?? line
            if line.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) || line.starts(withBytesOf: "#") { continue }
            let parts = line.parts(separatedBy: ":", maxSplits: 1)
            let value = Substring((parts.count == 2 ? parts[1] : "").unicodeScalars.drop { $0 == " " || $0 == "\t" })
            do throws(TransportFailure) {
                guard parts.count == 2 else {
                    throw TransportFailure(.badHeader, detail: "expected \"Name: value\", found no colon")
                }
                try add(String(parts[0]), String(value))
            } catch {
                isComplete = false
                session.report(
                    Diagnostic(
                        subject: .name("\(path):\(index + 1)"), severity: .error, message: error.detail,
                        code: "bad-header"))
            }
        }
        return isComplete
    }
}

extension ConnectionOptions.Credentials {
    /// The user and the password of a file; `nil` if it has none, which is reported.
    fileprivate init?(file path: String, in session: inout Session) {
        guard let text = SecretFile.text(path, in: &session) else { return nil }
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        let parts = line.parts(separatedBy: ":", maxSplits: 1)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: "expected one line, USER:PASSWORD",
                    code: "bad-credentials"))
            return nil
        }
        self.init(user: String(parts[0]), password: String(parts[1]))
    }
}

/// The file of the authorities to trust, which libcurl reads.
private enum AuthorityFile {
    /// Much more than the authorities of a system have.
    private static let maximumByteCount = 1 << 24

    /// Whether the file can be read and has a certificate; if not, that is reported.
    ///
    /// libcurl looks at the file with each connection. A server with a document on disk would start and never connect.
    static func isUsable(_ path: String, in session: inout Session) -> Bool {
        do throws(InputError) {
            let bytes = try InputSource.file(path).read(atMost: maximumByteCount)
            if String(decoding: bytes, as: UTF8.self).contains(bytesOf: "CERTIFICATE-----") { return true }
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error,
                    message: "the file has no certificate, expected PEM: -----BEGIN CERTIFICATE-----"))
        } catch {
            session.report(error.diagnostic)
        }
        return false
    }
}

/// A small file with secrets, which messages never quote.
private enum SecretFile {
    private static let maximumByteCount = 65_536

    static func text(_ path: String, in session: inout Session) -> String? {
        InputSource.file(path).bytes(atMost: maximumByteCount, "the file has", in: &session)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
