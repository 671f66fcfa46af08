package import FlagStore

/// One HTTP request with any method, and its response with any status. Redirects are not followed.
///
/// ``CurlTransport`` fetches documents; this is for services whose responses are not documents.
package struct CurlCall: Sendable {
    package let method: String
    package let address: DocumentAddress
    package let options: CurlTransport.Options
    package var headers = RequestHeaders()
    /// Fields of the protocol that the caller speaks, such as `If-Match`; they never come from users.
    package var protocolFields: [String] = []
    package var body: [UInt8] = []
    /// How long the whole request may take; `nil` for an endless response.
    package var timeLimit: Duration? = .seconds(30)
    /// How long the server may send nothing.
    package var silenceLimit: Duration?
    package var byteLimit = 16 << 20

    package struct Response: Sendable {
        package let head: HTTPResponseHead
        package let body: [UInt8]
    }

    package init(_ method: String, _ address: DocumentAddress, options: CurlTransport.Options) {
        self.method = method
        self.address = address
        self.options = options
    }

    /// Sends the request, and blocks the thread until it has ended.
    ///
    /// - Parameter receive: Takes the head, and the bytes of the body as they arrive; `false` ends the request.
    ///   Without it, the response contains the body.
    /// - Throws: `TransportFailure` if there is no complete response.
    package func send(
        _ cancellation: Cancellation = Cancellation(), receive: ((HTTPResponseHead, [UInt8]) -> Bool)? = nil
    ) throws(TransportFailure) -> Response {
        try options.check()
        let library = try CurlLibrary.shared.get()
        var message = CurlMessage(address: address, options: options)
        // libcurl would wait for "100 Continue" before it sends a long body, which some servers never send.
        message.lines = protocolFields + headers.fields.map { "\($0.name): \($0.value)" } + ["Expect:"]
        message.content = method == "GET" ? nil : (method, body)
        message.timeLimit = timeLimit
        message.limitsSlowness = timeLimit != nil
        let exchange = CurlExchange(
            byteLimit: byteLimit, cancellation: cancellation, keepsEveryBody: true, silenceLimit: silenceLimit,
            receive: receive)
        exchange.perform(CurlSession(library), message)
        let (head, body) = try exchange.response()
        return Response(head: head, body: body)
    }
}
