import FlagResolver
import FlagStore
import TestSupport
import Testing

@testable import flagctl

/// Documents from a server: here another `flagctl serve`, which sends entity tags.
@Suite(.blocking, .enabled(if: Serving.isPossible && Serving.canFetch, Serving.reason))
struct ServeSourceTests {
    /// Starts a server whose document is a source: `$origin` is its address, `$source` its process.
    private static let functions =
        Serving.functions + """
            start_source() {
                serve app.json
                mv output source-output; mv messages source-messages
                origin=$url/v1/document; source=$pid
            }
            end_source() { kill $source; wait $source; }
            plain() { sed "s,$origin,ORIGIN,; s/is [0-9]* s old/is N s old/; s/: Failed to .*; the/: NO CONNECTION; the/" "$1"; }

            """

    private func run(_ script: String, _ scratch: Scratch) throws -> Run {
        try scratch.write(#"{"a": 1, "b": 2}"#, to: "app.json")
        return try scratch.shell(Self.functions + script)
    }

    @Test func `a document of a server is served, and its changes follow`() throws {
        let scratch = try Scratch()
        let run = try run(
            """
            start_source
            serve --refresh 1 --cache cache $origin
            ask $url/v1/document
            echo '{"a": 5, "b": 2}' > new; mv new app.json
            await 'a new document is served' messages
            ask $url/v1/document
            end TERM
            end_source
            plain messages
            """, scratch)
        expectEqual(
            run.output,
            """
            {"a": 1, "b": 2}
            {"a": 5, "b": 2}

            status 0
            ORIGIN: note: a new document is served: 2 settings, ETag "17-a5b26612d535e9e6"
            stopping: no new connections
            stopped

            """, "\(run.error)")
    }

    @Test func `without its source a server starts with the document on disk, and says how old it is`() throws {
        let scratch = try Scratch()
        let run = try run(
            """
            start_source
            serve --cache cache $origin
            end TERM
            end_source
            serve --cache cache $origin
            ask $url/v1/document
            ask $url/readyz | sed 's/"etag":[^,]*,//; s/:[0-9]*,"last/:N,"last/'
            end TERM
            plain messages
            stat -c %a cache/*/newest
            """, scratch)
        expectEqual(
            run.output,
            """
            status 0
            {"a": 1, "b": 2}
            {"ready":true,"documents":[{"ageSeconds":N,"lastUpdateFailed":true}]}
            status 0
            ORIGIN: warning: the source cannot be read: NO CONNECTION; the cached document is served, which is N s old
            stopping: no new connections
            stopped
            600

            """, "\(run.error)")
    }

    @Test func `a server that starts with the cached document says why the new one is not valid`() throws {
        let scratch = try Scratch()
        let run = try run(
            """
            start_source
            serve --cache cache $origin
            end TERM
            end_source
            echo '{"c": 1}' > app.json
            listen=${origin#http://}; listen=${listen%%/*}
            start_source
            listen=
            serve --cache cache $origin
            ask $url/v1/document
            end TERM
            end_source
            plain messages
            """, scratch)
        expectEqual(
            run.output,
            """
            status 0
            {"a": 1, "b": 2}
            status 0
            ORIGIN: warning: the new document has only 0 of the 2 settings that are served; the cached document is served, which is N s old [removes-settings]
               = help: if this is intended, restart the server with --max-removed 100
            stopping: no new connections
            stopped

            """, "\(run.error)")
    }

    @Test func `the message at a start names the fault of a malformed document, or that the source is silent`() throws {
        let error = try #require(throws: DocumentError.self) { try SettingsDocument(parsing: Array("{\"a\": }".utf8)) }
        func message(_ problem: ServeEvent.Problem?) -> String {
            ServeEvent.startedFromCache(source: "s", age: 7, problem: problem).diagnostic(keepsDocument: true).message
        }
        expectEqual(
            message(.refused(.unreadable(error))),
            "the document of the source is not valid: line 1, column 7: \(error.message); "
                + "the cached document is served, which is 7 s old")
        expectEqual(message(nil), "the source has not responded yet; the cached document is served, which is 7 s old")
    }

    @Test func `a cache that cannot be written is reported once`() throws {
        let scratch = try Scratch()
        let run = try run(
            """
            start_source
            touch file
            serve --cache file $origin
            await 'not kept for the next start' messages
            sleep 0.5
            end TERM
            end_source
            grep -c 'not kept for the next start' messages
            """, scratch)
        expectEqual(run.output, "status 0\n1\n", "\(run.error)")
    }

    @Test func `a server that was killed several times still starts with its newest document`() throws {
        let scratch = try Scratch()
        let run = try run(
            """
            start_source
            for round in 1 2 3 4 5; do
                serve --cache cache $origin
                kill -9 $pid; wait $pid 2> /dev/null
            done
            end_source
            serve --cache cache $origin
            ask $url/v1/document
            end TERM
            """, scratch)
        expectEqual(run.output, "{\"a\": 1, \"b\": 2}\nstatus 0\n", "\(run.error)")
    }

    @Test func `without a document the command ends before it listens`() throws {
        let scratch = try Scratch()
        let run = try run(
            """
            origin=http://127.0.0.1:1/app.json
            flagctl serve --listen 127.0.0.1:0 --cache cache $origin 2> messages; echo "status $?"
            sed 's/: Failed .*/: NO CONNECTION/' messages
            """, scratch)
        expectEqual(
            run.output,
            """
            status 2
            http://127.0.0.1:1/app.json: error: NO CONNECTION

            """, "\(run.error)")
    }

    @Test(arguments: [
        (
            ["ftp://h/a"],
            "[NAME=]SOURCE: the address ftp://h/a has the scheme ftp:, expected https:, etcd: or etcds:, or a path"
        ),
        (
            ["http://example.com/a"],
            "[NAME=]SOURCE: the address http://example.com/a is not encrypted, which is allowed on this machine only; use https:"
        ),
        (
            ["etcd://10.0.0.1:2379/a"],
            "[NAME=]SOURCE: the address etcd://10.0.0.1:2379/a is not encrypted, which is allowed on this machine only; use etcds:, or --allow-plain-etcd"
        ),
        (
            ["--header-file", "b=h.txt", "a=https://h/a"],
            "--header-file b=h.txt: no source has the name \"b\""
        ),
        (
            ["--header-file", "h.txt", "a=https://h/a", "b=https://i/a"],
            "--header-file h.txt would go to several servers"
        ),
        (["--max-removed", "101", "a.json"], "--max-removed \"101\": expected a whole number from 0 to 100"),
    ])
    func `a bad address or file of fields is refused`(_ arguments: [String], _ message: String) throws {
        let run = try Run(["serve"] + arguments)
        expectEqual(run.status, 2)
        expectEqual(run.error.split(separator: "\n").first.map(String.init), "flagctl serve: error: \(message)")
    }

    @Test(arguments: [
        ("a=https://h/a", "the names are a"), ("https://h/a", "the only source has no name; write --header-file h.txt"),
    ])
    func `the help for an unknown name says what can be written`(_ source: String, _ help: String) throws {
        let run = try Run(["serve", "--header-file", "b=h.txt", source])
        expect(run.error.contains("= help: \(help)\n") && run.status == 2, "\(run)")
    }

    @Test func `fields are sent, and their values are never shown`() throws {
        let scratch = try Scratch()
        try scratch.write("# a key\n\nX-API-Key: secret\n", to: "good.txt")
        try scratch.write("X-API-Key: secret\nIf-Match: secret\nsecret\nA: \u{e9}secret\n", to: "bad.txt")
        try scratch.write("user", to: "user.txt")
        let run = try run(
            """
            printf 'evaluate 2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b\\n' > keys
            serve --keys keys app.json
            mv output source-output; mv messages source-messages
            origin=$url/v1/document; source=$pid
            flagctl serve --listen 127.0.0.1:0 --cache cache $origin 2>&1 | sed "s,$origin,ORIGIN,"
            serve --cache cache --header-file good.txt $origin
            ask -H 'X-API-Key: secret' $url/v1/document
            end TERM
            end_source
            flagctl serve --listen 127.0.0.1:0 --cache other --header-file bad.txt $origin 2>&1
            flagctl serve --listen 127.0.0.1:0 --etcd-user user.txt etcd://127.0.0.1:1/a 2>&1
            flagctl serve --listen 127.0.0.1:0 --header-file none.txt $origin 2>&1
            """, scratch)
        expectEqual(
            run.output,
            """
            ORIGIN: error: status 401: expected 200 or 304
            {"a": 1, "b": 2}
            status 0
            bad.txt:2: error: the header "If-Match" is reserved for the transport; remove it [bad-header]
            bad.txt:3: error: expected "Name: value", found no colon [bad-header]
            bad.txt:4: error: the header "A" has a value that cannot be sent; expected printable ASCII, not empty, without blanks at its ends [bad-header]
            user.txt: error: expected one line, USER:PASSWORD [bad-credentials]
            none.txt: error: no such file or directory

            """, "\(run.error)")
    }

    @Test func `SIGTERM ends a start that waits for its source`() throws {
        let scratch = try Scratch()
        let run = try run(
            """
            start_source
            kill -STOP $source
            "$program" serve --listen 127.0.0.1:0 --cache cache $origin > output 2> messages & pid=$!
            await '^SigBlk:.*4003$' /proc/$pid/status
            start=$(date +%s)
            end TERM
            [ $(($(date +%s) - start)) -lt 10 ] && echo soon
            cat output messages
            kill -CONT $source
            end_source
            """, scratch)
        expectEqual(run.output, "status 0\nsoon\n", "\(run.error)")
    }
}
