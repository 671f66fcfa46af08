import FlagStore
import FlagStoreCurl
import Testing

@Suite("libcurl")
struct CurlTransportTests {
    @Test func `is there; the tests of its transport are left out where it is not`() throws {
        guard HTTPLibrary.curlIsThere else {
            try Test.cancel("libcurl.so.4 is not there; install what Debian calls libcurl4")
        }
        try CurlTransport.checkAvailability()
    }

    @Test func `says what to install where it is not there`() async throws {
        let address = try DocumentAddress("http://127.0.0.1:1/")
        let outcome = await CurlTransport(address, libraryNamed: "libcurl-that-is-not-there.so.4").fetch(
            DocumentRequest())
        #expect(outcome.failureKind == .unavailable)
        #expect(outcome.failureDetail.contains("libcurl-that-is-not-there.so.4 cannot be used"))
        #expect(outcome.failureDetail.contains("apt-get install libcurl4"))
    }

    @Test(.enabled(if: HTTPLibrary.curlIsThere, "not on Linux"))
    func `names the function that a library of another kind lacks`() async throws {
        let address = try DocumentAddress("http://127.0.0.1:1/")
        let outcome = await CurlTransport(address, libraryNamed: "libc.so.6").fetch(DocumentRequest())
        #expect(outcome.failureKind == .unavailable)
        #expect(outcome.failureDetail.contains("curl_version_info"))
        #expect(outcome.failureDetail.contains("expected libcurl 7.64.0 or later"))
    }

    @Test(.enabled(if: !CurlTransport.canReplaceAuthorities, "libcurl trusts the authorities of a file alone here"))
    func `refuses authorities that it cannot trust alone`() async throws {
        var options = CurlTransport.Options()
        options.certificates = "/authorities.pem"
        let address = try DocumentAddress("https://localhost:1/")
        let outcome = await CurlTransport(address, options: options).fetch(DocumentRequest())
        #expect(outcome.failureKind == .unavailable)
        #expect(outcome.failureDetail.contains("expected only those of /authorities.pem"))
    }

    @Test(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"))
    func `serves many requests concurrently`() async throws {
        let server = try TestServer(answering: Answer.steps("200 OK", ["ETag: \"1\""], "{}"))
        let transport = CurlTransport(try server.address())
        await withTaskGroup(of: DocumentOutcome.self) { group in
            for _ in 0..<40 { group.addTask { await transport.fetch(DocumentRequest()) } }
            for await outcome in group { #expect(outcome == .document(Array("{}".utf8), entityTag: "\"1\"")) }
        }
        #expect(server.requests.count == 40)
    }

    @Test(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"))
    func `Y3: gives up a connection that is too slow`() async throws {
        let head = Answer.head("200 OK", ["Content-Length: 1000"])
        let server = try TestServer(
            answering: [.readRequest, .send(head), .drip(Array(repeating: 0x20, count: 1_000), milliseconds: 100)])
        var options = CurlTransport.Options()
        options.slowestBytesPerSecond = 1_000
        options.slowestTime = .seconds(1)
        let outcome = await CurlTransport(try server.address(), options: options).fetch(DocumentRequest())
        #expect(outcome.failureKind == .timedOut)
        #expect(outcome.failureDetail.contains("too slow"))
    }

    // Exit tests are not available elsewhere.
    #if os(macOS) || os(Linux)
        @Test(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"))
        func `minds no proxy of the environment`() async throws {
            // Exit tests have an environment of their own to change.
            await #expect(processExitsWith: .success) {
                setEnvironment("http_proxy", "http://127.0.0.1:1")
                setEnvironment("all_proxy", "http://127.0.0.1:1")
                let server = try TestServer(answering: Answer.steps("200 OK", [], "{}"))
                let outcome = await CurlTransport(try server.address()).fetch(DocumentRequest())
                #expect(outcome == .document(Array("{}".utf8)))
            }
        }
    #endif
}
