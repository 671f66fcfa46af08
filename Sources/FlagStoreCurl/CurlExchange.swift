import CurlLoader
import FlagStore

/// Receives a response from libcurl, and enforces the limits while it arrives.
final class CurlExchange {
    enum Ending {
        case outcome(DocumentOutcome)
        case redirect(String, status: Int)
    }

    private let byteLimit: Int
    private let cancellation: Cancellation

    /// Whether the bodies of all responses are wanted, not only of those with status 200.
    private let keepsEveryBody: Bool

    /// How long the server may send nothing; `nil` if libcurl's limits are enough.
    ///
    /// libcurl measures an average rate, so it is slow to notice a server that stops in the middle of a response.
    private let silenceLimit: Duration?
    private var lastByte = ContinuousClock.now

    /// Takes the bytes of a body as they arrive, instead of collecting them; `false` ends the request.
    private let receive: ((HTTPResponseHead, [UInt8]) -> Bool)?
    private var hasReceiverEnded = false

    private var head: HTTPResponseHead?
    private var isHeadComplete = false
    private var headByteCount = 0
    private var body: [UInt8] = []
    private var discardedCount = 0

    /// Why this side ended the request early; `nil` if it did not.
    private var failure: TransportFailure?

    private var code: Int32 = 0
    private var message = ""
    private var redirect: String?

    /// The maximum size of all heads of a response.
    private static let maximumHeadByteCount = 65_536

    /// The maximum size of a redirect's body, which is discarded.
    private static let maximumRedirectBodyByteCount = 65_536

    init(
        byteLimit: Int, cancellation: Cancellation, keepsEveryBody: Bool = false, silenceLimit: Duration? = nil,
        receive: ((HTTPResponseHead, [UInt8]) -> Bool)? = nil
    ) {
        self.byteLimit = byteLimit
        self.cancellation = cancellation
        self.keepsEveryBody = keepsEveryBody
        self.silenceLimit = silenceLimit
        self.receive = receive
    }

    /// Sends the request and returns when it has ended.
    func perform(_ session: CurlSession, _ message: CurlMessage) {
        // The context is this object, which outlives the call; libcurl calls back on this thread only.
        var receiver = unsafe curl_loader_receiver(
            context: Unmanaged.passUnretained(self).toOpaque(),
            receive_header: { context, bytes, count in
                unsafe CurlExchange.at(context)?.receiveHeader(UnsafeBufferPointer(start: bytes, count: count)) ?? false
            },
            receive_body: { context, bytes, count in
                unsafe CurlExchange.at(context)?.receiveBody(UnsafeBufferPointer(start: bytes, count: count)) ?? false
            },
            should_continue: { context in
                unsafe CurlExchange.at(context)?.shouldContinue() ?? false
            },
            finish: { context, code, redirect, message in
                guard let exchange = unsafe CurlExchange.at(context) else { return }
                exchange.code = code
                exchange.redirect = unsafe redirect.map { unsafe String(cString: $0) }
                exchange.message = unsafe message.map { unsafe String(cString: $0) } ?? ""
            }
        )
        withExtendedLifetime(self) {
            unsafe message.withRequest { request in
                unsafe session.perform(&request, &receiver)
            }
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
        unsafe context.map { unsafe Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The head and the body of the response, whatever its status is.
    func response() throws(TransportFailure) -> (head: HTTPResponseHead, body: [UInt8]) {
        if let failure { throw failure }
        guard code == 0 || hasReceiverEnded else { throw CurlFailure.failure(code, message) }
        return (try completeHead(), body)
    }

    /// The outcome of the request.
    func result() throws(TransportFailure) -> Ending {
        if let failure { throw failure }
        let head = try completeHead()
        if head.isRedirect, let redirect, code == 0 { return .redirect(redirect, status: head.status) }
        // With any other status the body is not used, and reading stopped on purpose.
        guard head.status != 200 || code == 0 else { throw CurlFailure.failure(code, message) }
        return .outcome(head.outcome(body))
    }

    private func completeHead() throws(TransportFailure) -> HTTPResponseHead {
        if let head, isHeadComplete { return head }
        guard code == 0 else { throw CurlFailure.failure(code, message) }
        throw TransportFailure(.brokenResponse, detail: "the connection was closed in the middle of the head")
    }
}

// MARK: - Callbacks of libcurl

extension CurlExchange {
    private func shouldContinue() -> Bool {
        if let silenceLimit, lastByte.duration(to: .now) > silenceLimit {
            failure = TransportFailure(.timedOut, detail: "the server sent nothing for \(silenceLimit)")
        }
        return failure == nil && !cancellation.isCancelled
    }

    private func receiveHeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        lastByte = .now
        let line = unsafe Array(bytes)
        headByteCount += line.count
        guard headByteCount <= Self.maximumHeadByteCount else {
            failure = TransportFailure(
                .brokenResponse, detail: "the head of the response has more than \(Self.maximumHeadByteCount) bytes")
            return false
        }
        if !isHeadComplete || head?.isInterim == true, let head = HTTPResponseHead(statusLine: line) {
            self.head = head
            isHeadComplete = false
        } else if isHeadComplete {
            // A trailer field; none is used.
        } else if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
            isHeadComplete = head?.isInterim == false
            guard let head else { return false }
            guard head.hasProperLength else {
                failure = .improperLength
                return false
            }
            // Reading on after a 304, which has no body, keeps the connection open for the next request.
            return !isHeadComplete || [200, 304].contains(head.status) || head.isRedirect || keepsEveryBody
        } else {
            head?.add(line: line)
        }
        return true
    }

    private func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        lastByte = .now
        guard head?.status == 200 || keepsEveryBody else {
            discardedCount += bytes.count
            return discardedCount <= Self.maximumRedirectBodyByteCount
        }
        guard bytes.count <= byteLimit - body.count else {
            failure = .tooLarge(byteLimit: byteLimit)
            return false
        }
        if let receive, let head {
            hasReceiverEnded = !receive(head, unsafe Array(bytes))
            return !hasReceiverEnded
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }
}
