import FlagStore

/// The kinds of failure for libcurl's codes.
enum CurlFailure {
    static func failure(_ code: Int32, _ message: String) -> TransportFailure {
        TransportFailure(kind(code), detail: "\(text(code) ?? message) (libcurl's code \(code))")
    }

    /// The message for a code for which libcurl's own message would be misleading.
    private static func text(_ code: Int32) -> String? {
        switch code {
        // A write error. libcurl writes only to this program, which reports its own reason when it rejects bytes.
        case 23: "the compressed body is malformed, or other bytes follow it"
        // Older versions also report a line of the head that is too long as "out of memory".
        case 27: "the head of the response has a line that is longer than libcurl accepts, or there is no memory"
        case 4, 48:
            "libcurl lacks an option or a feature that this transport needs; expected libcurl"
                + " \(CurlLibrary.oldestVersion) or later"
        default: nil
        }
    }

    private static func kind(_ code: Int32) -> TransportFailure.Kind {
        switch code {
        // libcurl could not be set up, or lacks a feature or an option. (A head that is too large also causes 27.)
        case 2, 4, 48: .unavailable
        case 3: .badAddress
        // Unknown proxy or host, or no connection.
        case 5, 6, 7: .unreachable
        // TLS: failed handshake, untrusted certificate, unreadable file of certificates.
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .unreachable
        case 28: .timedOut
        case 42: .cancelled
        case 63: .tooLarge
        default: .brokenResponse
        }
    }
}
