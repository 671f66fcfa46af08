import FlagStore

/// Reads a document from a file, and watches the file.
///
/// If `flagctl publish` has written it, a publication that allows a large change allows it to every reader of it, or of a later
/// one, next.
struct PublishedFile: WatchingTransport {
    private let file: FileTransport
    private let history: FileHistory
    /// The number of the last publication that was read; `nil` before the first read.
    private let last = Locked<Int64?>(nil)

    init(path: String) {
        file = FileTransport(path: path)
        history = FileHistory(of: path, files: SystemFiles(followsLinks: true))
    }

    func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        let outcome = await file.fetch(request)
        guard case .received(var received) = outcome else { return outcome }
        // A file without a history, or with one that cannot be read, allows nothing.
        let entries = (try? history.entries(current: received.bytes)) ?? []
        guard let newest = entries.last, (try? history.document(newest.number)) == received.bytes else {
            return outcome
        }
        let known = last.withLock { last in
            defer { last = newest.number }
            return last
        }
        received.allowsLargeChange = entries.contains {
            $0.number > known ?? 0 && $0.record?.allowsLargeChange == true
        }
        return .received(received)
    }

    func changes() -> AsyncStream<Void> { file.changes() }
}
