// Elsewhere no app starts a program.
#if os(macOS) || os(Linux)
    import FlagStore
    import FlagStoreCurl
    import Foundation
    import TestSupport
    import Testing

    /// Certificates, by a server that the `openssl` command runs.
    @Suite("libcurl over TLS", .enabled(if: TLSServer.canServe, "libcurl or the openssl command is not there"))
    struct TLSTests {
        private func fetch(_ server: TLSServer, host: String = "localhost", certificates: String?) async throws
            -> DocumentOutcome
        {
            var options = CurlTransport.Options()
            options.certificates = certificates
            let address = try DocumentAddress("https://\(host):\(server.port)/document.json")
            return await CurlTransport(address, options: options).fetch(DocumentRequest())
        }

        @Test("Y3: trusts a certificate only if it is told to, and only for the host that it is for")
        func certificates() async throws {
            let server = try TLSServer(host: "localhost")
            try await eventually { try await fetch(server, certificates: server.certificate).failureKind == nil }
            guard case .received(let received) = try await fetch(server, certificates: server.certificate) else {
                Issue.record("a server that is trusted was not")
                return
            }
            #expect(received.bytes == TLSServer.document)

            let unknown = try await fetch(server, certificates: nil)
            #expect(unknown.failureKind == .unreachable)
            #expect(unknown.failureDetail.contains("certificate"))

            let otherHost = try await fetch(server, host: "127.0.0.1", certificates: server.certificate)
            #expect(otherHost.failureKind == .unreachable)

            let unreadable = try await fetch(server, certificates: "/nowhere.pem")
            #expect(unreadable.failureKind == .unreachable)
        }

        @Test("Y3: speaks no TLS before 1.2", arguments: [("-tls1_1", false), ("-tls1_2", true)])
        func versions(option: String, isAccepted: Bool) async throws {
            let server = try TLSServer(host: "localhost", [option, "-cipher", "ALL:@SECLEVEL=0"])
            try await eventually {
                let outcome = try await fetch(server, certificates: server.certificate)
                return outcome.failureKind == nil || outcome.failureDetail.contains("code 35")
            }
            let outcome = try await fetch(server, certificates: server.certificate)
            #expect(isAccepted ? outcome.failureKind == nil : outcome.failureKind == .unreachable)
        }

        @Test("reports a server that speaks no TLS as one that cannot be reached")
        func plain() async throws {
            let server = try TestServer(answering: Answer.steps("200 OK", [], "{}"))
            let address = try DocumentAddress("https://localhost:\(server.port)/")
            let outcome = await CurlTransport(address).fetch(DocumentRequest(timeLimit: .seconds(5)))
            #expect([.unreachable, .timedOut].contains(outcome.failureKind))
        }
    }

    /// A file server with TLS and a certificate that nobody signed.
    final class TLSServer {
        let port: UInt16
        let certificate: String

        private let directory: TemporaryDirectory
        private let process: Process

        /// Whether there is a client to test and a server to test it with.
        static let canServe = HTTPLibrary.curlIsThere && (try? status(of: ["version"])) == 0

        static let document = Array("{\"payments\": true}".utf8)

        init(host: String, _ options: [String] = []) throws {
            directory = try TemporaryDirectory()
            certificate = directory.path + "/certificate.pem"
            port = try TestServer.freePort()
            try directory.write(String(decoding: Self.document, as: UTF8.self), to: "document.json")
            let made = try Self.status(of: [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(host)",
                "-addext", "subjectAltName=DNS:\(host)", "-keyout", directory.path + "/key.pem", "-out", certificate,
            ])
            guard made == 0 else { throw TestServer.Failure() }
            process = try Self.start(
                [
                    "s_server", "-quiet", "-WWW", "-accept", "\(port)", "-cert", certificate, "-key",
                    directory.path + "/key.pem",
                ]
                    + options, in: directory.path)
        }

        deinit {
            // It inherits a mask of blocked signals from the tests, so that asking it to end would not do.
            kill(process.processIdentifier, SIGKILL)
        }

        private static func start(_ arguments: [String], in folder: String? = nil) throws -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["openssl"] + arguments
            if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }

        static func status(of arguments: [String]) throws -> Int32 {
            let process = try start(arguments)
            process.waitUntilExit()
            return process.terminationStatus
        }
    }
#endif
