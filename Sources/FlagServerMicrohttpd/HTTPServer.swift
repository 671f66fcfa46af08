package import FlagServer
import FlagStore
import MicrohttpdLoader

/// Serves a ``FlagService`` over HTTP with libmicrohttpd, on its own threads.
///
/// Call ``sweep()`` several times a second, and ``drain()`` and ``stop()`` once at the end.
package final class HTTPServer: Sendable {
    package struct Options: Sendable {
        package var threadCount = 2
        /// The connections without streams.
        package var connectionLimit = 4_096
        /// The connections of one client without streams; `nil` for half of all, and at least 64.
        package var clientConnectionLimit: Int?
        package var streamLimit = 2_048
        /// The bytes of answers that clients have not read yet, without those that answers share.
        package var queuedByteLimit = 128 << 20
        package var hasTrustedProxies = false
        /// Which requests are answered.
        package var scope = ServiceScope.everything
        package var idleSeconds = 30
        package var requestSeconds = 10

        package init() {}
    }

    private let handler: RequestHandler
    /// The address of the server in C, which is valid until it is stopped.
    private let address: UInt

    /// Connections beyond the limit. One half is for short answers, the other half for clients without other connections.
    /// Further ones are refused at once.
    private static let reservedConnections = 128

    /// Descriptors for documents, standard streams, the library itself, and a server for management.
    private static let furtherDescriptors = 384

    /// Lets this process open as many connections as the options allow.
    ///
    /// - Returns: How many connections the system allows; `nil` if they are enough.
    package static func allowConnections(_ options: Options) -> Int? {
        let others = reservedConnections + furtherDescriptors
        let wanted = options.connectionLimit + options.streamLimit + others
        let allowed = microhttpd_allow_descriptors(wanted)
        return allowed < wanted ? max(0, allowed - others) : nil
    }

    /// Starts to serve.
    ///
    /// - Parameter time: Both clocks.
    /// - Throws: `HTTPServerFailure.notStarted`.
    package init(
        _ library: MicrohttpdLibrary, _ socket: ListeningSocket, _ options: Options, service: FlagService,
        time: @escaping @Sendable () -> ServerTime
    ) throws(HTTPServerFailure) {
        let handler = RequestHandler(service: service, scope: options.scope, time: time)
        var settings = microhttpd_options()
        settings.socket = socket.descriptor
        settings.is_socket_shared = socket.isPassed
        settings.thread_count = UInt32(clamping: options.threadCount)
        settings.connection_limit = UInt32(clamping: options.connectionLimit)
        settings.client_connection_limit = UInt32(
            clamping: options.clientConnectionLimit ?? max(64, options.connectionLimit / 2))
        settings.reserve = UInt32(clamping: Self.reservedConnections)
        settings.stream_limit = UInt32(clamping: options.streamLimit)
        settings.queued_byte_limit = options.queuedByteLimit
        settings.has_trusted_proxies = options.hasTrustedProxies
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

    /// Ends connections that exceed a time limit, those whose clients have closed their side, and silent ones if others
    /// need room. Answers questions that take too long.
    package func sweep() {
        unsafe microhttpd_server_sweep(server)
        handler.answerLateQuestions()
    }

    /// The open connections, without streams.
    package var connectionCount: Int { unsafe microhttpd_server_connection_count(server) }

    /// Lets all streams send their pending events.
    package func wakeStreams() { unsafe microhttpd_server_wake(server) }

    /// Refuses further connections, ends all streams, and ends each one with its next answer.
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
    /// The address in numbers.
    package let host: String
    /// Whether a service manager passed it on, which keeps it for the next server.
    package let isPassed: Bool
    /// The port, chosen by the system if it was 0.
    package let port: UInt16

    /// Listens on an address.
    ///
    /// - Parameters:
    ///   - host: An address in numbers, such as `127.0.0.1` or `::1`.
    ///   - port: The port; 0 for any.
    ///   - sharesPort: Whether other servers that do the same may listen on the port.
    /// - Throws: `HTTPServerFailure.cannotListen`, with the system's reason.
    package init(host: String, port: UInt16, sharesPort: Bool = false) throws(HTTPServerFailure) {
        var message = CMessage()
        var chosen = port
        descriptor = unsafe message.fill { buffer, capacity in
            unsafe microhttpd_listen(host, &chosen, sharesPort, buffer, capacity)
        }
        guard descriptor >= 0 else { throw .cannotListen(reason: message.text) }
        self.host = host
        self.port = chosen
        isPassed = false
    }

    private init(passed descriptor: Int32, host: String, port: UInt16) {
        self.descriptor = descriptor
        self.host = host
        self.port = port
        isPassed = true
    }

    /// The socket that a service manager passed on; `nil` if there is none.
    ///
    /// Standard: systemd, *sd_listen_fds*.
    package static var passed: ListeningSocket? {
        var host = CMessage()
        var port: UInt16 = 0
        let descriptor = unsafe host.fill { buffer, capacity in
            unsafe microhttpd_passed_socket(buffer, capacity, &port)
        }
        return descriptor >= 0 ? ListeningSocket(passed: descriptor, host: host.text, port: port) : nil
    }
}
