import FlagResolver

/// The keys that a server accepts: roles, and SHA-256 digests of keys.
///
/// ```text
/// # role          SHA-256 of the key                                                note
/// evaluate        5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8  web app
/// inspect:tv,app  8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918  for these documents only
/// ```
package struct AccessKeys: Sendable {
    private let keys: [Key]
    private let digest: @Sendable ([UInt8]) -> [UInt8]?

    private struct Key: Sendable {
        let role: AccessRole
        /// The names of the documents that the key is for; `nil` for all, and for what is about the server.
        let documents: [String]?
        let digest: [UInt8]
    }

    /// What is wrong with a line of the file.
    package struct FormatError: Error, Sendable, Hashable {
        /// The line, counted from 1.
        package let line: Int
        package let message: String
    }

    /// Reads a file of keys.
    ///
    /// - Parameter digest: SHA-256; `nil` if the system cannot compute it.
    /// - Throws: `FormatError` for the first line that is not a key.
    package init(
        parsing bytes: [UInt8], digest: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) throws(FormatError) {
        var keys: [Key] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
            let parts = first.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard let role = parts.first.flatMap({ AccessRole(rawValue: String(decoding: $0, as: UTF8.self)) }) else {
                throw FormatError(
                    line: index + 1,
                    message:
                        "the line begins with no role; expected \"evaluate\" or \"inspect\" and the SHA-256 of a key")
            }
            var documents: [String]?
            if parts.count == 2 {
                let names = parts[1].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                guard names.allSatisfy({ !$0.isEmpty }) else {
                    throw FormatError(
                        line: index + 1,
                        message: "the role is followed by \":\" without the names of documents; expected them as in"
                            + " \(role.rawValue):app,tv")
                }
                documents = names.map { String(decoding: $0, as: UTF8.self) }
            }
            guard words.count > 1, let digest = Self.bytes(ofHexadecimal: words[1]), digest.count == 32 else {
                throw FormatError(
                    line: index + 1,
                    message: "the role is not followed by the SHA-256 of a key; expected 64 hexadecimal digits, as in"
                        + " the output of: printf %s \"$KEY\" | sha256sum")
            }
            keys.append(Key(role: role, documents: documents, digest: digest))
        }
        guard !keys.isEmpty else {
            throw FormatError(line: 1, message: "the file has no key; expected a line with a role and a SHA-256")
        }
        self.keys = keys
        self.digest = digest
    }

    /// The role of the key that a request carries; `nil` if it carries none that is known.
    ///
    /// All digests are compared in full, so that timing does not reveal how much of one matches.
    ///
    /// - Parameter document: The name of the document that the request is about; `nil` if it is about the server. A key for
    ///   other documents is not known here.
    func role(of head: RequestHead, for document: String?) -> AccessRole? {
        guard let key = Self.key(in: head), let digest = digest(Array(key.utf8)) else { return nil }
        var role: AccessRole?
        for known in keys {
            var difference: UInt8 = known.digest.count == digest.count ? 0 : 1
            for (left, right) in zip(known.digest, digest) { difference |= left ^ right }
            let isForDocument = known.documents.map { names in document.map(names.contains) ?? false } ?? true
            if difference == 0, isForDocument, role?.includes(known.role) != true { role = known.role }
        }
        return role
    }

    private static func key(in head: RequestHead) -> String? {
        if let key = head.value(of: "x-api-key") { return key }
        guard let authorization = head.value(of: "authorization") else { return nil }
        let parts = authorization.parts(separatedBy: " ", maxSplits: 1, omittingEmpty: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(Substring(parts[1].utf8.drop { $0 == UInt8(ascii: " ") }))
    }

    private static func bytes(ofHexadecimal digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard let value = digit.hexadecimalValue else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}

/// What a key allows.
package enum AccessRole: String, Sendable, Hashable, CaseIterable {
    /// Values and documents.
    case evaluate

    /// Everything, including reasons, metrics and the inspector.
    case inspect

    /// Whether a key of this role may do what another role may do.
    func includes(_ other: AccessRole) -> Bool { self == other || self == .inspect }
}
