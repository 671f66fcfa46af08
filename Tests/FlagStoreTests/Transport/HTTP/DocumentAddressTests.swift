import FlagStore
import TestSupport
import Testing

struct DocumentAddressTests {
    @Test(arguments: [
        ("https://flags.example.com/app.json", "flags.example.com", 443), ("HTTPS://A.b:8443?x#y", "a.b", 8443),
        ("http://localhost:8080/", "localhost", 8080), ("http://127.0.0.1", "127.0.0.1", 80),
        ("http://127.1.2.3:1/", "127.1.2.3", 1), ("http://[::1]:99/a", "[::1]", 99),
        ("https://[2001:DB8::1]/a", "[2001:db8::1]", 443),
    ])
    func `Y3: is https anywhere and http on this machine`(text: String, host: String, port: Int) throws {
        let address = try DocumentAddress(text)
        expectEqual(address.host, host)
        expectEqual(address.port, port)
    }

    @Test(arguments: [
        "", "flags.json", "/a", "//host/a", "https:/host", "https:///a", "http://example.com/", "ftp://host/a",
        "file:///etc/passwd", "https://user@host/", "https://user:word@host/", "https://host:0/",
        "https://host:65536/",
        "https://host:/", "https://ho st/", "https://host\\@evil/", "http://127.0.0.1.evil.com/",
        "http://127.0.0.01/", "http://0177.0.0.1/", "http://127.1/", "http://localhost.evil/", "https://[::1/",
        "https://[::1]x/", "https://[x]/", "https://h%6fst/", "https://höst/", "http://localhost@evil/",
    ])
    func `Y3: is refused where it could be read in two ways or is not encrypted`(text: String) {
        let failure = #expect(throws: TransportFailure.self) { try DocumentAddress(text) }
        expectEqual(failure?.kind, .badAddress)
    }

    @Test(arguments: [
        ("https://a/x", "https://A:443/y", true), ("https://a/x", "https://a:444/x", false),
        ("https://a/x", "https://b/x", false), ("http://localhost/x", "http://localhost:80/y", true),
        ("https://localhost:8080/x", "http://localhost:8080/x", false),
    ])
    func `Y3: redirects within its own origin only`(from: String, to: String, allowed: Bool) throws {
        try expectEqual(DocumentAddress(from).allowsRedirect(to: DocumentAddress(to)), allowed)
    }
}
