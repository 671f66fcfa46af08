import FlagServerMicrohttpd
import TestSupport
import Testing

@testable import flagctl

/// Requests as the library for HTTP passes them, and answers as it sends them.
@Suite(.blocking, .enabled(if: Serving.isPossible, Serving.reason))
struct ServeRequestTests {
    /// What a script prints with a server for a document; `$key` is the key of a file of keys.
    private func output(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try scratch.shell(
            Serving.functions + """
                key=s3cret
                printf 'evaluate %s  web\\n' $(printf %s $key | sha256sum | cut -c1-64) > keys
                \(script)
                """)
        expectEqual(run.error, "", sourceLocation: sourceLocation)
        return run.output
    }

    @Test func `a target may be an address, and HTTP 1_0 needs no host`() throws {
        let output = try output(
            """
            serve app.json
            status --request-target http://localhost/healthz $url
            status --request-target HTTPS://localhost/healthz -H 'Host: evil.example' $url
            status --request-target http://evil.example/v1/document $url
            status --http1.0 -H 'Host:' $url/healthz
            status --http1.0 -H 'Host: evil.example' $url/v1/document
            status -H 'Host:' $url/healthz
            end TERM
            """)
        expectEqual(output, "200\n200\n421\n200\n421\n400\nstatus 0\n")
    }

    @Test func `HEAD of the stream of events has no length, and the connection ends`() throws {
        let output = try output(
            """
            serve app.json
            ask -I $url/v1/events | tr -d '\\r' | sed 's/^Date: .*/Date: DATE/'
            end TERM
            """)
        expectEqual(
            output,
            """
            HTTP/1.1 200 OK
            Date: DATE
            Connection: close
            Cache-Control: no-store
            X-Accel-Buffering: no
            Content-Type: text/event-stream
            X-Content-Type-Options: nosniff


            status 0

            """)
    }

    @Test func `the connection goes on after a refusal, unless a body may follow`() throws {
        let output = try output(
            """
            serve --keys keys app.json
            both() { curl -sS -o /dev/null -o /dev/null -w '%{http_code} %{num_connects}\\n' -H "X-API-Key: $key" "$@" $url/healthz; }
            both $url/none
            both -I $url/none
            both -H 'Host: evil.example' $url/v1/document | head -1
            both -X DELETE $url/none | head -1
            both $url/%zz
            both -d '{}' $url/none
            both -H 'Transfer-Encoding: chunked' -d '{}' $url/none
            key=wrong
            both $url/v1/document
            end TERM
            """)
        expectEqual(
            output,
            """
            404 1
            200 0
            404 1
            200 0
            421 1
            404 1
            400 1
            200 1
            404 1
            405 1
            404 1
            405 1
            401 1
            200 0
            status 0

            """)
    }

    @Test func `an absurd identifier of an event does not lose the next one`() throws {
        let output = try output(
            """
            serve app.json
            absurd=$(printf %5000s | tr ' ' x)
            for version in --http1.0 --http1.1; do
                curl -sSN $version --max-time 2 -H "Last-Event-ID: $absurd" $url/v1/events 2> /dev/null | grep -c refetchEvaluation
            done
            end TERM
            """)
        expectEqual(output, "1\n1\nstatus 0\n")
    }

    @Test func `a query may have any number of parameters that fit in the head`() throws {
        let output = try output(
            """
            serve app.json
            status "$url/healthz?$(seq 1500 | sed 's/.*/a&=b/' | paste -sd '&' -)"
            end TERM
            """)
        expectEqual(output, "200\nstatus 0\n")
    }

    @Test func `blanks after the value of a field do not count`() throws {
        let output = try output(
            """
            serve --keys keys app.json
            status -H "$(printf 'X-API-Key: %s \\t ' $key)" $url/v1/document
            status -H "$(printf 'X-API-Key: %s' $key)" -H "$(printf 'Host: localhost\\t')" $url/v1/document
            status -H "$(printf 'X-API-Key: %s x' $key)" $url/v1/document
            end TERM
            """)
        expectEqual(output, "200\n200\n401\nstatus 0\n")
    }

    /// Whether one socket can take connections over both versions of IP.
    private static let hasIPv6 = (try? ListeningSocket(host: "::", port: 0)) != nil

    @Test(.enabled(if: hasIPv6, "the system has no IPv6"))
    func `a proxy is trusted by its IPv4 address on a socket for both versions of IP`() throws {
        let output = try output(
            """
            listen='[::]:0'
            serve --keys keys --trusted-proxy 127.0.0.1 --max-rate 1 --allow-host 127.0.0.1 app.json
            url=http://127.0.0.1:${url##*:}
            status -H "X-API-Key: $key" -H 'Forwarded: for=192.0.2.1' "$url/v1/document?[1-20]" | grep -m 1 429
            status -H "X-API-Key: $key" -H 'Forwarded: for=192.0.2.2' $url/v1/document
            status -H "X-API-Key: $key" -H 'Forwarded: for=192.0.2.1' "$url/v1/document?[1-20]" | grep -m 1 429
            end TERM
            """)
        expectEqual(output, "429\n200\n429\nstatus 0\n")
    }
}
