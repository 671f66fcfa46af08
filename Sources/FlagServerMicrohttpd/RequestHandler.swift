import FlagResolver
import FlagServer
import FlagStore
import MicrohttpdLoader

/// Passes requests from libmicrohttpd to a service, and its responses back. Several threads call it at once.
final class RequestHandler: Sendable {
    private let service: FlagService
    private let scope: ServiceScope
    private let time: @Sendable () -> ServerTime
    /// The questions that wait for their answers.
    private let questions = Locked<[WaitingQuestion]>([])

    init(service: FlagService, scope: ServiceScope, time: @escaping @Sendable () -> ServerTime) {
        self.service = service
        self.scope = scope
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
                _ = unsafe Unmanaged<PendingRequest>.fromOpaque(request).takeRetainedValue().question?.end()
            },
            read_stream: { context, stream, bytes, capacity in
                guard let handler = unsafe RequestHandler.at(context), let stream = unsafe stream else { return -1 }
                let open = unsafe Unmanaged<OpenStream>.fromOpaque(stream).takeUnretainedValue()
                guard let bytes = unsafe bytes, let next = open.stream.next(at: handler.time(), atMost: capacity)
                else { return -1 }
                _ = unsafe UnsafeMutableBufferPointer(start: bytes, count: capacity).update(fromContentsOf: next)
                return next.count
            },
            end_stream: { _, stream in
                guard let stream = unsafe stream else { return }
                unsafe Unmanaged<OpenStream>.fromOpaque(stream).release()
            },
            is_trusted: { context, address in
                guard let handler = unsafe RequestHandler.at(context), let address = unsafe address else {
                    return false
                }
                return handler.service.isTrusted(unsafe String(cString: address))
            }
        )
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> RequestHandler? {
        unsafe context.map { unsafe Unmanaged<RequestHandler>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Decides about a request from its head: about all of them, or those about the server.
    ///
    /// - Returns: The pending request, which C releases; `nil` if the request was answered.
    private func begin(_ exchange: OpaquePointer?, _ head: microhttpd_head) -> UnsafeMutableRawPointer? {
        let request = unsafe RequestHead(head)
        guard unsafe head.has_room else {
            let response = service.respondWithoutRoom(to: request, at: time())
            service.log(response, to: request, at: time().date)
            unsafe response.send(to: exchange)
            return nil
        }
        let admission = service.admit(request, in: scope, at: time())
        if case .refused(let response) = admission { service.log(response, to: request, at: time().date) }
        switch admission {
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
        if let question = pending.question {
            let duration = time().monotonic - question.begin
            service.note(duration, of: request)
            let response = question.end() ?? service.respondLate(to: request)
            return unsafe send(response, to: request, after: duration, exchange)
        }
        if pending.isTooLarge {
            return unsafe send(service.refuseBody(of: request), to: request, after: .zero, exchange)
        }
        if request.isQuestion {
            if unsafe !answerLater(pending, request, exchange) {
                unsafe send(service.respondBusy(to: request), to: request, after: .zero, exchange)
            }
            return
        }
        let begin = time()
        let response = service.respond(to: request, body: pending.body, at: begin)
        let duration = time().monotonic - begin.monotonic
        service.note(duration, of: request)
        unsafe send(response, to: request, after: duration, exchange)
    }

    private func send(
        _ response: ServerResponse, to request: FlagService.AdmittedRequest, after duration: Duration,
        _ exchange: OpaquePointer?
    ) {
        var response = response
        if !response.content.isShared, unsafe !microhttpd_can_queue(exchange, response.content.count) {
            response = service.respondWithoutMemory(to: request)
        }
        service.log(response, to: request, after: duration, at: time().date)
        unsafe response.send(to: exchange)
    }

    // MARK: Questions

    /// Computes the answer to a question on a thread of its own, so that this one keeps serving other connections.
    ///
    /// - Returns: Whether the request waits for the answer.
    private func answerLater(
        _ pending: PendingRequest, _ request: FlagService.AdmittedRequest, _ exchange: OpaquePointer?
    ) -> Bool {
        let begin = time()
        let question = unsafe WaitingQuestion(exchange, begin: begin.monotonic)
        guard unsafe microhttpd_suspend(exchange) else { return false }
        pending.question = question
        questions.withLock { $0.append(question) }
        let body = pending.body
        let isStarted = OwnThread.start { [service] in
            question.answer(with: service.respond(to: request, body: body, at: begin))
        }
        if !isStarted { question.answer(with: service.respondBusy(to: request)) }
        return true
    }

    /// Lets questions that have waited too long be answered with a refusal.
    func answerLateQuestions() {
        let now = time().monotonic
        let late = questions.withLock { questions in
            questions.removeAll { $0.hasEnded }
            return questions.filter { $0.deadline <= now }
        }
        for question in late { question.answer(with: nil) }
    }
}

/// A question whose answer is computed on another thread, while its connection is suspended.
private final class WaitingQuestion: Sendable {
    /// The monotonic time at which it was asked.
    let begin: Duration
    /// The monotonic time at which it is refused.
    var deadline: Duration { begin + FlagService.questionTimeLimit }
    private let state: Locked<State>

    private struct State: Sendable {
        /// The address of the exchange in C, which is valid until the request ends; `nil` from then on, or when it has been
        /// resumed.
        var exchange: UInt?
        var response: ServerResponse?
        var hasEnded = false
    }

    init(_ exchange: OpaquePointer?, begin: Duration) {
        self.begin = begin
        state = Locked(State(exchange: UInt(bitPattern: exchange)))
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Resumes the connection. Only the first call has an effect, and none after the end.
    ///
    /// - Parameter response: `nil` if it takes too long.
    func answer(with response: ServerResponse?) {
        // The lock is held, so that the request does not end meanwhile.
        state.withLock { state in
            guard let exchange = state.exchange else { return }
            state.exchange = nil
            state.response = response
            unsafe microhttpd_resume(OpaquePointer(bitPattern: exchange))
        }
    }

    /// Ends the question.
    ///
    /// - Returns: The response; `nil` if there is none yet.
    func end() -> ServerResponse? {
        state.withLock { state in
            state.exchange = nil
            state.hasEnded = true
            defer { state.response = nil }
            return state.response
        }
    }
}

/// A stream, kept by C.
final class OpenStream {
    let stream: any ResponseStream

    init(_ stream: any ResponseStream) {
        self.stream = stream
    }
}

/// A request whose body is arriving, or that has none. Only the thread of its connection uses it.
private final class PendingRequest {
    let admission: FlagService.Admission
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    /// Set while the answer is computed on another thread.
    var question: WaitingQuestion?
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
