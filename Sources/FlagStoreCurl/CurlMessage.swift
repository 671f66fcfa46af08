import CurlLoader
import FlagStore

/// What one request sends, and how long it may take.
struct CurlMessage {
    let address: DocumentAddress
    let options: CurlTransport.Options
    /// Complete lines of the head.
    var lines: [String] = []
    /// The method and the body if it is not a GET request.
    var content: (method: String, body: [UInt8])?
    /// `nil` for an endless response.
    var timeLimit: Duration?
    /// Whether the limits of the options for slow responses apply.
    var limitsSlowness = true

    /// 11 days; in milliseconds it fits a `long` of 32 bits.
    static let maximumTime = Duration.seconds(1_000_000)

    /// Calls a function with the message in C's form. All pointers are valid during the call only.
    func withRequest(_ body: (inout curl_loader_request) -> Void) {
        let texts = [address.text, options.certificates, content?.method].map { $0 ?? "" }
        unsafe withCStrings(lines) { lines in
            unsafe withCStrings(texts) { texts in
                unsafe (content?.body ?? []).withUnsafeBufferPointer { bytes in
                    var request = unsafe curl_loader_request()
                    unsafe request.url = texts[0]
                    unsafe request.certificates = options.certificates == nil ? nil : texts[1]
                    unsafe request.method = content == nil ? nil : texts[2]
                    unsafe request.body = bytes.baseAddress
                    unsafe request.body_count = bytes.count
                    unsafe request.is_secure = address.isSecure
                    unsafe request.headers = lines.baseAddress
                    unsafe request.header_count = lines.count
                    let connectLimit = min(options.connectTimeLimit, timeLimit ?? Self.maximumTime)
                    unsafe request.connect_milliseconds = milliseconds(connectLimit)
                    unsafe request.total_milliseconds = timeLimit.map(milliseconds) ?? 0
                    unsafe request.slowest_bytes_per_second = limitsSlowness ? max(0, options.slowestBytesPerSecond) : 0
                    unsafe request.slowest_seconds = max(1, milliseconds(options.slowestTime) / 1_000)
                    unsafe request.longest_idle_seconds =
                        options.longestIdleTime.map { max(1, milliseconds($0) / 1_000) } ?? 0
                    unsafe body(&request)
                }
            }
        }
    }

    /// A duration in whole milliseconds, at least one: for libcurl, zero means no limit.
    private func milliseconds(_ duration: Duration) -> CLong {
        let (seconds, attoseconds) = min(max(duration, .zero), Self.maximumTime).components
        return CLong(clamping: max(1, seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }
}

extension CurlTransport.Options {
    /// Checks that this system's libcurl can do what the options ask for.
    func check() throws(TransportFailure) {
        guard let certificates, !CurlLibrary.replacesAuthorities else { return }
        throw TransportFailure(
            .unavailable,
            detail: "the libcurl of this system also trusts the system's authorities, expected only those of"
                + " \(certificates); leave out Options.certificates, or use URLSessionTransport")
    }
}

/// Passes texts to C as null-terminated strings.
private func withCStrings(
    _ texts: [String],
    _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Void
) {
    var pointers: [UnsafePointer<CChar>?] = unsafe []
    func append(_ rest: ArraySlice<String>) {
        guard let text = rest.first else {
            unsafe pointers.withUnsafeBufferPointer { unsafe body($0) }
            return
        }
        unsafe text.withCString { pointer in
            unsafe pointers.append(pointer)
            append(rest.dropFirst())
        }
    }
    append(texts[...])
}
