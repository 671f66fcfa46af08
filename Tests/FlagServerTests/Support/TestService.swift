import FlagResolver
import FlagServer
import Testing

/// A service over documents, called with plain values.
struct TestService {
    let service: FlagService
    /// Where the document is; of several, the first one.
    let slot: DocumentSlot
    var date = Instant(seconds: 1_800_000_000)
    var monotonic = Duration.seconds(100)

    /// - Parameter document: The text of the document; `nil` for none yet.
    init(_ document: String?, _ configure: (inout ServiceConfiguration) -> Void = { _ in }) throws {
        try self.init([(DocumentSlot(name: "", source: "app.json"), document)], configure)
    }

    /// - Parameter documents: The texts of documents, by their names.
    init(documents: [String: String], _ configure: (inout ServiceConfiguration) -> Void = { _ in }) throws {
        try self.init(
            documents.sorted { $0.key < $1.key }.map { (DocumentSlot(name: $0, source: "\($0).json"), $1) }, configure)
    }

    private init(
        _ documents: [(slot: DocumentSlot, text: String?)], _ configure: (inout ServiceConfiguration) -> Void
    ) throws {
        slot = try #require(documents.first?.slot)
        for (slot, text) in documents {
            guard let text else { continue }
            slot.serve(ServedDocument(try SettingsDocument(parsing: Array(text.utf8))), at: .seconds(90))
        }
        var configuration = ServiceConfiguration { request in
            Array("\(request.source) \(request.context.appVersion?.description ?? "-") \(request.isExplained)".utf8)
        }
        configure(&configuration)
        service = FlagService(configuration, slots: documents.map(\.slot))
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

extension FlagService.Admission {
    /// The request, unless it is refused.
    var request: FlagService.AdmittedRequest? {
        guard case .admitted(let request) = self else { return nil }
        return request
    }
}

extension ServerResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The code of a refusal; `nil` for another response.
    var errorCode: String? {
        (try? JSONTree(parsing: body))?.root.member(named: "errorCode")?.string
    }
}
