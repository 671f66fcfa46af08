import FlagResolver

/// Reads a document from a file, and watches the file.
///
/// ```swift
/// configuration.transport = FileTransport(path: "/etc/app/flags.json")
/// ```
///
/// 1. A change is announced as soon as writing pauses. Replacing the file by renaming another one is noticed, and so is
///    replacing a symbolic link anywhere on its path, as Kubernetes does with mounted files.
/// 2. If the system does not report changes (on network drives, for example), the file is compared after every
///    ``pollInterval``.
/// 3. The entity tag depends on the content only: rewriting the file with the same bytes does not modify it.
/// 4. A file that cannot be read is a failure, and the store keeps its document.
///
/// To update the file, write a new one and rename it. A half-written file is rejected like any other invalid document, and
/// read again when it is complete.
public struct FileTransport: WatchingTransport {
    /// The path of the file.
    public let path: String

    /// How often the file is checked if the system does not report changes.
    public let pollInterval: Duration

    private let watch: FileWatch

    /// Creates a transport for a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist yet.
    ///   - pollInterval: How often the file is checked if the system does not report changes; from 10 ms to a day.
    public init(path: String, pollInterval: Duration = .seconds(5)) {
        self.path = path
        self.pollInterval = pollInterval
        watch = FileWatch(SingleFile(path: path), pollInterval: pollInterval)
    }

    /// Creates a transport that can ignore the system's reports of changes, for tests.
    package init(path: String, pollInterval: Duration, isNotified: Bool) {
        self.path = path
        self.pollInterval = pollInterval
        watch = FileWatch(SingleFile(path: path), pollInterval: pollInterval, isNotified: isNotified)
    }

    /// Creates a transport for a file on this machine, given by its address: `file:///etc/app/flags.json`.
    ///
    /// - Parameters:
    ///   - address: An address with the scheme `file:`, an absolute path, and no host except `localhost`.
    ///   - pollInterval: How often the file is checked if the system does not report changes; from 10 ms to a day.
    /// - Throws: ``TransportFailure`` of the kind ``TransportFailure/Kind/badAddress``, with what is wrong.
    public init(address: String, pollInterval: Duration = .seconds(5)) throws(TransportFailure) {
        self.init(path: try FileAddress.path(of: address), pollInterval: pollInterval)
    }

    public func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        await watch.fetch(request)
    }

    public func changes() -> AsyncStream<Void> {
        watch.changes()
    }
}

/// Addresses of files: `file:///etc/app/flags.json`.
///
/// Standard: RFC 8089.
enum FileAddress {
    /// The path in an address, percent-decoded.
    static func path(of address: String) throws(TransportFailure) -> String {
        guard address.utf8.count >= 5, address.prefix(5).lowercased() == "file:" else {
            throw refusal(address, "does not have the scheme file:; expected file:///path")
        }
        var rest = address.utf8.dropFirst(5)
        if rest.starts(with: "//".utf8) {
            let host = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
            let name = String(decoding: host, as: UTF8.self).lowercased()
            guard name.isEmpty || name == "localhost" else {
                throw refusal(address, "names another machine; expected file:///path")
            }
            rest = rest[host.endIndex...]
        }
        guard rest.first == UInt8(ascii: "/") else {
            throw refusal(address, "has no absolute path; expected file:///path")
        }
        var path: [UInt8] = []
        var bytes = rest.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = bytes.next()?.hexadecimalValue, let low = bytes.next()?.hexadecimalValue,
                    case let unescaped = high << 4 | low, unescaped != 0
                else { throw refusal(address, "contains a % without two hexadecimal digits, or %00") }
                path.append(unescaped)
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                throw refusal(address, "contains ? or #; escape them as %3F and %23")
            default: path.append(byte)
            }
        }
        let text = String(decoding: path, as: UTF8.self)
        guard text.utf8.elementsEqual(path) else { throw refusal(address, "is not UTF-8 after percent-decoding") }
        return text
    }

    private static func refusal(_ address: String, _ reason: String) -> TransportFailure {
        TransportFailure(.badAddress, detail: "the address \(address) \(reason)")
    }
}
