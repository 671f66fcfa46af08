import TestSupport
import Testing

@testable import FlagServer

/// Requests on connections beyond the limit.
struct OverloadTests {
    private func answer(
        _ method: HTTPMethod, _ target: String, fields: [HeaderField] = [], host: String = "localhost"
    ) throws -> ServerResponse {
        let service = try TestService(#"{"a": 1}"#) {
            $0.keys = try? AccessKeys(parsing: Array("inspect \(String(repeating: "0a", count: 32))".utf8)) { _ in
                Array(repeating: 10, count: 32)
            }
        }
        let head = RequestHead(
            method: method, target: target, fields: [HeaderField("Host", host)] + fields, peer: "127.0.0.1")
        return service.service.respondWithoutRoom(to: head, at: service.time)
    }

    private static let key = HeaderField("X-API-Key", "any")

    @Test(arguments: [
        (HTTPMethod.get, "/v1/document"), (.post, "/ofrep/v1/evaluate/flags"), (.get, "/v1/events"), (.get, "/"),
        (.get, "/none"), (.get, "no-path"),
    ])
    func `a full server has no values`(_ method: HTTPMethod, _ target: String) throws {
        let response = try answer(method, target, fields: [Self.key])
        expectEqual(response.status, 503)
        expectEqual(response.errorCode, "OVERLOADED")
        expectEqual(response.value(of: "Retry-After"), "1")
        expect(response.closesConnection)
    }

    @Test(arguments: ["/healthz", "/readyz", "/metrics"])
    func `a full server tells about itself, and ends the connection`(_ target: String) throws {
        let response = try answer(.get, target, fields: [Self.key])
        expectEqual(response.status, 200)
        expect(response.closesConnection)
        // A body would take time.
        let withBody = try answer(.get, target, fields: [Self.key, HeaderField("Content-Length", "2")])
        expectEqual(withBody.errorCode, "OVERLOADED")
    }

    @Test(arguments: [
        (HTTPMethod.get, "/metrics", "localhost", 401), (.post, "/healthz", "localhost", 405),
        (.get, "/healthz", "probe.example", 200),
    ])
    func `a full server checks hosts, keys and methods`(
        _ method: HTTPMethod, _ target: String, _ host: String, _ status: Int
    ) throws {
        let response = try answer(method, target, host: host)
        expectEqual(response.status, status)
        expect(response.closesConnection)
    }
}
