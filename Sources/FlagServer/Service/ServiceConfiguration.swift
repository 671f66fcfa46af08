package import FlagResolver

/// How a server answers.
package struct ServiceConfiguration: Sendable {
    package var limits = ServerLimits()

    /// The keys that requests need; `nil` if everybody may do everything.
    package var keys: AccessKeys?

    /// The values that the `Host` field may have.
    package var hosts: [HostName] = HostName.loopback
    package var origins = AllowedOrigins()

    /// The proxies whose `Forwarded` field is believed, by their addresses.
    package var trustedProxies: [String] = []

    /// Whether the date of a context counts.
    package var allowsDate = false

    /// How many seconds caches may keep an answer.
    package var maximumAge = 60

    /// The address at which clients reach the server, without a slash at its end. If it is `nil`, answers with all
    /// values do not name the address of events.
    package var publicAddress: String?

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

/// The time of a request, by both clocks.
package struct ServerTime: Sendable {
    /// The date, for schedules of documents.
    package let date: Instant
    /// The time since a fixed moment, for ages and limits: jumps of the date have no effect.
    package let monotonic: Duration

    package init(date: Instant, monotonic: Duration) {
        self.date = date
        self.monotonic = monotonic
    }
}
