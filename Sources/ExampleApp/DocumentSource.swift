import FlagStore
import FlagStoreCurl

/// Creates the transport for a source on the command line.
enum DocumentSource {
    static func transport(
        for text: String, events: String?, certificates: String?
    ) throws(TransportFailure) -> any DocumentTransport {
        if text.hasPrefix("file:") { return try FileTransport(address: text) }
        if text.contains("://") {
            var options = CurlTransport.Options()
            options.certificates = certificates
            let events = try events.map { (text) throws(TransportFailure) in
                CurlTransport.EventSource(try DocumentAddress(text))
            }
            return CurlTransport(try DocumentAddress(text), options: options, events: events)
        }
        return FileKind.isDirectory(text) ? DirectoryTransport(path: text) : FileTransport(path: text)
    }
}
