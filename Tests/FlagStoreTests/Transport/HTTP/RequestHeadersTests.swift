import FlagStore
import TestSupport
import Testing

struct RequestHeadersTests {
    @Test func `keep names, values and order`() throws {
        var headers = try RequestHeaders(["X-API-Key": "a b~", "Authorization": "Bearer x"])
        try headers.add("x_1!", "!")
        expectEqual(headers.fields.map(\.name), ["X-API-Key", "Authorization", "x_1!"])
        expectEqual(headers.fields.map(\.value), ["a b~", "Bearer x", "!"])
        expect(RequestHeaders().fields.isEmpty)
    }

    @Test(arguments: ["", "a b", "a:", "a\r\nb", "\u{0}", "ä", "(a)", "a/b", "\"a\"", "a\u{7F}"])
    func `are refused where the name is none`(name: String) {
        let failure = #expect(throws: TransportFailure.self) { try RequestHeaders([name: "x"]) }
        expectEqual(failure?.kind, .badHeader)
        expect(failure?.detail.contains("is not a valid name") == true)
    }

    @Test(arguments: [
        "Host", "host", "IF-NONE-MATCH", "If-Modified-Since", "If-Match", "If-Range", "Range", "Connection",
        "Keep-Alive", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length", "Expect", "Cookie",
        "Accept", "accept-encoding", "Accept-Language", "User-Agent", "Proxy-Authorization", "Proxy-Connection",
    ])
    func `are refused where the transport writes them itself, in any spelling`(name: String) {
        let failure = #expect(throws: TransportFailure.self) { try RequestHeaders([name: "x"]) }
        expectEqual(failure?.kind, .badHeader)
        expectEqual(failure?.detail, "the header \"\(name)\" is reserved for the transport; remove it")
    }

    @Test(arguments: [
        "", " ", "secret ", " secret", "secret\r\nHost: evil", "secret\n", "secret\u{0}", "secret\t", "sécret",
    ])
    func `are refused where the value could be read in two ways, and no message has it`(value: String) {
        let failure = #expect(throws: TransportFailure.self) { try RequestHeaders(["X-API-Key": value]) }
        expectEqual(failure?.kind, .badHeader)
        expect(failure?.detail.contains("X-API-Key") == true)
        expect(failure?.description.contains("cret") == false)
    }

    @Test func `are rejected when they occur twice, in any spelling`() {
        let failure = #expect(throws: TransportFailure.self) { try RequestHeaders(["X-Key": "1", "x-KEY": "2"]) }
        expectEqual(failure?.detail, "the header \"x-KEY\" is a duplicate; remove one")
    }

    @Test func `never show their values`() throws {
        let headers = try RequestHeaders(["X-API-Key": "secret", "X-App": "secret"])
        expectEqual("\(headers)", "[X-API-Key, X-App]")
        expect(!String(reflecting: [headers]).contains("secret"))
        var dumped = ""
        dump(headers, to: &dumped)
        expect(!dumped.contains("secret"))
    }
}
