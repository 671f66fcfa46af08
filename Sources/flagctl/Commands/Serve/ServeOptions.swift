import FlagPublishing
import FlagResolver
import FlagServer
import FlagSigning

/// The address that a server listens on.
struct ListenAddress: Sendable, Equatable {
    /// A numeric address, without brackets.
    let host: String
    let port: UInt16

    static let standard = ListenAddress(host: "127.0.0.1", port: 8321)

    var isLoopback: Bool { host == "::1" || host.starts(withBytesOf: "127.") }

    /// The host as in URLs.
    var shownHost: String { host.containsByte(":") ? "[\(host)]" : host }
}

/// A source on the command line: `SOURCE` or `NAME=SOURCE`.
struct NamedSource: Sendable, Equatable {
    /// The name of the document in paths; empty for the only document.
    let name: String
    let source: String
}

extension ArgumentType where Value == ListenAddress {
    static func listenAddress(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            let help = "as in 127.0.0.1:8321, [::1]:8321, or 0.0.0.0:8321 for every address of this machine"
            guard let (start, end) = text.dividedAtLast(":"), let port = UInt16(end) else {
                throw .badValue(label, value: text, problem: "expected HOST:PORT, with a port up to 65535", help: help)
            }
            var host = start
            if let inner = host.after(prefix: "[")?.before(suffix: "]") { host = inner }
            if host == "localhost" { host = "127.0.0.1" }
            guard IPAddress(host) != nil && !host.containsByte("%") else {
                throw .badValue(
                    label, value: text, problem: "the host must be a numeric address, or localhost", help: help)
            }
            return ListenAddress(host: String(host), port: port)
        }
    }
}

extension ArgumentType where Value == HostName {
    static func hostName(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            guard let host = HostName(text) else {
                throw .badValue(label, value: text, problem: "it is not a host name", help: "as in flags.example.com")
            }
            return host
        }
    }
}

extension ArgumentType where Value == String {
    /// An origin: a scheme and a host in lower case, as browsers send them, optionally with a port.
    ///
    /// - Parameter allowsAny: Whether `*` is allowed, which means every origin.
    static func origin(_ placeholder: String, allowsAny: Bool = true) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            let parts = text.parts(separatedBy: "/")
            let isOrigin =
                parts.count == 3 && ["http:", "https:"].contains(parts[0]) && parts[1].isEmpty
                && HostName(String(parts[2])) != nil && text == text.lowercased()
            guard isOrigin || allowsAny && text == "*" else {
                throw .badValue(
                    label, value: text,
                    problem: "expected http: or https: and a host, in lower case and without a path",
                    help: "as in https://app.example.com" + (allowsAny ? ", or * for every page" : ""))
            }
            return text
        }
    }

}

extension ArgumentType where Value == AddressRange {
    /// An IPv4 or IPv6 address, or a range of them.
    static func addressRange(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            guard let range = AddressRange(text) else {
                throw .badValue(
                    label, value: text, problem: "expected a numeric address, or a range of them",
                    help: "as in 10.0.0.7, 10.0.0.0/8 or fd00::/8; repeat the option for several proxies")
            }
            return range
        }
    }
}

extension ArgumentType where Value == NamedSource {
    /// A file, a directory or an address, optionally after a name. An existing file with this path takes precedence.
    static func namedSource(_ placeholder: String) -> Self {
        ArgumentType(form: .file(placeholder: placeholder)) { (text, label) throws(UsageError) in
            let parts = text.parts(separatedBy: "=", maxSplits: 1).map { String($0) }
            if ([text] + parts).contains(where: { PrivateKeyText.isKey($0) && !FileSystem.exists($0) }) {
                throw .key(label.text)
            }
            // The query of an address may contain "=".
            guard parts.count == 2, !DocumentLocation.isAddress(parts[0]), !FileSystem.exists(text) else {
                return NamedSource(name: "", source: text)
            }
            let name = parts[0]
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte), name != ".", name != ".." else {
                throw .badValue(
                    label, value: text, problem: "\(quoted(name)) cannot be the name of a document",
                    help: "use ASCII letters, digits, \"_\", \"-\" and \".\": app=\(parts[1])")
            }
            guard !Route.reservedNames.contains(name) else {
                throw .badValue(
                    label, value: text, problem: "\(quoted(name)) is a path of the server itself",
                    help: "choose another name than \(Route.reservedNames.joined(separator: ", "))")
            }
            return NamedSource(name: name, source: parts[1])
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}
