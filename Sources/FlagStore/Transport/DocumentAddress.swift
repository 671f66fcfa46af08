import FlagResolver

/// The address of a document that may be fetched over HTTP.
///
/// That is `https:` anywhere, and `http:` on this machine only.
///
/// ```swift
/// let address = try DocumentAddress("https://flags.example.com/app.json")
/// address.allowsRedirect(to: try DocumentAddress("https://flags.example.com/v2/app.json"))  // true
/// ```
///
/// The grammar of hosts is so narrow that all URL parsers agree on it: names of letters, digits, `.`, `-` and `_`, or
/// an IPv6 address in brackets. User names and passwords before an `@` are rejected.
public struct DocumentAddress: Hashable, Sendable {
    /// The original text of the address.
    public let text: String

    /// Whether the connection is encrypted.
    public let isSecure: Bool

    /// The host in lower case; an IPv6 address keeps its brackets.
    public let host: String

    /// The port; the default of the scheme if none is written.
    public let port: Int

    /// Checks an address.
    ///
    /// - Throws: ``TransportFailure`` of the kind ``TransportFailure/Kind/badAddress``, with what is wrong.
    public init(_ text: String) throws(TransportFailure) {
        try self.init(text, allowsPlainConnections: false)
    }

    /// - Parameter allowsPlainConnections: Whether `http:` may lead to another machine.
    package init(_ text: String, allowsPlainConnections: Bool) throws(TransportFailure) {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw Self.refusal(text, "contains blanks, backslashes or non-ASCII characters; escape them with %")
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            throw Self.refusal(text, "is not absolute; expected https://host/path")
        }
        let rest = bytes[(colon + 3)...]
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        guard let (host, written) = Self.hostAndPort(authority) else {
            throw Self.refusal(text, "has no plain host and port; expected https://host/path or https://host:port/path")
        }
        switch String(decoding: bytes[..<colon], as: UTF8.self).lowercased() {
        case "https": isSecure = true
        case "http":
            guard allowsPlainConnections || Self.isLoopback(host) else {
                throw Self.refusal(text, "is not encrypted, which is allowed on this machine only; use https:")
            }
            isSecure = false
        default: throw Self.refusal(text, "does not have the scheme https:; expected https://host/path")
        }
        self.text = text
        self.host = host
        port = written ?? (isSecure ? 443 : 80)
    }

    /// Whether a redirect may be followed: to the same scheme, host and port only.
    ///
    /// A loopback address without TLS may redirect to its own origin, which tests do.
    public func allowsRedirect(to other: DocumentAddress) -> Bool {
        isSecure == other.isSecure && host == other.host && port == other.port
    }

    private static func hostAndPort(_ authority: ArraySlice<UInt8>) -> (host: String, port: Int?)? {
        let isBracketed = authority.first == UInt8(ascii: "[")
        let host: ArraySlice<UInt8>
        if isBracketed {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = authority[...end]
            let address = host.dropFirst().dropLast()
            guard !address.isEmpty,
                address.allSatisfy({ $0.hexadecimalValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { return nil }
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
            guard !host.isEmpty, host.allSatisfy(\.isNameCharacter) else { return nil }
        }
        let name = String(decoding: host, as: UTF8.self).lowercased()
        let tail = authority[host.endIndex...]
        guard !tail.isEmpty else { return (name, nil) }
        let digits = tail.dropFirst()
        guard tail.first == UInt8(ascii: ":"), (1...5).contains(digits.count),
            digits.allSatisfy(\.isDigit),
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(port)
        else { return nil }
        return (name, port)
    }

    /// Whether a host is this machine: `localhost`, an address of 127.0.0.0/8 in four plain numbers, or `[::1]`.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.parts(separatedBy: ".")
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in
                // A leading zero would make some parsers read the number as octal.
                guard let number = UInt8(part) else { return false }
                return String(number) == part
            }
    }

    private static func refusal(_ text: String, _ reason: String) -> TransportFailure {
        TransportFailure(.badAddress, detail: "the address \(text) \(reason)")
    }
}

extension DocumentAddress {
    private init(text: String, isSecure: Bool, host: String, port: Int) {
        self.text = text
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    /// This address, which must not have a path, with a path appended.
    package func appending(_ path: StaticString) -> DocumentAddress {
        DocumentAddress(text: "\(text)\(path)", isSecure: isSecure, host: host, port: port)
    }
}

/// The redirects that are followed: at most five, and only within the origin of the request.
///
/// Documents control an app, so the target of a redirect needs the same trust as the original server.
package struct RedirectRule: Hashable, Sendable {
    private let origin: DocumentAddress
    private var count = 0

    package static let maximumCount = 5

    package init(from origin: DocumentAddress) {
        self.origin = origin
    }

    /// The address of the next request.
    ///
    /// - Parameter location: The absolute address that the response names.
    /// - Throws: ``TransportFailure`` of the kind ``TransportFailure/Kind/refusedRedirect``.
    package mutating func follow(_ location: String, status: Int) throws(TransportFailure) -> DocumentAddress {
        count += 1
        guard count <= Self.maximumCount else {
            throw refusal(status, "there are more than \(Self.maximumCount) redirects")
        }
        let address: DocumentAddress
        do throws(TransportFailure) {
            address = try DocumentAddress(location)
        } catch {
            throw refusal(status, error.detail)
        }
        guard origin.allowsRedirect(to: address) else {
            throw refusal(status, "it leads to \(location), expected scheme, host and port of \(origin.text)")
        }
        return address
    }

    private func refusal(_ status: Int, _ reason: String) -> TransportFailure {
        TransportFailure(.refusedRedirect, status: status, detail: reason)
    }
}
