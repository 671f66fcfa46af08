import CurlLoader
import FlagStore

/// One request for a document, including all redirects. It blocks its thread.
struct CurlRequest {
    let library: CurlLibrary
    let headers: RequestHeaders
    let options: CurlTransport.Options
    let request: DocumentRequest
    let cancellation: Cancellation

    /// 11 days; in milliseconds it fits a `long` of 32 bits.
    private static let longestTime = Duration.seconds(1_000_000)

    func outcome(from origin: DocumentAddress) throws(TransportFailure) -> DocumentOutcome {
        if let certificates = options.certificates, !CurlLibrary.replacesAuthorities {
            throw TransportFailure(
                .unavailable,
                detail: "the libcurl of this system also trusts the system's authorities, expected only those of"
                    + " \(certificates); leave out Options.certificates, or use URLSessionTransport")
        }
        let deadline = ContinuousClock.now + min(request.timeLimit, Self.longestTime)
        var rule = RedirectRule(from: origin)
        var address = origin
        while true {
            let timeLeft = ContinuousClock.now.duration(to: deadline)
            guard timeLeft > .zero else {
                throw TransportFailure(.timedOut, detail: "the request took longer than \(request.timeLimit)")
            }
            let exchange = CurlExchange(byteLimit: request.byteLimit, cancellation: cancellation)
            perform(address, exchange, within: timeLeft)
            switch try exchange.result() {
            case .outcome(let outcome): return outcome
            case .redirect(let location, let status): address = try rule.follow(location, status: status)
            }
        }
    }

    private func perform(_ address: DocumentAddress, _ exchange: CurlExchange, within timeLimit: Duration) {
        var lines = ["Accept: application/json, */*;q=0.5"]
        if let entityTag = request.entityTag { lines.append("If-None-Match: \(entityTag)") }
        lines += headers.fields.map { "\($0.name): \($0.value)" }
        // All pointers are used only during the call, within the closures that provide them.
        unsafe withCStrings(lines) { lines in
            unsafe withCStrings([address.text] + [options.certificates].compactMap(\.self)) { texts in
                var request = unsafe curl_loader_request()
                unsafe request.url = texts.first ?? nil
                unsafe request.is_secure = address.isSecure
                unsafe request.headers = lines.baseAddress
                unsafe request.header_count = lines.count
                unsafe request.certificates = texts.count > 1 ? texts[1] : nil
                unsafe request.connect_milliseconds = milliseconds(min(options.connectTimeLimit, timeLimit))
                unsafe request.total_milliseconds = milliseconds(timeLimit)
                unsafe request.slowest_bytes_per_second = max(0, options.slowestBytesPerSecond)
                unsafe request.slowest_seconds = max(1, milliseconds(options.slowestTime) / 1_000)
                unsafe exchange.perform(library, &request)
            }
        }
    }

    /// A duration in whole milliseconds, at least one: for libcurl, zero means no limit.
    private func milliseconds(_ duration: Duration) -> CLong {
        let (seconds, attoseconds) = min(max(duration, .zero), Self.longestTime).components
        return CLong(clamping: max(1, seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }
}

/// Passes texts to C as null-terminated strings.
private func withCStrings(
    _ texts: [String],
    _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Void
) {
    var lent: [UnsafePointer<CChar>?] = unsafe []
    func lend(_ rest: ArraySlice<String>) {
        guard let text = rest.first else {
            unsafe lent.withUnsafeBufferPointer { unsafe body($0) }
            return
        }
        unsafe text.withCString { pointer in
            unsafe lent.append(pointer)
            lend(rest.dropFirst())
        }
    }
    lend(texts[...])
}
