/// The limits of requests. A request that exceeds one is refused; nothing is truncated.
package struct ServerLimits: Sendable, Hashable {
    /// The bytes of a head.
    package var headByteCount = 16 << 10

    /// The bytes of a body.
    package var bodyByteCount = 64 << 10

    /// The nesting of the JSON of a body.
    package var depth = 8

    /// The members of a context.
    package var attributeCount = 128

    /// The requests of one client per second, in the long run; `nil` for any number.
    package var requestsPerSecond: Int?

    /// The open streams of events.
    package var streamCount = 2_048

    /// The open streams of events of one client.
    package var streamsPerClient = 64

    package init() {}
}

/// Token buckets, one for each client.
///
/// A bucket holds as many tokens as a client may send requests in two seconds, and is refilled evenly. The number of buckets
/// is bounded: when the bound is reached, full buckets are dropped, at most once a second; if there are none, new
/// clients share one bucket.
struct RateLimiter: Sendable {
    private struct Bucket: Sendable {
        var tokens: Double
        var updated: Duration
    }

    private let rate: Double
    private let capacity: Double
    private var buckets: [ClientIdentity: Bucket] = [:]
    /// When full buckets were last searched for, which takes linear time in the number of clients.
    private var lastForgetting: Duration?

    static let maximumClientCount = 65_536
    /// The bucket of all clients for which there is no room.
    private static let others = ClientIdentity.identifier("")

    init(requestsPerSecond: Int) {
        rate = Double(max(1, requestsPerSecond))
        capacity = rate * 2
    }

    /// Takes a token.
    ///
    /// - Parameter now: The monotonic time.
    /// - Returns: The seconds after which there is a token again; `nil` if one was taken.
    mutating func take(for client: ClientIdentity, at now: Duration) -> Int? {
        var client = client
        if buckets[client] == nil, buckets.count >= Self.maximumClientCount {
            forgetFullBuckets(at: now)
            if buckets.count >= Self.maximumClientCount { client = Self.others }
        }
        var bucket = buckets[client] ?? Bucket(tokens: capacity, updated: now)
        bucket.tokens = min(capacity, bucket.tokens + seconds(from: bucket.updated, to: now) * rate)
        bucket.updated = now
        defer { buckets[client] = bucket }
        // The rate is at least one token a second.
        guard bucket.tokens >= 1 else { return 1 }
        bucket.tokens -= 1
        return nil
    }

    private mutating func forgetFullBuckets(at now: Duration) {
        if let lastForgetting, now - lastForgetting < .seconds(1) { return }
        lastForgetting = now
        buckets = buckets.filter { $0.value.tokens + seconds(from: $0.value.updated, to: now) * rate < capacity }
    }

    private func seconds(from start: Duration, to end: Duration) -> Double {
        let (seconds, attoseconds) = (end - start).components
        return max(0, Double(seconds) + Double(attoseconds) / 1e18)
    }
}
