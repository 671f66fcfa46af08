// Apps on other platforms cannot start processes.
#if os(macOS) || os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// The example app with TLS, in a private environment and mount namespace.
    @Suite(.blocking, .enabled(if: TLSServer.canServe, "libcurl or the openssl command is not there"))
    struct TLSProcessTests {
        private let directory: TemporaryDirectory
        private let libraries: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
            libraries = try TemporaryDirectory()
        }

        private static let fetched = "payments      true  (remote)"

        /// libcurl's code for a certificate without a trusted authority.
        private static let notTrusted = "libcurl's code 60"

        @Test(arguments: TLSLibrary.here)
        func `SSLKEYLOGFILE has no effect`(library: TLSLibrary) async throws {
            let server = try TLSServer(host: "localhost")
            let path = directory.path + "/secrets"
            let environment = try library.environment(libraries).merging(["SSLKEYLOGFILE": path]) { $1 }
            let app = try RunningApp(
                ["--source", server.address, "--certificates", server.certificate], environment: environment)
            await expect(app.writes(Self.fetched), "\(app.errors)")
            app.kill()
            expect(!FileManager.default.fileExists(atPath: path))
        }

        /// Which authorities the app trusts, while the system trusts that of the server.
        enum Trust: String, CaseIterable, Sendable {
            case system, itsAuthority, otherAuthority
        }

        @Test(
            .enabled(if: TestProcess.canMount && isLikeDebian, "no file can be put into the folder of authorities"),
            arguments: TLSLibrary.here, Trust.allCases)
        func `trusts the authorities of a file and not those of the folder of the system`(
            library: TLSLibrary, trust: Trust
        ) async throws {
            let (authority, other) = (try Authority(named: "A"), try Authority(named: "B"))
            let server = try TLSServer(host: "localhost", signedBy: authority)
            let option =
                switch trust {
                case .system: ""
                case .itsAuthority: "--certificates '\(authority.certificate)'"
                case .otherAuthority: "--certificates '\(other.certificate)'"
                }
            let app = try RunningApp(
                shell: """
                    set -e
                    mount -t tmpfs tmpfs /etc/ssl/certs
                    cp '\(other.certificate)' /etc/ssl/certs/ca-certificates.crt
                    cp '\(authority.certificate)' /etc/ssl/certs/\(authority.hash()).0
                    exec "$app" --source '\(server.address)' \(option)
                    """,
                environment: try library.environment(libraries))
            await eventually { app.output.contains(Self.fetched) || app.errors.contains(Self.notTrusted) }
            app.kill()
            expectEqual(app.output.contains(Self.fetched), trust != .otherAuthority, "\(app.errors)")
            expectEqual(app.errors.contains(Self.notTrusted), trust == .otherAuthority, "\(app.errors)")
        }

        /// Whether libcurl looks for authorities where Debian keeps them.
        static let isLikeDebian = FileManager.default.fileExists(atPath: "/etc/ssl/certs/ca-certificates.crt")
    }
#endif
