import FlagResolver
package import FlagStore

/// The address of a key in etcd: `etcd://HOST:PORT,HOST:PORT/KEY`, with TLS `etcds://…`.
///
/// The key has ASCII letters, digits, `.`, `_`, `-` and `/`. The default port is 2379.
package struct EtcdAddress: Hashable, Sendable {
    package let text: String
    /// The addresses of the nodes, in the order of the text.
    package let endpoints: [DocumentAddress]
    package let key: String

    private static let standardPort = 2_379
    private static let maximumKeyLength = 1_024

    /// - Parameter allowsPlainConnections: Whether a connection to another machine may be without TLS.
    package init(_ text: String, allowsPlainConnections: Bool = false) throws(TransportFailure) {
        let isSecure = text.prefix(6).lowercased() == "etcds:"
        let rest = text.dropFirst(isSecure ? 8 : 7)
        guard let (authorities, path) = rest.divided(at: "/") else {
            throw Self.refusal(text, "has no key; expected etcd://HOST:PORT,…/KEY")
        }
        let key = String(path)
        guard !key.isEmpty, key.utf8.count <= Self.maximumKeyLength, !key.ends(withBytesOf: "/"),
            key.utf8.allSatisfy(Self.isKeyByte)
        else {
            throw Self.refusal(
                text, "has a key of other characters than ASCII letters, digits, \".\", \"_\", \"-\" and \"/\"")
        }
        let hosts = authorities.parts(separatedBy: ",")
        var endpoints: [DocumentAddress] = []
        for host in hosts {
            let hasPort = host.parts(separatedBy: "]", omittingEmpty: true).last.map { $0.containsByte(":") } ?? false
            let authority = host.ends(withBytesOf: "]") || !hasPort ? "\(host):\(Self.standardPort)" : String(host)
            do throws(TransportFailure) {
                endpoints.append(
                    try DocumentAddress(
                        (isSecure ? "https://" : "http://") + authority, allowsPlainConnections: allowsPlainConnections)
                )
            } catch {
                throw Self.problem(text, String(host), isSecure: isSecure)
            }
        }
        self.text = text
        self.endpoints = endpoints
        self.key = key
    }

    private static func problem(_ text: String, _ host: String, isSecure: Bool) -> TransportFailure {
        let isPlain = !isSecure && (try? DocumentAddress("http://\(host)", allowsPlainConnections: true)) != nil
        guard isPlain else {
            return refusal(text, "has no plain host and port in \"\(host)\"; expected etcd://HOST:PORT,…/KEY")
        }
        return refusal(
            text, "is not encrypted, which is allowed on this machine only; use etcds:, or --allow-plain-etcd")
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "._-/".utf8.contains(byte)
    }

    private static func refusal(_ text: String, _ reason: String) -> TransportFailure {
        TransportFailure(.badAddress, detail: "the address \(text) \(reason)")
    }
}
