package import FlagStore
import FlagStoreCurl

/// A transport for the documents of a location.
package enum DocumentSource {
    /// - Parameters:
    ///   - isDirectory: Whether a path is that of a directory, whose files are merged.
    ///   - mayRead: Whether a file of a directory may be read, by its path.
    package static func transport(
        for location: DocumentLocation, isDirectory: Bool, _ options: ConnectionOptions,
        mayRead: @escaping @Sendable (String) -> Bool
    ) -> any DocumentTransport {
        switch location {
        case .file(let path): isDirectory ? DirectoryTransport(path: path, mayRead: mayRead) : PublishedFile(path: path)
        case .http(let address):
            CurlTransport(address, headers: options.headers, options: options.transport)
        case .etcd(let address): EtcdTransport(EtcdClient(address, options))
        }
    }
}

extension DocumentLocation {
    /// The destination at this location.
    package func destination(_ options: ConnectionOptions) -> any PublishingDestination {
        switch self {
        case .file(let path): FileDestination(path: path)
        case .http(let address): HTTPDestination(address: address, options: options)
        case .etcd(let address): EtcdDestination(EtcdClient(address, options))
        }
    }
}
