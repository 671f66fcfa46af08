import FlagResolver
package import FlagStore

/// A server that sends arbitrary bytes and closes the connection at any point.
package final class TestServer: Sendable {
    /// A step of the response. After the last step the connection is closed, unless the step is ``keepOpen``.
    package enum Step: Sendable {
        /// Reads the request. Without this step the response is sent before the request.
        case readRequest

        /// Sends bytes.
        case send([UInt8])

        /// Sends the same bytes until the client disconnects, up to a large limit.
        case sendForever([UInt8])

        /// Sends single bytes with a pause after each, until the client disconnects.
        case drip([UInt8], milliseconds: Int32)

        /// Sends nothing and waits until the client disconnects.
        case hold

        /// Resets the connection.
        case reset

        /// Answers the next request on the same connection.
        case keepOpen
    }

    /// A received request.
    package struct Request: Sendable {
        package let path: String
        /// The lines of the head.
        package let lines: [String]
        package var body: [UInt8] = []

        package var method: String { lines.first?.split(separator: " ").first.map(String.init) ?? "" }

        package func value(of name: String) -> String? {
            lines.compactMap { line -> String? in
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, parts[0].lowercased() == name else { return nil }
                return String(parts[1].drop { $0 == " " })
            }.first
        }
    }

    package let port: UInt16
    private let state = Locked(State())
    private let socket: Socket

    private struct State: Sendable {
        var isStopped = false
        var requests: [Request] = []
        var goneClients = 0
        var connectionCount = 0
        var respond: @Sendable (Request) -> [Step] = { _ in [] }
    }

    package struct Failure: Error {}

    /// The limit for a client that accepts everything.
    private static let absurdlyMany = 256 << 20

    package init(_ respond: @escaping @Sendable (Request) -> [Step]) throws {
        guard let socket = Socket() else { throw Failure() }
        self.socket = socket
        port = socket.port
        state.withLock { $0.respond = respond }
        let server: @Sendable () -> TestServer? = { [weak self] in self }
        guard OwnThread.start({ Self.run(socket, server) }) else { throw Failure() }
    }

    /// A server that answers every request with the same steps until ``answer(_:)`` changes them.
    package convenience init(answering steps: [Step]) throws {
        try self.init { _ in steps }
    }

    deinit {
        state.withLock { $0.isStopped = true }
    }

    /// Changes the response to all further requests.
    package func answer(_ steps: [Step]) {
        state.withLock { $0.respond = { _ in steps } }
    }

    package func address(_ path: String = "/app.json") throws -> DocumentAddress {
        try DocumentAddress("http://127.0.0.1:\(port)\(path)")
    }

    package var requests: [Request] { state.withLock { $0.requests } }

    /// The number of clients that disconnected while the server held the connection, or instead of sending a request.
    package var goneClients: Int { state.withLock { $0.goneClients } }

    /// The number of connections so far.
    package var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// A port on which nothing listens.
    package static func freePort() throws -> UInt16 {
        guard let socket = Socket() else { throw Failure() }
        defer { socket.close() }
        return socket.port
    }

    private static func run(_ socket: Socket, _ server: @escaping @Sendable () -> TestServer?) {
        defer { socket.close() }
        while server() != nil {
            guard socket.waits(milliseconds: 20), let connection = socket.accept() else { continue }
            let hasThread = OwnThread.start {
                let reset = serve(connection, server)
                connection.close(reset: reset)
            }
            if !hasThread { connection.close() }
        }
    }

    /// - Returns: Whether the connection must be reset.
    private static func serve(_ connection: Socket, _ server: @escaping @Sendable () -> TestServer?) -> Bool {
        server()?.state.withLock { $0.connectionCount += 1 }
        while true {
            // Steps before the request is read cannot depend on the request.
            let blind = server()?.state.withLock { $0.respond }(Request(path: "", lines: [])) ?? []
            guard case .readRequest? = blind.first else { return perform(blind, connection, server) }
            guard let request = readRequest(connection) else {
                server()?.state.withLock { $0.goneClients += 1 }
                return false
            }
            server()?.state.withLock { $0.requests.append(request) }
            let steps = server()?.state.withLock { $0.respond }(request) ?? []
            let reset = perform(Array(steps.dropFirst()), connection, server)
            guard case .keepOpen? = steps.last else { return reset }
        }
    }

    /// The next request; `nil` if the client disconnects before its end.
    private static func readRequest(_ connection: Socket) -> Request? {
        var received: [UInt8] = []
        var headEnd: Int?
        while headEnd == nil {
            guard let bytes = connection.read() else { return nil }
            received += bytes
            headEnd = end(ofHeadIn: received)
        }
        let head = received.prefix(headEnd ?? 0)
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
        let words = lines.first?.split(separator: " ") ?? []
        var request = Request(path: words.count > 1 ? String(words[1]) : "", lines: lines)
        request.body = Array(received.dropFirst(head.count))
        let length = request.value(of: "content-length").flatMap { Int($0) } ?? 0
        while request.body.count < length {
            guard let bytes = connection.read() else { return nil }
            request.body += bytes
        }
        return request
    }

    /// How many bytes a head has, with its empty line; `nil` if that is missing.
    private static func end(ofHeadIn bytes: [UInt8]) -> Int? {
        let emptyLine = Array("\r\n\r\n".utf8)
        guard bytes.count >= emptyLine.count else { return nil }
        return (emptyLine.count...bytes.count).first { bytes[..<$0].suffix(emptyLine.count).elementsEqual(emptyLine) }
    }

    private static func perform(
        _ steps: [Step], _ connection: Socket, _ server: @escaping @Sendable () -> TestServer?
    ) -> Bool {
        for step in steps {
            switch step {
            case .readRequest, .keepOpen: break
            case .send(let bytes):
                guard connection.send(bytes) else { return false }
            case .sendForever(let bytes):
                let block = Array(repeatElement(bytes, count: max(1, 65_536 / max(1, bytes.count))).joined())
                for _ in 0..<(absurdlyMany / max(1, block.count)) {
                    guard server() != nil, connection.send(block) else { return false }
                }
            case .drip(let bytes, let milliseconds):
                for byte in bytes {
                    if connection.waits(milliseconds: milliseconds) || server() == nil { return false }
                    guard connection.send([byte]) else { return false }
                }
            case .hold:
                while server() != nil {
                    guard connection.waits(milliseconds: 20) else { continue }
                    if connection.read() == nil {
                        server()?.state.withLock { $0.goneClients += 1 }
                        return false
                    }
                }
            case .reset: return true
            }
        }
        return false
    }
}
