import FlagStore
import MicrohttpdLoader

/// A listening socket. The server that receives it closes it.
package struct ListeningSocket: Sendable {
    let descriptor: Int32
    /// The port, chosen by the system if it was 0.
    package let port: UInt16

    /// Listens on an address.
    ///
    /// - Parameters:
    ///   - host: An address in numbers, such as `127.0.0.1` or `::1`.
    ///   - port: The port; 0 for any.
    /// - Throws: `HTTPServerFailure.cannotListen`, with the system's reason.
    package init(host: String, port: UInt16) throws(HTTPServerFailure) {
        var message = CMessage()
        var chosen = port
        descriptor = unsafe message.fill { buffer, capacity in
            unsafe microhttpd_listen(host, &chosen, buffer, capacity)
        }
        guard descriptor >= 0 else { throw .cannotListen(reason: message.text) }
        self.port = chosen
    }
}
