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
        private let process: TestProcess

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
            try OpenSSL.run(
                ["req", "-new", "-subj", "/CN=\(host)", "-keyout", serverKey, "-out", request] + OpenSSL.newKey)
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

        static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

        static func makeAuthority(named name: String, host: String? = nil, certificate: String, key: String) throws {
            try run(
                ["req", "-x509", "-days", "2", "-subj", "/CN=\(name)"] + newKey
                    + (host.map { ["-addext", "subjectAltName=DNS:\($0)"] } ?? [])
                    + ["-keyout", key, "-out", certificate])
        }

        static func run(_ arguments: [String]) throws {
            guard try start(arguments).wait() == 0 else { throw Failure(arguments: arguments) }
        }

        static func output(of arguments: [String]) throws -> String {
            let process = try start(arguments)
            process.wait()
            return process.output
        }

        static func start(_ arguments: [String], in folder: String? = nil) throws -> TestProcess {
            try TestProcess(["openssl"] + arguments, in: folder)
        }
    }
#endif
