import FlagResolver

/// The host of a `Host` field or of an option, without its port, in lower case.
package struct HostName: Sendable, Hashable {
    package let text: String

    /// - Returns: `nil` if the text is not a host with an optional port.
    package init?(_ text: String) {
        var host = Substring(text)
        if host.starts(withBytesOf: "[") {
            guard let (address, rest) = host.divided(at: "]"), rest.isEmpty || Self.isPort(rest) else { return nil }
            host = "\(address)]"
        } else if let (name, _) = host.divided(at: ":") {
            guard Self.isPort(Substring(host.utf8.dropFirst(name.utf8.count))) else { return nil }
            host = name
        }
        // Patterns, and characters that end the host in an address, are not allowed.
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#@*\\".utf8.contains($0) }) else {
            return nil
        }
        self.text = host.lowercased()
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.starts(withBytesOf: ":") && text.utf8.count <= 6 && text.utf8.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// The names of this machine itself.
    package static let loopback: [HostName] = ["localhost", "127.0.0.1", "[::1]"].compactMap { HostName($0) }
}
