import FlagResolver

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

/// The path of a request: its components, percent-decoded, without the query.
struct RequestPath: Sendable, Hashable {
    let components: [String]

    /// Decodes the path and the query of a target.
    ///
    /// An escaped `/` (`%2F`) belongs to its component. Components are neither merged nor resolved: `.` and `..` are names
    /// like any other.
    init(_ path: String) throws(Refusal) {
        var components: [String] = []
        var component: [UInt8] = []
        var bytes = path.utf8.makeIterator()
        guard bytes.next() == UInt8(ascii: "/") else {
            throw .badRequest(
                "the target of the request begins neither with \"/\" nor with the address of a server; expected /PATH")
        }
        var isQuery = false
        while let byte = bytes.next() {
            guard byte > 0x20, byte != 0x7F else {
                throw .badRequest("the target of the request has a control character or a blank")
            }
            guard byte < 0x80 else {
                throw .badRequest(
                    "the target of the request has a byte that is not ASCII, expected it percent-encoded, such as %C3%A9"
                )
            }
            switch byte {
            case UInt8(ascii: "?"): isQuery = true
            case UInt8(ascii: "/") where !isQuery:
                components.append(try Self.text(component))
                component = []
            case UInt8(ascii: "%"):
                guard let high = bytes.next()?.hexadecimalValue, let low = bytes.next()?.hexadecimalValue else {
                    throw .badRequest("the target of the request has a \"%\" without two hexadecimal digits")
                }
                let decoded = high << 4 | low
                guard decoded >= 0x20, decoded != 0x7F else {
                    throw .badRequest("the target of the request has an escaped control character")
                }
                if !isQuery { component.append(decoded) }
            default: if !isQuery { component.append(byte) }
            }
        }
        components.append(try Self.text(component))
        self.components = components
    }

    private static func text(_ bytes: [UInt8]) throws(Refusal) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw .badRequest("the target of the request is not UTF-8 after percent-decoding")
        }
        return text
    }
}
