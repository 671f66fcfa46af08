/// Reads a document from a file, and watches the file.
///
/// ```swift
/// configuration.transport = FileTransport(path: "/etc/app/flags.json")
/// ```
///
/// 1. A change is announced as soon as the file is left alone. Replacing the file by renaming another one is seen, and
///    so is exchanging a symbolic link anywhere on the way to it, as Kubernetes does with what it mounts.
/// 2. Where the system reports no changes (on network drives, for example), the file is compared after every
///    ``pollInterval``.
/// 3. The entity tag is one of the content: a file that was written anew with the same bytes is not modified.
/// 4. A file that cannot be read is a failure, and the store keeps what it has.
///
/// Whoever writes the file should write another one and rename it. One that is found half written is refused, as
/// anything is that is no document, and read again when it is whole.
public struct FileTransport: WatchingTransport {
    /// The path of the file.
    public let path: String

    /// How often the file is looked at where nothing tells of changes.
    public let pollInterval: Duration

    private let watch: FileWatch

    /// A transport for the document in a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not be there yet.
    ///   - pollInterval: How often the file is looked at where nothing tells of changes; from 10 ms to a day.
    public init(path: String, pollInterval: Duration = .seconds(5)) {
        self.path = path
        self.pollInterval = pollInterval
        watch = FileWatch(SingleFile(path: path), pollInterval: pollInterval)
    }

    /// A transport that looks by itself only, as where the system tells of no changes.
    package init(path: String, pollInterval: Duration, isNotified: Bool) {
        self.path = path
        self.pollInterval = pollInterval
        watch = FileWatch(SingleFile(path: path), pollInterval: pollInterval, isNotified: isNotified)
    }

    /// A transport for the document at an address of this machine: `file:///etc/app/flags.json`.
    ///
    /// - Parameters:
    ///   - address: An address with the scheme `file:`, an absolute path, and no host but `localhost`.
    ///   - pollInterval: How often the file is looked at where nothing tells of changes; from 10 ms to a day.
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
