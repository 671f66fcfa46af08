import FlagResolver
package import FlagStore
import FlagStoreCurl

/// Where a document is kept: a file, a server, or etcd.
package enum DocumentLocation: Hashable, Sendable {
    /// The path of a file or a directory.
    case file(String)
    case http(DocumentAddress)
    case etcd(EtcdAddress)

    /// Reads `https://HOST/PATH`, `etcd://HOST:PORT,…/KEY`, or a path.
    ///
    /// - Parameter allowsPlainEtcd: Whether `etcd:` may lead to another machine.
    /// - Throws: `TransportFailure` of the kind `badAddress`.
    package init(_ text: String, allowsPlainEtcd: Bool = false) throws(TransportFailure) {
        switch Self.scheme(of: text) {
        case nil: self = .file(text)
        case "http", "https": self = .http(try DocumentAddress(text))
        case "etcd", "etcds": self = .etcd(try EtcdAddress(text, allowsPlainConnections: allowsPlainEtcd))
        case let scheme?:
            throw TransportFailure(
                .badAddress,
                detail: "the address \(text) has the scheme \(scheme):, expected https:, etcd: or etcds:, or a path")
        }
    }

    /// Whether a text is an address, as opposed to a path.
    package static func isAddress(_ text: String) -> Bool { scheme(of: text) != nil }

    /// The scheme of an address, in lower case; `nil` for a path.
    private static func scheme(of text: String) -> String? {
        guard let (word, rest) = text.divided(at: ":"), !word.isEmpty, rest.starts(withBytesOf: "//"),
            word.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || $0 == 0x2B })
        else { return nil }
        return word.lowercased()
    }
}

/// What connections to servers need besides an address.
package struct ConnectionOptions: Sendable {
    /// Fields that every request to a server over HTTP has, such as a key.
    package var headers = RequestHeaders()
    /// A PEM file with the authorities to trust instead of those of the system.
    package var authorities: String?
    /// The user of etcd.
    package var credentials: Credentials?

    package struct Credentials: Hashable, Sendable {
        package let user: String
        package let password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    package init() {}

    var transport: CurlTransport.Options {
        var options = CurlTransport.Options()
        options.certificates = authorities
        return options
    }
}
