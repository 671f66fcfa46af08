import FlagStore

/// What libcurl's codes mean to a store.
enum CurlFailure {
    static func failure(_ code: Int32, _ message: String) -> TransportFailure {
        TransportFailure(kind(code), detail: "\(message) (libcurl's code \(code))")
    }

    private static func kind(_ code: Int32) -> TransportFailure.Kind {
        switch code {
        // It could not be set up, or lacks a feature or an option. (27, no memory, is what a head too large leads to.)
        case 2, 4, 48: .unavailable
        case 3: .badAddress
        // No proxy, no such host, no connection.
        case 5, 6, 7: .unreachable
        // TLS: no handshake, a certificate that is not trusted, a file of certificates that cannot be read.
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .unreachable
        case 28: .timedOut
        case 42: .cancelled
        case 63: .tooLarge
        default: .brokenResponse
        }
    }
}
