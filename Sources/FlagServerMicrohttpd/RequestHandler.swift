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
            unsafe service.refuseOverload(request).send(to: exchange)
            return nil
        }
        switch service.admit(request, at: time()) {
        case .refused(let response):
            unsafe response.send(to: exchange)
            return nil
        case .admitted(let request):
            return unsafe Unmanaged.passRetained(PendingRequest(request)).toOpaque()
        }
    }

    private func complete(_ request: PendingRequest, _ exchange: OpaquePointer?) {
        let now = time()
        let response =
            request.isTooLarge
            ? service.refuseBody(of: request.request)
            : service.respond(to: request.request, body: request.body, at: now)
        guard response.status == 200, let stream = service.stream(for: request.request, at: now) else {
            return unsafe response.send(to: exchange)
        }
        unsafe response.send(to: exchange, with: Unmanaged.passRetained(stream).toOpaque())
    }
}

/// A request whose body is arriving. Only the thread of its connection uses it.
private final class PendingRequest {
    let request: FlagService.AdmittedRequest
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    private var discardedCount = 0

    /// The bytes of a body over the limit that are read, so that its client sees the answer.
    private static let mostDiscardedBytes = 1 << 20

    init(_ request: FlagService.AdmittedRequest) {
        self.request = request
    }

    static func at(_ pointer: UnsafeMutableRawPointer?) -> PendingRequest? {
        unsafe pointer.map { unsafe Unmanaged<PendingRequest>.fromOpaque($0).takeUnretainedValue() }
    }

    /// - Returns: Whether the connection goes on.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if isTooLarge || bytes.count > request.bodyLimit - body.count {
            isTooLarge = true
            body = []
            discardedCount += bytes.count
            return discardedCount <= Self.mostDiscardedBytes
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }
}
