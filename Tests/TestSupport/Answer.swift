/// Answers as bytes.
package enum Answer {
    /// Reads the request and sends a complete response with its length.
    package static func steps(
        _ status: String = "200 OK", _ headers: [String] = [], _ body: [UInt8] = []
    ) -> [TestServer.Step] {
        [.readRequest, .send(head(status, headers + ["Content-Length: \(body.count)"]) + body)]
    }

    package static func steps(_ status: String = "200 OK", _ headers: [String] = [], _ body: String) -> [TestServer
        .Step]
    {
        steps(status, headers, Array(body.utf8))
    }

    /// The head of a response that ends with the connection.
    package static func head(_ status: String = "200 OK", _ headers: [String] = []) -> [UInt8] {
        Array((["HTTP/1.1 \(status)", "Connection: close"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
    }

    /// Reads the request and sends exactly these bytes.
    package static func raw(_ text: String) -> [TestServer.Step] {
        [.readRequest, .send(Array(text.utf8))]
    }
}
