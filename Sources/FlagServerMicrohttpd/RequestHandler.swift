import FlagServer
import MicrohttpdLoader

/// Passes requests from libmicrohttpd to a service, and its responses back. Several threads call it at once.
final class RequestHandler: Sendable {
    private let service: FlagService
    private let connectionLimit: Int
    private let time: @Sendable () -> ServerTime

    init(service: FlagService, connectionLimit: Int, time: @escaping @Sendable () -> ServerTime) {
        self.service = service
        self.connectionLimit = connectionLimit
        self.time = time
    }

    /// The functions that C calls. This object must outlive the server that calls them.
    var callbacks: microhttpd_handler {
        unsafe microhttpd_handler(
            context: Unmanaged.passUnretained(self).toOpaque(),
            begin: { context, exchange, head in
                guard let handler = unsafe RequestHandler.at(context), let head = unsafe head?.pointee else {
                    return nil
                }
                return unsafe handler.begin(exchange, head)
            },
            receive: { _, request, bytes, count in
                guard let request = unsafe PendingRequest.at(request) else { return false }
                return unsafe request.receive(UnsafeBufferPointer(start: bytes, count: count))
            },
            complete: { context, request, exchange in
                guard let handler = unsafe RequestHandler.at(context), let request = unsafe PendingRequest.at(request)
                else { return }
                unsafe handler.complete(request, exchange)
            },
            end: { _, request in
                guard let request = unsafe request else { return }
                unsafe Unmanaged<PendingRequest>.fromOpaque(request).release()
            },
            read_stream: { context, stream, bytes, capacity in
                guard let handler = unsafe RequestHandler.at(context), let stream = unsafe stream else { return 0 }
                let events = unsafe Unmanaged<EventStream>.fromOpaque(stream).takeUnretainedValue()
                guard let bytes = unsafe bytes else { return 0 }
                let next = events.next(at: handler.time(), atMost: capacity)
                _ = unsafe UnsafeMutableBufferPointer(start: bytes, count: capacity).update(fromContentsOf: next)
                return next.count
            },
            end_stream: { _, stream in
                guard let stream = unsafe stream else { return }
                unsafe Unmanaged<EventStream>.fromOpaque(stream).release()
            }
        )
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> RequestHandler? {
        unsafe context.map { unsafe Unmanaged<RequestHandler>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Decides about a request from its head.
    ///
    /// - Returns: The pending request, which C releases; `nil` if the request was answered.
    private func begin(_ exchange: OpaquePointer?, _ head: microhttpd_head) -> UnsafeMutableRawPointer? {
        let request = unsafe RequestHead(head)
        guard unsafe head.connection_count <= connectionLimit else {
            unsafe service.respondWithoutRoom(to: request, at: time()).send(to: exchange)
            return nil
        }
        switch service.admit(request, at: time()) {
        case .refused(let response) where response.closesConnection || request.mayHaveBody:
            // The library ends the connection if it gets the answer now.
            unsafe response.send(to: exchange)
            return nil
        case .refused(let response):
            return unsafe Unmanaged.passRetained(PendingRequest(.refused(response))).toOpaque()
        case .admitted(let request):
            return unsafe Unmanaged.passRetained(PendingRequest(.admitted(request))).toOpaque()
        }
    }

    private func complete(_ pending: PendingRequest, _ exchange: OpaquePointer?) {
        let request: FlagService.AdmittedRequest
        switch pending.admission {
        case .refused(let response): return unsafe response.send(to: exchange)
        case .admitted(let admitted): request = admitted
        }
        let now = time()
        let response =
            pending.isTooLarge
            ? service.refuseBody(of: request) : service.respond(to: request, body: pending.body, at: now)
        guard response.hasStream, let stream = service.stream(for: request, at: now) else {
            return unsafe response.send(to: exchange)
        }
        unsafe response.send(to: exchange, with: Unmanaged.passRetained(stream).toOpaque())
    }
}

/// A request whose body is arriving, or that has none. Only the thread of its connection uses it.
private final class PendingRequest {
    let admission: FlagService.Admission
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    private var discardedCount = 0

    /// How many bytes of a body that is too large are read, so that its client sees the answer.
    private static let maximumDiscardedByteCount = 1 << 20

    init(_ admission: FlagService.Admission) {
        self.admission = admission
    }

    static func at(_ pointer: UnsafeMutableRawPointer?) -> PendingRequest? {
        unsafe pointer.map { unsafe Unmanaged<PendingRequest>.fromOpaque($0).takeUnretainedValue() }
    }

    /// - Returns: Whether the connection continues.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // A refused request without a body has no bytes.
        guard case .admitted(let request) = admission else { return false }
        if isTooLarge || bytes.count > request.bodyLimit - body.count {
            isTooLarge = true
            body = []
            discardedCount += bytes.count
            return discardedCount <= Self.maximumDiscardedByteCount
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }
}
