package import FlagServer
import FlagStore
import MicrohttpdLoader

/// Serves a ``FlagService`` over HTTP with libmicrohttpd, on its own threads.
///
/// Call ``sweep()`` several times a second, and ``drain()`` and ``stop()`` once at the end.
package final class HTTPServer: Sendable {
    package struct Options: Sendable {
        package var threadCount = 2
        package var connectionLimit = 4_096
        package var idleSeconds = 30
        package var requestSeconds = 10

        package init() {}
    }

    private let handler: RequestHandler
    /// The address of the server in C, which is valid until it is stopped.
    private let address: UInt

    /// Connections beyond the limit that get an answer. Further ones wait until the system accepts them.
    private static let reservedConnections = 64

    /// Descriptors for documents, standard streams and the library itself.
    private static let furtherDescriptors = 128

    /// Lets this process open as many connections as the options allow.
    ///
    /// - Returns: How many connections the system allows; `nil` if they are enough.
    package static func allowConnections(_ options: Options) -> Int? {
        let others = reservedConnections + furtherDescriptors
        let allowed = microhttpd_allow_descriptors(options.connectionLimit + others)
        return allowed < options.connectionLimit + others ? max(0, allowed - others) : nil
    }

    /// Starts to serve.
    ///
    /// - Parameter time: Both clocks.
    /// - Throws: `HTTPServerFailure.notStarted`.
    package init(
        _ library: MicrohttpdLibrary, _ socket: ListeningSocket, _ options: Options, service: FlagService,
        time: @escaping @Sendable () -> ServerTime
    ) throws(HTTPServerFailure) {
        let handler = RequestHandler(service: service, connectionLimit: options.connectionLimit, time: time)
        var settings = microhttpd_options()
        settings.socket = socket.descriptor
        settings.thread_count = UInt32(clamping: options.threadCount)
        settings.connection_limit = UInt32(clamping: options.connectionLimit + Self.reservedConnections)
        settings.idle_seconds = UInt32(clamping: options.idleSeconds)
        settings.request_seconds = UInt32(clamping: options.requestSeconds)
        var callbacks = unsafe handler.callbacks
        guard let server = unsafe microhttpd_server_start(library.loader, &settings, &callbacks) else {
            throw .notStarted
        }
        // The handler lives as long as the server: this object keeps both.
        self.handler = handler
        address = UInt(bitPattern: server)
    }

    private var server: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }

    /// Ends connections that exceed a time limit, and those whose clients have closed their side after an answer.
    package func sweep() { unsafe microhttpd_server_sweep(server) }

    /// Lets all streams send their pending events.
    package func wakeStreams() { unsafe microhttpd_server_wake(server) }

    /// Accepts no more connections, ends all streams, and ends each one with its next answer.
    package func drain() { unsafe microhttpd_server_drain(server) }

    /// The number of connections that are in use, or were within a number of milliseconds.
    package func busyConnections(within milliseconds: Int) -> Int {
        unsafe microhttpd_server_busy_count(server, UInt32(clamping: milliseconds))
    }

    /// Ends all connections. Nothing may be called afterwards.
    package func stop() { unsafe microhttpd_server_stop(server) }
}

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
