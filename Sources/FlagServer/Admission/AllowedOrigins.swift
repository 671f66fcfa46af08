/// The web pages whose scripts may read responses.
///
/// Standard: Fetch, *HTTP extensions* (CORS).
package struct AllowedOrigins: Sendable {
    private let origins: [String]

    /// - Parameter origins: Origins such as `https://app.example.com`; `*` stands for all.
    package init(_ origins: [String] = []) {
        self.origins = origins
    }

    /// The fields that let the page which sent a request read the response.
    func fields(for head: RequestHead) -> [HeaderField] {
        guard !origins.isEmpty else { return [] }
        // Even without an origin: a cache must not give this response to a page.
        let vary = HeaderField("Vary", "Origin")
        guard let allowed = allowed(head) else { return [vary] }
        return [
            vary, HeaderField("Access-Control-Allow-Origin", allowed),
            HeaderField("Access-Control-Expose-Headers", "ETag, Retry-After"),
        ]
    }

    /// The response to a preflight; `nil` if the request is not one, or its origin is not allowed.
    func preflight(_ head: RequestHead) -> ServerResponse? {
        guard head.method == .options, head.value(of: "access-control-request-method") != nil, allowed(head) != nil
        else { return nil }
        return ServerResponse(
            status: 204,
            fields: fields(for: head) + [
                HeaderField("Access-Control-Allow-Methods", "GET, HEAD, POST"),
                HeaderField(
                    "Access-Control-Allow-Headers",
                    "Authorization, Content-Type, If-None-Match, Last-Event-ID, X-API-Key"),
                HeaderField("Access-Control-Max-Age", "600"),
            ])
    }

    /// Whether a request comes from an allowed page.
    func allow(_ head: RequestHead) -> Bool { allowed(head) != nil }

    private func allowed(_ head: RequestHead) -> String? {
        guard let origin = head.value(of: "origin") else { return nil }
        return origins.contains("*") || origins.contains(origin) ? origin : nil
    }
}
