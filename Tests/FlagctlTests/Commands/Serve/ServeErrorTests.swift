import FlagServerMicrohttpd
import TestSupport
import Testing

@testable import flagctl

/// What keeps a server from starting: a message and exit status 2, before it listens.
@Suite(.blocking)
struct ServeErrorTests {
    @Test(arguments: [
        (["app.json", "--listen", "8321"], "--listen \"8321\": expected HOST:PORT, with a port up to 65535"),
        (
            ["app.json", "--listen", "127.0.0.1:70000"],
            "--listen \"127.0.0.1:70000\": expected HOST:PORT, with a port up to 65535"
        ),
        (
            ["app.json", "--listen", "example.com:80"],
            "--listen \"example.com:80\": the host must be a numeric address, or localhost"
        ),
        (
            ["app.json", "--listen", "1.2.3.4.5:1"],
            "--listen \"1.2.3.4.5:1\": the host must be a numeric address, or localhost"
        ),
        (
            ["app.json", "--listen", "[::1::]:1"],
            "--listen \"[::1::]:1\": the host must be a numeric address, or localhost"
        ),
        (
            ["app.json", "--listen", "[::]:0"],
            "--listen [::]:0 accepts requests from other machines, so --keys is required"
        ),
        (
            ["app.json", "--listen", "0.0.0.0:0"],
            "--listen 0.0.0.0:0 accepts requests from other machines, so --keys is required"
        ),
        (["app.json", "--max-age", "1.5"], "--max-age \"1.5\": expected a whole number from 0 to 86400"),
        (
            ["app.json", "--allow-origin", "app.example"],
            "--allow-origin \"app.example\": expected http: or https: and a host, in lower case and without a path"
        ),
        (
            ["app.json", "--allow-origin", "https://App.example"],
            "--allow-origin \"https://App.example\": expected http: or https: and a host, in lower case and without a path"
        ),
        (
            ["app.json", "--allow-origin", "https://a@b"],
            "--allow-origin \"https://a@b\": expected http: or https: and a host, in lower case and without a path"
        ),
        (
            ["app.json", "--public-url", "*"],
            "--public-url \"*\": expected http: or https: and a host, in lower case and without a path"
        ),
        (["app.json", "--allow-host", "*"], "--allow-host \"*\": it is not a host name"),
        (
            ["app.json", "--trusted-proxy", "10.0.0.0/33"],
            "--trusted-proxy \"10.0.0.0/33\": expected a numeric address, or a range of them"
        ),
        (
            ["app.json", "--management-listen", "0.0.0.0:0"],
            "--management-listen 0.0.0.0:0 accepts requests from other machines, so --keys is required for /metrics"
        ),
        (["app.json", "--allow-host", "a b"], "--allow-host \"a b\": it is not a host name"),
        (["v1=app.json"], "[NAME=]SOURCE \"v1=app.json\": \"v1\" is a path of the server itself"),
        (["a/b=app.json"], "[NAME=]SOURCE \"a/b=app.json\": \"a/b\" cannot be the name of a document"),
        (["app.json", "app.json"], "several documents need names, which become their paths"),
        (["a=app.json", "a=app.json"], "two documents have the name \"a\""),
        (
            [],
            "no [NAME=]SOURCE given: a file, a directory whose files are merged, https://HOST/PATH, or etcd://HOST:PORT,…/KEY; several need names"
        ),
    ])
    func `a bad option is refused`(_ arguments: [String], _ message: String) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try Run(["serve"] + arguments, in: scratch.path)
        expectEqual(run.status, 2)
        expectEqual(run.output, "")
        expectEqual(run.error.split(separator: "\n").first.map(String.init), "flagctl serve: error: \(message)")
    }

    @Test(
        .enabled(if: Serving.isPossible, Serving.reason),
        arguments: [
            (["missing.json"], "missing.json: error: no such file or directory"),
            (["pipe"], "pipe: error: it is not a regular file or directory"),
            (["bad.json"], "bad.json:1:6: error: found `1`, expected `:` after the key [json-syntax]"),
            (
                ["list.json"],
                "list.json:1:1: error: the document is an array, expected an object of settings: { … } [not-an-object]"
            ),
            (
                ["empty"],
                "empty: error: empty has no files, expected some whose names end with .json"
            ),
            (["app.json", "--keys", "none"], "none: error: no such file or directory"),
            (
                ["app.json", "--keys", "bad.json"],
                "bad.json:1: error: the line begins with no role; expected \"evaluate\" or \"inspect\" and the SHA-256 of a key [bad-keys]"
            ),
            (["https://127.0.0.1:1/a.json", "--ca-file", "none"], "none: error: no such file or directory"),
            (
                ["https://127.0.0.1:1/a.json", "--ca-file", "bad.json"],
                "bad.json: error: the file has no certificate, expected PEM: -----BEGIN CERTIFICATE-----"
            ),
            (["etcds://127.0.0.1:1/a", "--ca-file", "empty"], "empty: error: cannot be read: is a directory"),
        ])
    func `a source or a file of keys that cannot be read is refused`(
        _ arguments: [String], _ message: String
    ) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        try scratch.write(#"{"a" 1}"#, to: "bad.json")
        try scratch.write("[]", to: "list.json")
        try scratch.write("", to: "empty/readme.txt")
        _ = try scratch.shell("mkfifo pipe")
        let run = try Run(["serve", "--listen", "127.0.0.1:0"] + arguments, in: scratch.path)
        expectEqual(run.status, 2)
        expectEqual(run.output, "")
        expectEqual(run.error.split(separator: "\n").first.map(String.init), message)
    }

    @Test func `without the library the error names the package to install`() throws {
        let failure = #expect(throws: HTTPServerFailure.self) { _ = try MicrohttpdLibrary(named: "libmissing.so.12") }
        let diagnostic = try #require(failure).diagnostic(for: .standard)
        expect(diagnostic.message.hasPrefix("libmicrohttpd, which serves HTTP, cannot be opened: libmissing.so.12"))
        expect(diagnostic.help?.contains("libmicrohttpd") == true)
        expect(diagnostic.help?.contains("install") == true)
    }

    @Test(.enabled(if: Serving.isPossible, Serving.reason))
    func `a port in use is refused`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try scratch.shell(
            Serving.functions + """
                serve app.json
                flagctl serve --listen ${url#http://} app.json 2>&1 | sed 's/:[0-9][0-9]*:/:PORT:/'
                end TERM
                """)
        expectEqual(
            run.output,
            """
            flagctl serve: error: cannot listen on 127.0.0.1:PORT: Address already in use
               = help: choose another address with --listen HOST:PORT; port 0 means any free port
            status 0

            """, "\(run.error)")
    }
}
