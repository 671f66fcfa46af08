import FlagAnalysis
import FlagResolver

extension InputSource {
    /// The first bytes of a text, up to a limit, without a byte order mark, which editors on Windows write.
    ///
    /// A document must not have one, because no reader of RFC 8259 needs to accept it.
    func readText(atMost limit: Int) throws(InputError) -> [UInt8] {
        Self.withoutByteOrderMark(try read(atMost: limit + Self.byteOrderMark.count))
    }

    static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The bytes of a document as they are; `nil` if it cannot be read or has too many, which has been reported.
    func exactBytes(atMost limit: Int, _ subject: String, in session: inout Session) -> [UInt8]? {
        bytes(atMost: limit, subject, in: &session) { limit throws(InputError) in try read(atMost: limit) }
    }

    /// The bytes of a text without a byte order mark; `nil` if it cannot be read or has too many, which has been reported.
    ///
    /// - Parameters:
    ///   - limit: The largest number of bytes.
    ///   - subject: What has too many bytes, as the message begins: "the policies have".
    ///   - help: What to do about too many bytes.
    func bytes(atMost limit: Int, _ subject: String, help: String? = nil, in session: inout Session) -> [UInt8]? {
        bytes(atMost: limit, subject, help: help, in: &session) { limit throws(InputError) in
            try readText(atMost: limit)
        }
    }

    private func bytes(
        atMost limit: Int, _ subject: String, help: String? = nil, in session: inout Session,
        read: (Int) throws(InputError) -> [UInt8]
    ) -> [UInt8]? {
        do throws(InputError) {
            // One byte more than the limit shows that there are too many, and an endless pipe cannot fill the memory.
            let bytes = try read(limit + 1)
            if bytes.count <= limit { return bytes }
            session.report(
                Diagnostic(
                    subject: .name(name), severity: .error,
                    message: "\(subject) more than \(limit) bytes, the most that is allowed", help: help))
        } catch {
            session.report(error.diagnostic)
        }
        return nil
    }

    /// The document of a regular file; `nil` if it cannot be read. A command that needs it reports why.
    static func document(at path: String) -> SettingsDocument? {
        let limits = DocumentLimits.standard
        guard let bytes = try? InputSource.listedFile(path).read(atMost: limits.byteCount + 1) else { return nil }
        return try? SettingsDocument(parsing: bytes, limits: limits)
    }
}
