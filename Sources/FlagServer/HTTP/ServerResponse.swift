import FlagResolver

/// The response to a request.
package struct ServerResponse: Sendable {
    package let status: Int
    package private(set) var fields: [HeaderField]
    package let body: [UInt8]
    /// Whether the connection ends with this response.
    package private(set) var closesConnection = false
    /// Whether the body is a stream of unknown length.
    package private(set) var hasStream = false

    init(status: Int = 200, fields: [HeaderField] = [], body: [UInt8] = [], mediaType: String? = nil) {
        self.status = status
        self.fields = fields
        self.body = body
        if let mediaType {
            self.fields.append(HeaderField("Content-Type", mediaType))
            // Without it, browsers guess the type from the content, which documents determine.
            self.fields.append(HeaderField("X-Content-Type-Options", "nosniff"))
        }
    }

    /// A refusal: a JSON body with a code and a sentence.
    ///
    /// - Parameter key: The setting that the request asked for; `nil` if it asked for none.
    package init(_ refusal: Refusal, key: String? = nil) {
        var writer = JSONWriter()
        writer.beginObject()
        if let key {
            writer.write(key: "key")
            writer.write(key)
        }
        writer.write(key: "errorCode")
        writer.write(refusal.code.rawValue)
        writer.write(key: "errorDetails")
        writer.write(refusal.message)
        writer.endObject()
        self.init(
            status: refusal.status, fields: refusal.fields + [HeaderField("Cache-Control", "no-store")],
            body: writer.bytes, mediaType: "application/json")
        closesConnection = refusal.endsConnection
    }

    static func json(_ body: [UInt8], fields: [HeaderField] = []) -> ServerResponse {
        ServerResponse(fields: fields, body: body, mediaType: "application/json")
    }

    /// The head of a stream, which follows unless the request has the method HEAD.
    static func stream(fields: [HeaderField], mediaType: String) -> ServerResponse {
        var response = ServerResponse(fields: fields, mediaType: mediaType)
        response.hasStream = true
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

    /// The value of the first field of a name, as it is spelled here.
    package func value(of name: String) -> String? { fields.first { $0.name == name }?.value }
}
