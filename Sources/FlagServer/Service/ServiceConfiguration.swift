package import FlagResolver

/// How a server answers.
package struct ServiceConfiguration: Sendable {
    package var limits = ServerLimits()

    /// The keys that requests need; `nil` if everybody may do everything.
    package var keys: AccessKeys?

    /// The values that the `Host` field may have.
    package var hosts: [HostName] = HostName.loopback
    package var origins = AllowedOrigins()

    /// The proxies whose fields give the address of the client.
    package var trustedProxies = TrustedProxies()

    /// How long a stream of events stays open: a different time for each, so that clients do not come back all at once.
    package var streamLifetime: @Sendable () -> Duration = { .seconds(Int64.random(in: 600...900)) }

    /// Whether the date of a context counts.
    package var allowsDate = false

    /// How many seconds caches may keep an answer.
    package var maximumAge = 60

    /// The origin at which clients reach the streams of events, such as `https://events.example.com`; `nil` for that of their
    /// requests for values.
    package var publicOrigin: String?

    /// Where a line is written for each answer; `nil` for none.
    package var accessLog: AccessLog?

    /// What answers the inspector; `nil` if there is none.
    package var inspector: (any Inspector)?

    /// A text that nobody can guess, for the Content-Security-Policy of one response.
    package var makeNonce: @Sendable () -> String = {
        var generator = SystemRandomNumberGenerator()
        return String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
    }

    /// Writes the values of a document as `flagctl resolve --format json` does.
    package var writeValues: @Sendable (ValuesRequest) -> [UInt8]

    package init(writeValues: @escaping @Sendable (ValuesRequest) -> [UInt8]) {
        self.writeValues = writeValues
    }
}

/// A request for all values of a document.
package struct ValuesRequest: Sendable {
    package let document: SettingsDocument
    /// The source of the document.
    package let source: String
    package let context: EvaluationContext
    package let isExplained: Bool
}
