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

    package init() {}
}
