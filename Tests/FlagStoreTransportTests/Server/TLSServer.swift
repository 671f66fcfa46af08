// Apps on other platforms cannot start processes.
#if os(macOS) || os(Linux)
    import FlagStoreCurl
    import Foundation
    import TestSupport

    /// A file server with TLS that the `openssl` command runs.
    final class TLSServer {
        let port: UInt16

        /// The file of its certificate.
        let certificate: String

        private let directory: TemporaryDirectory
        private let process: Process

        /// Whether there is a client to test and a server to test it with.
        static let canServe =
            HTTPLibrary.curlIsThere && CurlTransport.canReplaceAuthorities && (try? OpenSSL.run(["version"])) != nil

        static let document = Array("{\"payments\": true}".utf8)

        /// A server with a certificate for a host, signed by an authority or by itself.
        init(host: String, signedBy authority: Authority? = nil, _ options: [String] = []) throws {
            directory = try TemporaryDirectory()
            certificate = directory.path + "/certificate.pem"
            let key = directory.path + "/key.pem"
            port = try TestServer.freePort()
            try directory.write(String(decoding: Self.document, as: UTF8.self), to: "document.json")
            if let authority {
                try authority.sign(host, certificate: certificate, key: key, in: directory)
            } else {
                try OpenSSL.makeAuthority(named: host, host: host, certificate: certificate, key: key)
            }
            process = try OpenSSL.start(
                ["s_server", "-quiet", "-WWW", "-accept", "\(port)", "-cert", certificate, "-key", key] + options,
                in: directory.path)
        }

        /// The address of the document.
        var address: String { "https://localhost:\(port)/document.json" }

        deinit {
            // The process inherits blocked signals from the tests, so that SIGTERM has no effect.
            sendKill(to: process.processIdentifier)
        }
    }

    /// An authority that signs certificates of servers.
    final class Authority {
        /// The file of its certificate.
        let certificate: String

        private let directory: TemporaryDirectory
        private var key: String { directory.path + "/key.pem" }

        init(named name: String) throws {
            directory = try TemporaryDirectory()
            certificate = directory.path + "/authority.pem"
            try OpenSSL.makeAuthority(named: name, certificate: certificate, key: directory.path + "/key.pem")
        }

        /// The file name by which OpenSSL finds the authority in a directory, without the number at its end.
        func hash() throws -> String {
            let name = try OpenSSL.output(of: ["x509", "-noout", "-hash", "-in", certificate])
            return String(name.prefix { $0.isHexDigit })
        }

        fileprivate func sign(
            _ host: String, certificate serverCertificate: String, key serverKey: String, in folder: TemporaryDirectory
        ) throws {
            try folder.write("subjectAltName=DNS:\(host)\n", to: "extensions")
            let request = folder.path + "/request.pem"
            try OpenSSL.run([
                "req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=\(host)", "-keyout", serverKey, "-out",
                request,
            ])
            try OpenSSL.run([
                "x509", "-req", "-in", request, "-CA", certificate, "-CAkey", key, "-set_serial", "7", "-days", "2",
                "-extfile", folder.path + "/extensions", "-out", serverCertificate,
            ])
        }
    }

    /// The `openssl` command.
    private enum OpenSSL {
        struct Failure: Error {
            let arguments: [String]
        }

        static func makeAuthority(named name: String, host: String? = nil, certificate: String, key: String) throws {
            try run(
                ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(name)"]
                    + (host.map { ["-addext", "subjectAltName=DNS:\($0)"] } ?? [])
                    + ["-keyout", key, "-out", certificate])
        }

        static func run(_ arguments: [String]) throws {
            let process = try start(arguments)
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Failure(arguments: arguments) }
        }

        static func output(of arguments: [String]) throws -> String {
            let pipe = Pipe()
            let process = try start(arguments, output: pipe)
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: output, as: UTF8.self)
        }

        static func start(_ arguments: [String], in folder: String? = nil, output: Pipe? = nil) throws -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["openssl"] + arguments
            if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output ?? FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }
    }
#endif
