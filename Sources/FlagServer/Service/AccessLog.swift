package import FlagResolver

/// Writes a line of JSON for requests that were answered.
///
/// A line has no query, no body and no field of the request but `traceparent`: keys, tokens of streams and contexts never reach
/// it. Standard for traces: W3C Trace Context.
package struct AccessLog: Sendable {
    /// The share of the answers that is logged, in percent. Answers with a status from 500 on are always logged.
    private let percentage: Int
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameter write: Takes a line with its line feed, and must not wait.
    package init(percentage: Int = 100, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.percentage = percentage
        self.write = write
    }

    /// What a line is about.
    struct Entry {
        let head: RequestHead
        let client: String
        /// The name of the route; `nil` if there is none.
        let route: String?
        /// The name of the document; `nil` if the route is not about one.
        let document: String?
        let response: ServerResponse
        /// How long the answer took, without sending it; `nil` if the head alone was refused.
        let duration: Duration?
        let date: Instant
    }

    func add(_ entry: Entry) {
        guard entry.response.status >= 500 || percentage >= 100 || Int.random(in: 0..<100) < percentage else { return }
        var writer = JSONWriter()
        writer.beginObject()
        func write(_ key: String, _ text: String?) {
            guard let text else { return }
            writer.write(key: key)
            writer.write(text)
        }
        write("time", entry.date.millisecondText)
        write("client", entry.client)
        write("method", entry.head.method.text)
        // By bytes: before a combining mark, a character "?" is none, and the query may contain secrets.
        let path = Substring(entry.head.target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        write("path", String(path).shortened(to: 512))
        write("route", entry.route)
        write("document", entry.document)
        writer.write(key: "status")
        writer.write(entry.response.status)
        if !entry.response.content.isShared, !entry.response.hasStream {
            writer.write(key: "bytes")
            writer.write(entry.response.content.count)
        }
        if let duration = entry.duration {
            let (seconds, attoseconds) = duration.components
            writer.write(key: "microseconds")
            writer.write(seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000)
        }
        if let trace = entry.head.value(of: "traceparent").flatMap({ TraceParent($0) }) {
            write("traceId", trace.traceID)
            write("parentId", trace.parentID)
        }
        writer.endObject()
        self.write(writer.bytes + [UInt8(ascii: "\n")])
    }
}

/// The field `traceparent` of a request.
struct TraceParent: Hashable, Sendable {
    let traceID: String
    let parentID: String

    /// - Returns: `nil` if the text is malformed, or has an identifier of zeros only.
    init?(_ text: String) {
        let parts = text.parts(separatedBy: "-")
        guard parts.count >= 4, parts[0].utf8.count == 2, parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            parts[1].utf8.count == 32, parts[2].utf8.count == 16, parts[3].utf8.count == 2,
            parts[..<4].allSatisfy({ $0.utf8.allSatisfy(\.isLowercaseHexadecimalDigit) }),
            parts[1].utf8.contains(where: { $0 != UInt8(ascii: "0") }),
            parts[2].utf8.contains(where: { $0 != UInt8(ascii: "0") })
        else { return nil }
        traceID = String(parts[1])
        parentID = String(parts[2])
    }
}

extension HTTPMethod {
    fileprivate var text: String? {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .options: "OPTIONS"
        case .other, .malformed: nil
        }
    }
}

extension ClientIdentity: CustomStringConvertible {
    var description: String {
        switch self {
        case .address(let address): address.text
        case .identifier(let text): text
        case .ambiguous: "ambiguous"
        }
    }
}

extension IPAddress {
    /// The address; of an IPv6 address, the first 64 bits, which stand for a client.
    fileprivate var text: String {
        guard !isIPv4 else { return [24, 16, 8, 0].map { "\(low >> $0 & 0xFF)" }.joined(separator: ".") }
        return [48, 32, 16, 0].map { String(high >> $0 & 0xFFFF, radix: 16) }.joined(separator: ":") + "::/64"
    }
}

extension FlagService {
    /// Logs the answer to a request whose head was refused.
    package func log(_ response: ServerResponse, to head: RequestHead, at date: @autoclosure () -> Instant) {
        guard let log = configuration.accessLog else { return }
        log.add(
            AccessLog.Entry(
                head: head, client: client(of: head), route: nil, document: nil,
                response: response, duration: nil, date: date()))
    }

    /// Logs the answer to a request.
    package func log(
        _ response: ServerResponse, to request: AdmittedRequest, after duration: Duration,
        at date: @autoclosure () -> Instant
    ) {
        guard let log = configuration.accessLog else { return }
        log.add(
            AccessLog.Entry(
                head: request.head, client: client(of: request.head),
                route: request.route.name, document: request.slot.flatMap { $0.name.isEmpty ? nil : $0.name },
                response: response, duration: duration, date: date()))
    }

    /// The address of the connection, or what a trusted proxy names.
    private func client(of head: RequestHead) -> String {
        guard isTrusted(head.peer), let client = configuration.trustedProxies.client(of: head) else { return head.peer }
        return client.description
    }
}
