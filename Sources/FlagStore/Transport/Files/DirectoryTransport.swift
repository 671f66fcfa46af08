/// Makes a document of the files of a directory, and watches the directory.
///
/// ```swift
/// configuration.transport = DirectoryTransport(path: "/etc/app/flags.d")
/// ```
///
/// 1. The files are those whose names end with `.json` and do not begin with a dot. Directories within are left alone.
/// 2. They are merged in the order of their names, byte by byte: `10-base.json` before `90-local.json`. The first one is
///    the document, each further one a merge patch of it (RFC 7396): an absent member keeps, `null` deletes, any other
///    value replaces, an array as a whole.
/// 3. One file that cannot be read or is no JSON object is a failure that names it, and the store keeps what it has. A
///    directory without such files is a failure, too: `{}` in a file says that there are no settings.
/// 4. All files are read in one state of the directory: when something changes meanwhile, they are read again.
///
/// For watching, ``FileTransport`` says what holds here as well.
public struct DirectoryTransport: WatchingTransport {
    /// The path of the directory.
    public let path: String

    /// How often the directory is looked at where nothing tells of changes.
    public let pollInterval: Duration

    private let watch: FileWatch

    /// A transport for the document that the files of a directory make.
    ///
    /// - Parameters:
    ///   - path: The path of the directory, which need not be there yet.
    ///   - pollInterval: How often the files are looked at where nothing tells of changes; from 10 ms to a day.
    public init(path: String, pollInterval: Duration = .seconds(5)) {
        self.path = path
        self.pollInterval = pollInterval
        watch = FileWatch(MergedDirectory(path: path), pollInterval: pollInterval)
    }

    public func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        await watch.fetch(request)
    }

    public func changes() -> AsyncStream<Void> {
        watch.changes()
    }
}
