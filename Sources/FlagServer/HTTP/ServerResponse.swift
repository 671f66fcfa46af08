import FlagResolver

/// The response to a request.
package struct ServerResponse: Sendable {
    package let status: Int
    package private(set) var fields: [HeaderField]
    package let content: ResponseBody
    /// Whether the connection ends with this response.
    package private(set) var closesConnection = false
    /// Whether the body is a stream of unknown length.
    package private(set) var hasStream = false
    /// What the stream sends; `nil` for a response to HEAD.
    package private(set) var events: (any ResponseStream)?

    init(status: Int = 200, fields: [HeaderField] = [], content: ResponseBody = .bytes([]), mediaType: String? = nil) {
        self.status = status
        self.fields = fields
        self.content = content
        if let mediaType {
            self.fields.append(HeaderField("Content-Type", mediaType))
            // Without it, browsers guess the type from the content, which documents determine.
            self.fields.append(HeaderField("X-Content-Type-Options", "nosniff"))
        }
    }

    /// A refusal: a JSON body with a code and a sentence.
    ///
    /// - Parameters:
    ///   - key: The setting that the request asked for; `nil` if it asked for none.
    ///   - isProtocol: Whether the request is one of OFREP.
    package init(_ refusal: Refusal, key: String? = nil, isProtocol: Bool = false) {
        var writer = JSONWriter()
        writer.beginObject()
        refusal.write(key: key, isProtocol: isProtocol, to: &writer)
        writer.endObject()
        self.init(
            status: refusal.status, fields: refusal.fields + [HeaderField("Cache-Control", "no-store")],
            content: .bytes(writer.bytes), mediaType: "application/json")
        closesConnection = refusal.endsConnection
    }

    static func json(_ body: [UInt8], fields: [HeaderField] = []) -> ServerResponse {
        .json(.bytes(body), fields: fields)
    }

    static func json(_ content: ResponseBody, fields: [HeaderField] = []) -> ServerResponse {
        ServerResponse(fields: fields, content: content, mediaType: "application/json")
    }

    /// A stream of events, or only its head.
    static func stream(_ events: (any ResponseStream)?, fields: [HeaderField]) -> ServerResponse {
        var response = ServerResponse(fields: fields, mediaType: "text/event-stream")
        response.hasStream = true
        response.events = events
        return response
    }

    /// The same response with further fields.
    func adding(_ more: [HeaderField]) -> ServerResponse {
        guard !more.isEmpty else { return self }
        var response = self
        response.fields += more
        return response
    }

    /// The same response, with which the connection ends.
    func endingConnection() -> ServerResponse {
        var response = self
        response.closesConnection = true
        return response
    }

    /// The bytes of the body.
    package var body: [UInt8] { content.bytes }

    /// The value of the first field of a name, as it is spelled here.
    package func value(of name: String) -> String? { fields.first { $0.name == name }?.value }
}
