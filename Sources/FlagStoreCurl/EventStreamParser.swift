/// Reads a stream of server-sent events, whose contents are not used: an event is a signal to fetch, never data.
///
/// Standard: HTML, *Server-sent events*, interpretation of an event stream.
package struct EventStreamParser {
    /// The identifier of the last event, from which to resume.
    package private(set) var lastIdentifier: String?

    /// How long the server asks clients to wait before they connect again, in milliseconds.
    package private(set) var retryMilliseconds: Int64?

    private var line: [UInt8] = []
    private var identifier: String?
    private var hasData = false
    private var isAfterReturn = false
    private var isAtStart = true

    /// A longer line is rejected: no real server sends one.
    private static let maximumLineByteCount = 65_536

    /// A longer identifier could make the head of a request too large for the server.
    private static let maximumIdentifierByteCount = 1_024

    package init(lastIdentifier: String? = nil) {
        self.lastIdentifier = lastIdentifier
        identifier = lastIdentifier
    }

    /// Reads some bytes.
    ///
    /// - Returns: How many events they complete; `nil` if a line is too long.
    package mutating func read(_ bytes: [UInt8]) -> Int? {
        var count = 0
        for byte in bytes {
            switch byte {
            // A line ends with CR, LF or both.
            case 0x0A where isAfterReturn: isAfterReturn = false
            case 0x0A, 0x0D:
                isAfterReturn = byte == 0x0D
                if endLine() { count += 1 }
            default:
                isAfterReturn = false
                line.append(byte)
                guard line.count <= Self.maximumLineByteCount else { return nil }
            }
        }
        return count
    }

    /// - Returns: Whether the line completes an event.
    private mutating func endLine() -> Bool {
        defer { line = [] }
        if isAtStart {
            isAtStart = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else {
            lastIdentifier = identifier
            defer { hasData = false }
            return hasData
        }
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        var value = line[name.endIndex...].dropFirst()
        if value.first == 0x20 { value = value.dropFirst() }
        switch String(decoding: name, as: UTF8.self) {
        case "data": hasData = true
        case "id": setIdentifier(value)
        case "retry": retryMilliseconds = Int64(String(decoding: value, as: UTF8.self)) ?? retryMilliseconds
        default: break
        }
        return false
    }

    /// Only an identifier that can be sent in a field is kept.
    private mutating func setIdentifier(_ value: ArraySlice<UInt8>) {
        guard value.count <= Self.maximumIdentifierByteCount, value.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return
        }
        identifier = value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    }
}
