import FlagResolver
import FlagServer
import FuzzSupport

/// A request to the server as text: its head, an empty line, and its body.
///
/// 1. Every request has an answer. A refusal has a JSON body with a code and a sentence.
/// 2. What is answered is unambiguous by a plain check: one host that may be asked, at most one length, not both a length and an
///    encoding, no control characters in the target, not even escaped ones, and nothing but ASCII.
/// 3. The same request has the same answer again, although routes and answers are kept; metrics count on.
/// 4. No field of a response has a control character: nothing of a request or a document can add fields.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe FuzzInput(start, count: count)
    let request = PlainRequest(input.bytes)
    for service in [Services.open, Services.limited] {
        let first = answer(request, service)
        if service === Services.open {
            let second = answer(request, service)
            // Metrics count the requests themselves.
            let isCounting = first.value(of: "Content-Type")?.hasPrefix("text/plain") == true
            claim(
                first.status == second.status && (first.body == second.body || isCounting),
                "the second answer is another one")
        }
        for field in first.fields {
            claim(
                (field.name + field.value).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F },
                "the field \(field.name) has a control character")
        }
        if first.status >= 400, first.status != 503 {
            let refusal = (try? JSONTree(parsing: first.body))?.root
            claim(
                refusal?.member(named: "errorCode")?.string != nil
                    && refusal?.member(named: "errorDetails")?.string != nil,
                "a refusal is \(String(decoding: first.body, as: UTF8.self))")
        } else if let problem = request.ambiguity {
            claim(false, "a request with \(problem) has the status \(first.status)")
        }
    }
    return 0
}

private func answer(_ request: PlainRequest, _ service: FlagService) -> ServerResponse {
    let time = ServerTime(date: Instant(seconds: 1_800_000_000), monotonic: .seconds(100))
    switch service.admit(request.head, at: time) {
    case .refused(let response): return response
    case .admitted(let admitted):
        guard request.body.count <= admitted.bodyLimit else { return service.refuseBody(of: admitted) }
        let response = service.respond(to: admitted, body: request.body, at: time)
        _ = response.events?.next(at: time, atMost: .max)
        return response
    }
}

/// The services that answer.
private enum Services {
    /// Everybody may do everything.
    static let open = service { _ in }

    /// With everything that reads fields of the head: origins, proxies and limits.
    static let limited = service { configuration in
        configuration.origins = AllowedOrigins(["https://app.example.com"])
        configuration.trustedProxies = TrustedProxies([AddressRange("127.0.0.1")].compactMap { $0 })
        configuration.limits.requestsPerSecond = 1_000_000
        configuration.allowsDate = true
        configuration.keys = try? AccessKeys(parsing: Array("evaluate \(String(repeating: "00", count: 32))".utf8)) {
            _ in
            [UInt8](repeating: 0, count: 32)
        }
    }

    private static func service(_ configure: (inout ServiceConfiguration) -> Void) -> FlagService {
        let document = """
            {"on": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": true}]},
             "text": {"defaultValue": "a", "valuesByVersion": [{"when": {"country": "DE"}, "from": "2027-02-01T00:00:00Z",
                "value": "b\\n"}]}, "list": [1, 2.5, null], "bad": {"type": "string", "defaultValue": 5}}
            """
        var configuration = ServiceConfiguration { Array($0.source.utf8) }
        configure(&configuration)
        let slot = DocumentSlot(name: "", source: "flags.json")
        if let settings = try? SettingsDocument(parsing: Array(document.utf8)) {
            slot.serve(ServedDocument(settings), at: .seconds(90))
        }
        return FlagService(configuration, slots: [slot])
    }
}
