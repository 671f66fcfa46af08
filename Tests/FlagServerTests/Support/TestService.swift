import FlagResolver
import FlagServer

/// A service over one document, called with plain values.
struct TestService {
    let service: FlagService
    let slot: DocumentSlot
    var date = Instant(seconds: 1_800_000_000)
    var monotonic = Duration.seconds(100)

    /// - Parameter document: The text of the document; `nil` for none yet.
    init(_ document: String?, _ configure: (inout ServiceConfiguration) -> Void = { _ in }) throws {
        slot = DocumentSlot(name: "", source: "app.json")
        if let document {
            slot.serve(ServedDocument(try SettingsDocument(parsing: Array(document.utf8))), at: .seconds(90))
        }
        var configuration = ServiceConfiguration { request in
            Array("\(request.source) \(request.context.appVersion?.description ?? "-") \(request.isExplained)".utf8)
        }
        configure(&configuration)
        service = FlagService(configuration, slots: [slot])
    }

    var time: ServerTime { ServerTime(date: date, monotonic: monotonic) }

    /// Sends a request, as the HTTP library does.
    func send(
        _ method: HTTPMethod, _ target: String, _ body: String = "", fields: [HeaderField] = [],
        host: String = "localhost:8321", peer: String = "127.0.0.1"
    ) -> ServerResponse {
        let head = RequestHead(
            method: method, target: target, fields: [HeaderField("Host", host)] + fields, peer: peer)
        switch service.admit(head, at: time) {
        case .refused(let response): return response
        case .admitted(let request): return service.respond(to: request, body: Array(body.utf8), at: time)
        }
    }

    /// Asks for the value of a setting.
    func evaluate(_ key: String, _ context: String = "{}") -> ServerResponse {
        send(.post, "/ofrep/v1/evaluate/flags/\(key)", #"{"context": \#(context)}"#)
    }
}

extension ServerResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The code of a refusal; `nil` for another response.
    var errorCode: String? {
        (try? JSONTree(parsing: body))?.root.member(named: "errorCode")?.string
    }
}
