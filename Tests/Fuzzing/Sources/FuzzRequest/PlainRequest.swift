import FlagServer

/// A request in the plainest reading of its text.
struct PlainRequest {
    let head: RequestHead
    let body: [UInt8]

    private var lengths: [String] = []
    private var encodings: [String] = []
    private var hosts: [String] = []

    init(_ bytes: [UInt8]) {
        var lines: [String] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[rest.index(after: end)...]
            guard !line.isEmpty else { break }
            lines.append(String(decoding: line, as: UTF8.self))
        }
        body = Array(rest)
        let parts = (lines.first ?? "").split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        let fields = lines.dropFirst().map { line in
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return HeaderField(String(pair.first ?? ""), pair.count > 1 ? String(pair[1].drop { $0 == " " }) : "")
        }
        head = RequestHead(
            method: HTTPMethod(parts.first ?? ""), target: parts.count > 1 ? String(parts[1]) : "",
            isHTTP11: parts.count > 2 && parts[2] == "HTTP/1.1", fields: fields)
        for field in fields {
            switch field.name.lowercased() {
            case "content-length": lengths.append(field.value)
            case "transfer-encoding": encodings.append(field.value)
            case "host": hosts.append(field.value)
            default: break
            }
        }
    }

    /// Why two programs could read the request in different ways; `nil` if they could not.
    var ambiguity: String? {
        if hosts.count > 1 { return "two hosts" }
        if hosts.isEmpty, head.isHTTP11 { return "no host" }
        var host = hosts.first?.lowercased()
        // The host of a target counts instead of that of the field.
        let address = head.target.lowercased().split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        if address.count == 2, address[0] == "http" || address[0] == "https" {
            host = String(address[1].prefix { $0 != "/" && $0 != "?" })
        }
        if let host, !["localhost", "127.0.0.1", "[::1]"].contains(where: { host == $0 || host.hasPrefix("\($0):") }) {
            return "the host \(host)"
        }
        if lengths.count > 1 { return "two lengths" }
        if !lengths.isEmpty, !encodings.isEmpty { return "a length and an encoding" }
        if lengths.contains(where: { Int($0) == nil || $0.hasPrefix("+") || $0.hasPrefix("-") }) {
            return "a bad length"
        }
        if encodings.contains(where: { $0.lowercased() != "chunked" }) || encodings.count > 1 { return "bad encodings" }
        if head.fields.contains(where: { $0.name.isEmpty || $0.name.contains(" ") }) { return "a bad name of a field" }
        if head.target.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
            return "a control character, or one that is not ASCII, in the target"
        }
        let path = head.target.prefix { $0 != "?" }.lowercased()
        for high in ["0", "1"] where path.contains("%\(high)") { return "an escaped control character in the path" }
        return path.contains("%7f") ? "an escaped control character in the path" : nil
    }
}
