import FlagStore
import FlagStoreCurl
import Foundation
import TestSupport
import Testing

/// A test waits for a compiler.
@Suite(.blocking)
struct CurlTransportTests {
    @Test(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"))
    func `programs that the app starts do not get its connections`() async throws {
        let server = try TestServer(answering: [.readRequest, .hold])
        let transport = CurlTransport(try server.address(), options: HTTPLibrary.patientOptions)
        let task = Task { await transport.fetch(DocumentRequest(timeLimit: .seconds(600))) }
        await eventually { !server.requests.isEmpty }
        let limit = Int32(clamping: min(sysconf(Int32(_SC_OPEN_MAX)), 1 << 20))
        let own = (3..<limit).filter { Self.isConnected($0, to: server.port) }
        expectEqual(own.count, 1)
        expect(own.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
        task.cancel()
        _ = await task.value
    }

    /// Whether a descriptor is a connection to a port of this machine.
    private static func isConnected(_ descriptor: Int32, to port: UInt16) -> Bool {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let hasPeer = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe getpeername(descriptor, pointer, &size) == 0
            }
        }
        return hasPeer && address.sin_family == sa_family_t(AF_INET) && UInt16(bigEndian: address.sin_port) == port
    }

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
        expectEqual(outcome.failureKind, .unavailable)
        expect(outcome.failureDetail.contains("libcurl-that-is-not-there.so.4 cannot be used"))
        expect(outcome.failureDetail.contains("apt-get install libcurl4"))
    }

    /// A library that is everywhere and is not libcurl; `nil` where nothing but libcurl is known to be a library.
    private static var otherLibrary: String? {
        #if canImport(Darwin)
            "/usr/lib/libSystem.B.dylib"
        #elseif canImport(Glibc)
            "libc.so.6"
        #else
            nil
        #endif
    }

    @Test(.enabled(if: otherLibrary != nil, "no other library is known here"))
    func `names the function that a library of another kind lacks`() async throws {
        let address = try DocumentAddress("http://127.0.0.1:1/")
        let library = try #require(Self.otherLibrary)
        let outcome = await CurlTransport(address, libraryNamed: library).fetch(DocumentRequest())
        expectEqual(outcome.failureKind, .unavailable)
        expect(outcome.failureDetail.contains("curl_version_info"))
        expect(outcome.failureDetail.contains("expected libcurl 7.64.0 or later"))
    }

    @Test(.enabled(if: !CurlTransport.canReplaceAuthorities, "libcurl trusts the authorities of a file alone here"))
    func `refuses authorities that it cannot trust alone`() async throws {
        var options = CurlTransport.Options()
        options.certificates = "/authorities.pem"
        let address = try DocumentAddress("https://localhost:1/")
        let outcome = await CurlTransport(address, options: options).fetch(DocumentRequest())
        expectEqual(outcome.failureKind, .unavailable)
        expect(outcome.failureDetail.contains("expected only those of /authorities.pem"))
    }

    @Test(
        .enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"),
        arguments: [
            ("a long line of the head", ["X-Long: \(String(repeating: "x", count: 200_000))"], [], "head"),
            (
                "many lines in the head",
                Array(repeating: "X-Long: \(String(repeating: "x", count: 20_000))", count: 10),
                [], "head"
            ),
            (
                "bytes after a compressed body", ["Content-Encoding: gzip"], Gzip.stored(Array("{}".utf8)) + [1, 2, 3],
                "compressed"
            ),
        ] as [(String, [String], [UInt8], String)])
    func `names the cause of a failure, not what libcurl takes it for`(
        name: String, headers: [String], body: [UInt8], cause: String
    ) async throws {
        let server = try TestServer(answering: Answer.steps("200 OK", headers, body))
        let outcome = await CurlTransport(try server.address()).fetch(DocumentRequest())
        expectEqual(outcome.failureKind, .brokenResponse)
        expect(outcome.failureDetail.contains(cause), "\(outcome.failureDetail)")
        expect(!outcome.failureDetail.contains("disk"))
        expect(!outcome.failureDetail.lowercased().hasPrefix("out of memory"))
    }

    /// Builds a library with the functions of libcurl that says it is another version; `nil` if there is no compiler.
    private func library(ofVersion version: String, number: String, in folder: String) throws -> String? {
        let functions = [
            "global_init", "easy_init", "easy_setopt", "easy_perform", "easy_getinfo", "easy_reset", "easy_cleanup",
            "easy_strerror", "slist_append", "slist_free_all",
        ]
        let source =
            functions.map { "void *curl_\($0)(void) { return 0; }\n" }.joined()
            + "static struct { int age; const char *version; unsigned number; } info = {0, \"\(version)\", \(number)};\n"
            + "void *curl_version_info(int age) { return &info; }\n"
        try Data(source.utf8).write(to: URL(fileURLWithPath: folder + "/old.c"))
        let library = folder + "/libold.so"
        let compiler = try? TestProcess(["clang", "-shared", "-fPIC", "-o", library, folder + "/old.c"])
        return compiler?.wait() == 0 ? library : nil
    }

    @Test func `names the version that is required if libcurl is too old`() async throws {
        let directory = try TemporaryDirectory()
        guard let path = try library(ofVersion: "7.61.1", number: "0x073D01", in: directory.path) else {
            try Test.cancel("there is no C compiler")
        }
        let address = try DocumentAddress("http://127.0.0.1:1/")
        let outcome = await CurlTransport(address, libraryNamed: path).fetch(DocumentRequest())
        expectEqual(outcome.failureKind, .unavailable)
        expect(outcome.failureDetail.contains("its version is 7.61.1; expected 7.64.0 or later"))
    }

    @Test(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"))
    func `serves many requests concurrently`() async throws {
        let server = try TestServer(answering: Answer.steps("200 OK", ["ETag: \"1\""], "{}"))
        let transport = CurlTransport(try server.address())
        await withTaskGroup(of: DocumentOutcome.self) { group in
            for _ in 0..<40 { group.addTask { await transport.fetch(DocumentRequest()) } }
            for await outcome in group { expectEqual(outcome, .document(Array("{}".utf8), entityTag: "\"1\"")) }
        }
        expectEqual(server.requests.count, 40)
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
        expectEqual(outcome.failureKind, .timedOut)
        expect(outcome.failureDetail.contains("too slow"))
    }

    @Test(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"))
    func `Y3: gives up a server that accepts the connection and never answers in TLS`() async throws {
        let server = try TestServer(answering: [.hold])
        var options = HTTPLibrary.patientOptions
        options.connectTimeLimit = .seconds(1)
        let address = try DocumentAddress("https://localhost:\(server.port)/app.json")
        let request = DocumentRequest(timeLimit: .seconds(600))
        let outcome = await CurlTransport(address, options: options).fetch(request)
        expectEqual(outcome.failureKind, .timedOut)
        expect(outcome.failureDetail.lowercased().contains("connection"), "\(outcome.failureDetail)")
    }

    // Exit tests are not available elsewhere.
    #if os(macOS) || os(Linux)
        @Test func `a broken pipe on a thread of the store does not end the process`() async {
            await #expect(processExitsWith: .success) {
                let (ends, end) = AsyncStream.makeStream(of: Bool.self)
                _ = OwnThread.start { end.yield(writeIntoBrokenPipe()) }
                for await hasFailed in ends {
                    expect(hasFailed)
                    break
                }
            }
        }

        @Test(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"))
        func `minds no proxy of the environment`() async throws {
            // Exit tests have an environment of their own to change.
            await #expect(processExitsWith: .success) {
                setEnvironment("http_proxy", "http://127.0.0.1:1")
                setEnvironment("all_proxy", "http://127.0.0.1:1")
                let server = try TestServer(answering: Answer.steps("200 OK", [], "{}"))
                let outcome = await CurlTransport(try server.address()).fetch(DocumentRequest())
                expectEqual(outcome, .document(Array("{}".utf8)))
            }
        }
    #endif
}
