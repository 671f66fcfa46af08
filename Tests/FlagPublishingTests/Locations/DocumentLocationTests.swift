import FlagStore
import TestSupport
import Testing

@testable import FlagPublishing

struct DocumentLocationTests {
    @Test(arguments: ["app.json", "/etc/app.json", "a:b", "C:/x.json", "dir/a://b", "://x"])
    func `a text without a scheme is a path`(_ text: String) throws {
        try expectEqual(DocumentLocation(text), .file(text))
        expect(!DocumentLocation.isAddress(text))
    }

    @Test(arguments: ["https://flags.example.com/app.json", "HTTPS://h/a?b=c", "http://127.0.0.1:8000/a"])
    func `a web address is one`(_ text: String) throws {
        try expectEqual(DocumentLocation(text), .http(DocumentAddress(text)))
    }

    @Test(arguments: [
        ("etcd://127.0.0.1:2379/app", ["http://127.0.0.1:2379"], "app"),
        ("etcd://localhost/flags/app", ["http://localhost:2379"], "flags/app"),
        ("etcd://[::1]/a", ["http://[::1]:2379"], "a"),
        ("etcd://[::1]:99/a", ["http://[::1]:99"], "a"),
        ("etcds://e1:2379,e2:2380,e3/a.b_c-d", ["https://e1:2379", "https://e2:2380", "https://e3:2379"], "a.b_c-d"),
    ])
    func `an address of etcd has nodes and a key`(_ text: String, _ nodes: [String], _ key: String) throws {
        guard case .etcd(let address) = try DocumentLocation(text) else {
            Issue.record("it is not an address of etcd")
            return
        }
        expectEqual(address.endpoints.map(\.text), nodes)
        expectEqual(address.key, key)
    }

    @Test(arguments: [
        ("ftp://h/a", "has the scheme ftp:"),
        ("http://example.com/a", "is not encrypted"),
        ("etcd://127.0.0.1:2379", "has no key"),
        ("etcd://127.0.0.1:2379/", "has a key of other characters"),
        ("etcd://127.0.0.1:2379/a/", "has a key of other characters"),
        ("etcd://127.0.0.1:2379/a%20b", "has a key of other characters"),
        ("etcd://10.0.0.1:2379/a", "is not encrypted, which is allowed on this machine only"),
        ("etcd://127.0.0.1:2379,etcd2:2379/a", "is not encrypted, which is allowed on this machine only"),
        ("etcds://a,,b/a", "has no plain host and port"),
        ("etcds://user@h/a", "has no plain host and port"),
    ])
    func `another address is refused`(_ text: String, _ reason: String) {
        let failure = #expect(throws: TransportFailure.self) { _ = try DocumentLocation(text) }
        expectEqual(failure?.kind, .badAddress)
        expect(failure?.detail.contains(reason) == true, "\(failure?.detail ?? "")")
    }

    @Test func `a plain connection to another machine needs to be allowed`() throws {
        let location = try DocumentLocation("etcd://10.0.0.1:2379/a", allowsPlainEtcd: true)
        guard case .etcd(let address) = location else {
            Issue.record("it is not an address of etcd")
            return
        }
        expectEqual(address.endpoints.map(\.text), ["http://10.0.0.1:2379"])
    }
}
