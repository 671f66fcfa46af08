/// The open streams of events, of all clients and of each one.
struct StreamCounts: Sendable {
    private(set) var count = 0
    private var counts: [ClientIdentity: Int] = [:]

    /// Counts a stream, if there is room for it.
    ///
    /// - Parameter client: `nil` for a trusted proxy, whose streams are limited only together with all others.
    /// - Returns: Whether there is room.
    mutating func begin(for client: ClientIdentity?, _ limits: ServerLimits) -> Bool {
        guard count < limits.streamCount else { return false }
        if let client {
            let own = counts[client] ?? 0
            guard own < limits.streamsPerClient else { return false }
            counts[client] = own + 1
        }
        count += 1
        return true
    }

    mutating func end(for client: ClientIdentity?) {
        count -= 1
        guard let client, let own = counts[client] else { return }
        counts[client] = own > 1 ? own - 1 : nil
    }
}
