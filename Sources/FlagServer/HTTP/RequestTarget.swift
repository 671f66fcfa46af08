/// The target of a request: a path with a query, perhaps after the address of a server.
///
/// Clients send the form with an address to proxies, and every server must accept it.
///
/// Standard: RFC 9112, section 3.2.
struct RequestTarget: Sendable, Hashable {
    /// The host of the address, which takes precedence over the `Host` field; `nil` without an address.
    let host: HostName?
    /// The path and the query as they were sent. Without a slash at the start, this is not a path.
    let path: String

    init(_ text: String) throws(Refusal) {
        guard
            let scheme = Self.schemes.first(where: {
                String(decoding: text.utf8.prefix($0.utf8.count), as: UTF8.self).lowercased() == $0
            })
        else {
            host = nil
            path = text
            return
        }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard let host = HostName(String(Substring(authority))) else {
            throw .badRequest(
                "the target of the request names no host after \"\(scheme)\", expected \(scheme)HOST/PATH")
        }
        self.host = host
        let path = String(Substring(rest.dropFirst(authority.count)))
        // An empty path stands for the root.
        self.path = path.utf8.first == UInt8(ascii: "/") ? path : "/\(path)"
    }

    /// A proxy in front of the server may have ended TLS.
    private static let schemes = ["http://", "https://"]
}
