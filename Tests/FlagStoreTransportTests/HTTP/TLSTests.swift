// Apps on other platforms cannot start processes.
#if os(macOS) || os(Linux)
    import FlagStore
    import FlagStoreCurl
    import FlagStoreURLSession
    import TestSupport
    import Testing

    /// Certificates, tested with a server that the `openssl` command runs.
    @Suite(.blocking, .enabled(if: TLSServer.canServe, "libcurl or the openssl command is not there"))
    struct TLSTests {
        private static func fetch(_ server: TLSServer, host: String = "localhost", certificates: String?) async throws
            -> DocumentOutcome
        {
            var options = CurlTransport.Options()
            options.certificates = certificates
            let address = try DocumentAddress("https://\(host):\(server.port)/document.json")
            return await CurlTransport(address, options: options).fetch(DocumentRequest())
        }

        @Test
        func `Y3: trusts a certificate only if it is told to, and only for the host that it is for`() async throws {
            let server = try TLSServer(host: "localhost")
            try await eventually { try await Self.fetch(server, certificates: server.certificate).failureKind == nil }
            guard case .received(let received) = try await Self.fetch(server, certificates: server.certificate) else {
                Issue.record("a server that is trusted was not")
                return
            }
            expectEqual(received.bytes, TLSServer.document)

            let unknown = try await Self.fetch(server, certificates: nil)
            expectEqual(unknown.failureKind, .unreachable)
            expect(unknown.failureDetail.contains("certificate"))

            let otherHost = try await Self.fetch(server, host: "127.0.0.1", certificates: server.certificate)
            expectEqual(otherHost.failureKind, .unreachable)

            for path in ["/nowhere.pem", "/dev/null", "/", ""] {
                try await expectEqual(Self.fetch(server, certificates: path).failureKind, .unreachable, "\(path)")
            }
        }

        @Test func `trusts the authorities of a file and no others, whatever the environment says`() async throws {
            await #expect(processExitsWith: .success) {
                let (authority, other) = (try Authority(named: "A"), try Authority(named: "B"))
                let server = try TLSServer(host: "localhost", signedBy: authority)
                let folder = try TemporaryDirectory()
                try folder.link("\(authority.hash()).0", to: authority.certificate)
                for name in ["SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE"] {
                    setEnvironment(name, authority.certificate)
                }
                setEnvironment("SSL_CERT_DIR", folder.path)
                try await eventually {
                    try await Self.fetch(server, certificates: authority.certificate).failureKind == nil
                }
                let trusted = try await Self.fetch(server, certificates: authority.certificate)
                expectNil(trusted.failureKind, "\(trusted)")
                let refused = try await Self.fetch(server, certificates: other.certificate)
                expect(refused.failureDetail.contains("code 60"), "\(refused)")
            }
        }

        @Test func `keeps SSLKEYLOGFILE without effect even if others have started libcurl with it`() async throws {
            await #expect(processExitsWith: .success) {
                let server = try TLSServer(host: "localhost")
                let plain = try TestServer(answering: Answer.steps("200 OK", [], "{}"))
                let directory = try TemporaryDirectory()
                setEnvironment("SSLKEYLOGFILE", directory.path + "/secrets")
                // On Linux this starts the same libcurl.
                _ = await URLSessionTransport(try plain.address()).fetch(DocumentRequest())
                try await eventually {
                    try await Self.fetch(server, certificates: server.certificate).failureKind == nil
                }
                try await expectNil(Self.fetch(server, certificates: server.certificate).failureKind)
                expectEqual((try? directory.bytes("secrets")) ?? [], [])
            }
        }

        @Test(arguments: ["-tls1_2", "-tls1_3"])
        func `a new connection resumes the TLS session of the one before`(version: String) async throws {
            // The document of this server describes the session; each connection ends with its response.
            let server = try TLSServer(host: "localhost", ["-www", version])
            var options = CurlTransport.Options()
            options.certificates = server.certificate
            let transport = CurlTransport(try DocumentAddress(server.address), options: options)
            var pages: [String] = []
            await eventually {
                guard case .received(let received) = await transport.fetch(DocumentRequest()) else { return false }
                pages.append(String(decoding: received.bytes, as: UTF8.self))
                return pages.count == 2
            }
            expectEqual(pages.map { $0.contains("\nNew, TLS") }, [true, false])
            expectEqual(pages.map { $0.contains("\nReused, TLS") }, [false, true])
        }

        @Test(arguments: [("-tls1_1", false), ("-tls1_2", true)])
        func `Y3: speaks no TLS before 1.2`(option: String, isAccepted: Bool) async throws {
            let server = try TLSServer(host: "localhost", [option, "-cipher", "ALL:@SECLEVEL=0"])
            try await eventually {
                let outcome = try await Self.fetch(server, certificates: server.certificate)
                return outcome.failureKind == nil || outcome.failureDetail.contains("code 35")
            }
            let outcome = try await Self.fetch(server, certificates: server.certificate)
            expect(isAccepted ? outcome.failureKind == nil : outcome.failureKind == .unreachable)
        }

        @Test func `reports a server that speaks no TLS as one that cannot be reached`() async throws {
            let server = try TestServer(answering: Answer.steps("200 OK", [], "{}"))
            let address = try DocumentAddress("https://localhost:\(server.port)/")
            let outcome = await CurlTransport(address).fetch(DocumentRequest(timeLimit: .seconds(5)))
            expect([.unreachable, .timedOut].contains(outcome.failureKind))
        }
    }
#endif
