package import FlagStore

/// Why a destination could not be read, or nothing could be published.
package enum PublishingFailure: Error, Hashable, Sendable {
    /// The destination could not be read, or refused the document.
    case refused(TransportFailure)
    /// The connection broke while the document was sent, and the destination could not be read afterwards.
    case uncertain(TransportFailure)
    /// The document is too large for the destination.
    case tooLarge(byteCount: Int, limit: Int)
    /// The server sends no strong entity tag, so it cannot compare.
    case noEntityTag
    /// The destination keeps no earlier documents.
    case noHistory
    case file(FileFailure)
    /// Another process publishes to the same file at the moment.
    case busy(path: String)

    /// What happened.
    package var message: String {
        switch self {
        case .refused(let failure): failure.detail.isEmpty ? "\(failure)" : "\(failure.detail)\(Self.status(failure))"
        case .uncertain(let failure):
            "the connection broke while the document was sent, and it is not known whether it was published:"
                + " \(failure.detail)"
        case .tooLarge(let count, let limit):
            "the document has \(count) bytes, and etcd accepts \(limit) at most"
        case .noEntityTag:
            "the server sends no strong ETag, so a simultaneous publication cannot be detected"
        case .noHistory: "a server over HTTP lists no earlier documents"
        case .file(let failure): failure.description
        case .busy(let path): "another process has been publishing to \(path) for 10 s"
        }
    }

    /// What to do about it.
    package var help: String? {
        switch self {
        case .refused(let failure) where failure.status == 401 || failure.status == 403:
            "give a key that may write with --header-file, or a user of etcd with --etcd-user"
        case .refused: nil
        case .uncertain: "run it again: it then compares with what is published"
        case .tooLarge:
            "publish larger documents to a file server or a CDN over https: instead of etcd"
        case .noEntityTag: "configure the server to send ETag for the document, as most file servers and CDNs do"
        case .noHistory: "publish the old file again; etcd: and files have a history"
        case .file: nil
        case .busy: "run it again when that process has ended; it holds the lock of the history beside the file"
        }
    }

    private static func status(_ failure: TransportFailure) -> String {
        failure.status.map { " (status \($0))" } ?? ""
    }
}
