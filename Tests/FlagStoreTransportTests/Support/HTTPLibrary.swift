import FlagStore
import FlagStoreCurl
import FlagStoreURLSession
import Testing

/// The transports that speak HTTP.
enum HTTPLibrary: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case curl = "libcurl"
    case urlSession = "URLSession"

    var testDescription: String { rawValue }

    func transport(
        _ address: DocumentAddress, headers: RequestHeaders = RequestHeaders()
    ) -> any DocumentTransport {
        switch self {
        case .curl: CurlTransport(address, headers: headers)
        case .urlSession: URLSessionTransport(address, headers: headers)
        }
    }

    /// A transport that waits for slow responses, however long other tests keep the processor from this one.
    func patientTransport(_ address: DocumentAddress) -> any DocumentTransport {
        switch self {
        case .curl: CurlTransport(address, options: Self.patientOptions)
        case .urlSession: URLSessionTransport(address)
        }
    }

    /// Options without limits on slow responses and unused connections.
    static var patientOptions: CurlTransport.Options {
        var options = CurlTransport.Options()
        options.slowestBytesPerSecond = 0
        options.longestIdleTime = .seconds(86_400)
        return options
    }

    /// Whether libcurl is installed.
    static let curlIsThere = (try? CurlTransport.checkAvailability()) != nil

    /// The transports that can be tested on this machine.
    static let here: [HTTPLibrary] = allCases.filter { $0 != .curl || curlIsThere }

    /// Whether URLSession survives every response; on Linux it does not.
    static var urlSessionIsSound: Bool {
        #if canImport(Darwin)
            true
        #else
            false
        #endif
    }
}
